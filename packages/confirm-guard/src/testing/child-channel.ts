import type { Channel } from "./channel.ts";
import { type Child, type Exit, startChild } from "./child.ts";
import { KitError } from "./errors.ts";
import { parseLine } from "./json-rpc.ts";
import type { StdioTarget } from "./target.ts";

export type ChildChannel = Channel & {
  child: () => Child;
  stderr: () => string;
  /** Lines on stdout that are no JSON-RPC message: stdout belongs to the protocol, so there should be none. */
  readonly strayLines: readonly string[];
  sendLine: (line: string) => Promise<void>;
};

/** A stdio transport of our own: both SDK lines then start and stop the server process in the same, bounded way. */
export function childChannel(target: StdioTarget, onmessage?: Channel["onmessage"]): ChildChannel {
  const strayLines: string[] = [];
  let started: Child | undefined;
  let closing: Promise<Exit> | undefined;

  const child = (): Child => {
    if (started === undefined) throw new KitError("usage", "The server process has not been started.");
    return started;
  };
  const onLine = (line: string): void => {
    if (line.trim() === "") return;
    const message = parseLine(line);
    if (message === undefined) strayLines.push(line);
    else channel.onmessage?.(message);
  };

  const channel: ChildChannel = {
    onmessage,
    child,
    strayLines,
    stderr: () => started?.stderr() ?? "",
    async start() {
      started = await startChild(target, onLine);
      void started.exited.then(() => channel.onclose?.());
    },
    send: (message) => child().writeLine(JSON.stringify(message)),
    sendLine: (line) => child().writeLine(line),
    async close() {
      if (started === undefined) return;
      closing ??= started.stop();
      await closing;
    },
  };
  return channel;
}
