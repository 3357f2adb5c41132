import type { Connection } from "confirm-guard/testing";
import type { Edges } from "../../src/server.ts";
import { openDesk } from "../stand-in.ts";

export type OddAnswer = { status?: number; type?: string; body: unknown };

/** A client of our server on a Mealie that answers some paths as no Mealie does. */
export async function openOddDesk(
  answers: Readonly<Record<string, OddAnswer>>,
  edges: Partial<Edges> = {},
): Promise<Connection> {
  const faults = Object.entries(answers).map(([path, { status = 200, type = "application/json", body }]) => {
    const text = type === "application/json" ? JSON.stringify(body) : String(body);
    return { path, answer: { kind: "reply", status, type, body: text } as const };
  });
  const { connection } = await openDesk({ faults, edges });
  return connection;
}
