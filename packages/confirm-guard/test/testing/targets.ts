import { fileURLToPath } from "node:url";

import { startChild } from "../../src/testing/child.ts";
import type { ConnectOptions, HttpTarget, ServerProcess, StdioTarget } from "../../src/testing/index.ts";

/** A server file of this folder as a child process that sees only the given environment. */
export function serverFile(name: string, env: Record<string, string> = {}): StdioTarget {
  const file = fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url));
  return { command: process.execPath, args: [file], env };
}

/** The same, where every import of SDK v1 leads to the oldest release that is allowed, and every import of zod to 3.25. */
export function onOldestSdk(name: string, env: Record<string, string> = {}): StdioTarget {
  const target = serverFile(name, env);
  const hooks = new URL("./servers/oldest-sdk.ts", import.meta.url).href;
  return { ...target, args: ["--import", hooks, ...(target.args ?? [])] };
}

export type Listening = HttpTarget & { process: ServerProcess; stop: () => Promise<unknown> };

/** Starts a server that prints its URL as its first line. */
export async function listening(target: StdioTarget): Promise<Listening> {
  const printed = Promise.withResolvers<string>();
  const child = await startChild(target, printed.resolve);
  void child.exited.then(() => printed.reject(new Error(child.stderr())));
  return { url: await printed.promise, process: child, stop: () => child.stop() };
}

/** Every client there is for the two revisions. */
export const CLIENTS = [
  { era: "2025", sdk: "v2" },
  { era: "2025", sdk: "v1" },
  { era: "2026", sdk: "v2" },
] as const satisfies ConnectOptions[];
