import { ownProperty } from "../answer.ts";
import { canonicalJson } from "../canonical.ts";
import type { JsonValue } from "../types.ts";

/** The parts of a `GuardedCall` that come from the request and its connection. */
export type Caller = {
  principal: string;
  person: string;
  signal: AbortSignal;
  connection: object;
  requestId: string | number;
  era: string | undefined;
  client: string | undefined;
};

/** The name in what a client says of itself (`clientInfo`). */
export function clientNameOf(info: unknown): string | undefined {
  const name = ownProperty(info, "name");
  return typeof name === "string" ? name : undefined;
}

/** Refuses what JSON cannot carry before anybody is asked. */
export function toJson(args: unknown): JsonValue {
  return JSON.parse(canonicalJson(args));
}
