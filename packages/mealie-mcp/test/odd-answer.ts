import type { Fault } from "sandbox";

/** Lets one route answer with what no Mealie of either version answers. */
export function odd(path: string, body: unknown, status = 200): Fault {
  const answer = { kind: "reply", status, type: "application/json", body: JSON.stringify(body) } as const;
  return { method: "GET", path, answer };
}
