import { ownProperty } from "../answer.ts";
import { canonicalJson } from "../canonical.ts";
import type { JsonValue } from "../types.ts";

/**
 * The parts of a `GuardedCall` that come from the request and its connection: what `callerOf` of each adapter reads, and
 * what a server with its own tool table spreads into `guard.run`.
 */
export type Caller = {
  /** Who the answer must come from; a digest or a session, never a bearer token. */
  principal: string;
  /** Whose no's count; stays the same when a signed-in client connects anew. */
  person: string;
  /** Aborted when the call is cancelled or its connection closes. */
  signal: AbortSignal;
  /** The SDK's own server object, which lives as long as the connection. */
  connection: object;
  /** The JSON-RPC id of the request. */
  requestId: string | number;
  /** The protocol revision of the call; undefined when the adapter cannot know it. */
  era: string | undefined;
  /** The name that the client gives itself, as it came; undefined when it gives none. */
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
