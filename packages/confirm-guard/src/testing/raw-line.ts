import type { Channel } from "./channel.ts";
import { type ChildChannel, childChannel } from "./child-channel.ts";
import { KitError } from "./errors.ts";
import { postPerRequest, servePerConnection } from "./in-process.ts";
import { type JsonRpcMessage, parseLine } from "./json-rpc.ts";
import { type PostChannel, postChannel } from "./post-channel.ts";
import type { RawInbox } from "./raw-inbox.ts";
import type { Era, HttpTarget, Target } from "./target.ts";

/** A way to a server on which a test writes whatever it likes. */
export type RawLine = {
  send: (message: JsonRpcMessage) => Promise<void>;
  sendLine: (line: string) => Promise<void>;
  /** Drops the HTTP request with this id; where there is none, nothing happens. */
  breakOff: (id: number) => void;
  close: () => Promise<void>;
  child: ChildChannel | undefined;
};

const nothing = async (): Promise<void> => undefined;

/** Opens a process, a connected server, a server per request or an HTTP endpoint, and leads what it sends to the inbox. */
export async function openLine(target: Target | HttpTarget, era: Era, inbox: RawInbox): Promise<RawLine> {
  if ("url" in target) {
    const endpoint = new URL(target.url);
    const transport = postChannel(fetch, { endpoint, era });
    return await openedOverHttp({ transport, closeServer: nothing }, inbox);
  }
  if ("factory" in target) {
    if (era === "2026") return await openedOverHttp(await postPerRequest(target), inbox);
    const { transport, closeServer } = await servePerConnection(target);
    return await opened(transport, inbox, closeServer);
  }
  const child = childChannel(target);
  const line = await opened(child, inbox, nothing);
  void child.child().exited.then(({ code, signal }) => {
    inbox.ended(`The server process has ended (${signal ?? `exit code ${code}`}).`);
  });
  return { ...line, sendLine: child.sendLine, child };
}

async function openedOverHttp(
  { transport, closeServer }: { transport: PostChannel; closeServer: () => Promise<void> },
  inbox: RawInbox,
): Promise<RawLine> {
  const { sendLine, breakOff } = transport;
  return { ...(await opened(transport, inbox, closeServer)), sendLine, breakOff };
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
    breakOff: () => undefined,
    close: async () => {
      await channel.close();
      await closeServer();
      inbox.ended("The connection was closed.");
    },
    child: undefined,
  };
}
