import type { Channel } from "./channel.ts";
import { KitError } from "./errors.ts";
import { type JsonRpcMessage, parseLine } from "./json-rpc.ts";

type End = Channel & { deliver(message: JsonRpcMessage): void };

/**
 * Two ends of one connection inside the process. Every message passes through JSON as on a real wire, and either end
 * may belong to either SDK line, which the in-memory transports of the SDKs do not offer.
 */
export function memoryChannels(): [Channel, Channel] {
  const connection = { open: true };
  const client: End = memoryEnd(connection, () => server);
  const server: End = memoryEnd(connection, () => client);
  return [client, server];
}

function memoryEnd(connection: { open: boolean }, peer: () => End): End {
  const early: JsonRpcMessage[] = [];
  let listening = false;

  const end: End = {
    async start() {
      listening = true;
      for (const message of early.splice(0)) end.onmessage?.(message);
    },
    deliver(message) {
      if (listening) end.onmessage?.(message);
      else early.push(message);
    },
    async send(message) {
      if (!connection.open) throw new KitError("closed", "The connection is closed.");
      const copy = parseLine(JSON.stringify(message));
      if (copy === undefined) throw new KitError("usage", "Only JSON-RPC 2.0 messages can be sent.");
      queueMicrotask(() => peer().deliver(copy));
    },
    async close() {
      if (!connection.open) return;
      connection.open = false;
      end.onclose?.();
      peer().onclose?.();
    },
  };
  return end;
}
