import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

const held = new WeakSet<Server>();

/**
 * Refuses a second connection while there is one, as SDK v1 does itself from 1.26 on. Before that, one server object could
 * serve several clients at a time: a question went to the one that connected last, and any of them could answer it.
 */
export function holdToOneConnection(server: Server): void {
  if (held.has(server)) return;
  held.add(server);
  const connect = server.connect.bind(server);
  Object.assign(server, {
    connect: async (transport: Transport): Promise<void> => {
      if (server.transport !== undefined)
        throw new Error("Already connected to a transport. Use a separate server object per connection.");
      await connect(transport);
    },
  });
}

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
