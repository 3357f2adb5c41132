import type { Channel } from "./channel.ts";
import type { JsonRpcMessage } from "./json-rpc.ts";

/** One message as it passed between client and server, with who sent it. */
export type WireEntry = {
  /** Who sent it. */
  from: "client" | "server";
  /** The message, whole. */
  message: JsonRpcMessage;
};

type Receive = Exclude<Channel["onmessage"], undefined>;

/** Makes a client's transport note every message in both directions; the transport is changed in place. */
export function record(transport: Channel, wire: WireEntry[]): void {
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    wire.push({ from: "client", message: structuredClone(message) });
    await send(message, options);
  };

  // The SDK clients replace `onmessage` and may call the one they replaced, so one message can pass here twice.
  const noted = new WeakSet<JsonRpcMessage>();
  let receive: Receive | undefined = transport.onmessage;
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    get(): Receive | undefined {
      const inner = receive;
      if (inner === undefined) return undefined;
      return (message, extra) => {
        if (!noted.has(message)) {
          noted.add(message);
          wire.push({ from: "server", message: structuredClone(message) });
        }
        inner(message, extra);
      };
    },
    set(replacement: Receive | undefined) {
      receive = replacement;
    },
  });
}
