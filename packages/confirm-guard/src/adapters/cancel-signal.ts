import { ownProperty } from "../answer.ts";

/** So many calls of one connection are listened for, the newest; a cancel of an older one is left to the SDK. */
const MOST_CALLS = 1_000;

type Calls = Map<unknown, AbortController>;

const connections = new WeakMap<object, Calls>();

/**
 * Aborted when the client cancels the call. Both SDK lines find a call by its request id, in a table from which every
 * other request of the same id, were it a ping, takes it out: a cancel would then miss a call that waits for its yes.
 * Here a cancel reaches all that goes by the id.
 */
export function cancelSignal(transport: object | undefined, requestId: string | number): AbortSignal {
  if (transport === undefined) return new AbortController().signal;
  const calls = connections.get(transport) ?? listen(transport);
  const known = calls.get(requestId);
  const call = known === undefined || known.signal.aborted ? new AbortController() : known;
  calls.delete(requestId);
  calls.set(requestId, call);
  for (const oldest of calls.keys()) {
    if (calls.size <= MOST_CALLS) break;
    calls.delete(oldest);
  }
  return call.signal;
}

/** A transport that does not show its handler, or takes no other, is left as it is: its cancels are the SDK's alone. */
function listen(transport: object): Calls {
  const calls: Calls = new Map();
  connections.set(transport, calls);
  const before: unknown = Reflect.get(transport, "onmessage");
  if (typeof before !== "function") return calls;
  Reflect.set(transport, "onmessage", (...received: unknown[]): unknown => {
    const [message] = received;
    if (ownProperty(message, "method") === "notifications/cancelled")
      calls.get(ownProperty(ownProperty(message, "params"), "requestId"))?.abort();
    return Reflect.apply(before, transport, received);
  });
  return calls;
}
