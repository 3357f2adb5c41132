import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

const closings = new WeakMap<Transport, AbortSignal>();

/**
 * Aborted when the connection that a server has now is closed. Early releases of SDK v1 do not cancel open calls then,
 * and a yes must not be acted on when nobody is left to hear what came of it.
 */
export function closedSignal({ transport }: Server): AbortSignal {
  if (transport === undefined) return AbortSignal.abort();
  const known = closings.get(transport);
  if (known !== undefined) return known;

  const closing = new AbortController();
  const before = transport.onclose;
  Object.assign(transport, {
    onclose: () => {
      closing.abort();
      before?.();
    },
  });
  closings.set(transport, closing.signal);
  return closing.signal;
}
