import { type Channel, type ChildChannel, childChannel } from "./channel.ts";
import { KitError } from "./errors.ts";
import { postPerRequest, servePerConnection } from "./in-process.ts";
import { type JsonRpcMessage, parseLine } from "./json-rpc.ts";
import type { RawInbox } from "./raw-inbox.ts";
import type { Era, Target } from "./target.ts";

/** A way to a server on which a test writes whatever it likes. */
export type RawLine = {
  send: (message: JsonRpcMessage) => Promise<void>;
  sendLine: (line: string) => Promise<void>;
  close: () => Promise<void>;
  child: ChildChannel | undefined;
};

/** Opens a process, a connected server, or a server per request, and leads what it sends to the inbox. */
export async function openLine(target: Target, era: Era, inbox: RawInbox): Promise<RawLine> {
  if ("factory" in target) {
    if (era === "2026") {
      const { transport, closeServer } = await postPerRequest(target);
      return { ...(await opened(transport, inbox, closeServer)), sendLine: transport.sendLine };
    }
    const { transport, closeServer } = await servePerConnection(target);
    return await opened(transport, inbox, closeServer);
  }
  const child = childChannel(target);
  const line = await opened(child, inbox, async () => undefined);
  void child.child().exited.then(({ code, signal }) => {
    inbox.ended(`The server process has ended (${signal ?? `exit code ${code}`}).`);
  });
  return { ...line, sendLine: child.sendLine, child };
}

async function opened(channel: Channel, inbox: RawInbox, closeServer: () => Promise<void>): Promise<RawLine> {
  Object.assign(channel, { onmessage: inbox.receive });
  await channel.start();
  return {
    send: (message) => channel.send(message),
    sendLine: async (line) => {
      const message = parseLine(line);
      if (message === undefined)
        throw new KitError("usage", "Within one process only JSON-RPC messages can be sent.");
      await channel.send(message);
    },
    close: async () => {
      await channel.close();
      await closeServer();
      inbox.ended("The connection was closed.");
    },
    child: undefined,
  };
}
