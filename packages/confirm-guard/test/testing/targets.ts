import { fileURLToPath } from "node:url";

import type { ConnectOptions, StdioTarget } from "../../src/testing/index.ts";

/** A server file of this folder as a child process that sees only the given environment. */
export function serverFile(name: string, env: Record<string, string> = {}): StdioTarget {
  const file = fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url));
  return { command: process.execPath, args: [file], env };
}

/** Every client there is for the two revisions. */
export const CLIENTS = [
  { era: "2025", sdk: "v2" },
  { era: "2025", sdk: "v1" },
  { era: "2026", sdk: "v2" },
] as const satisfies ConnectOptions[];
