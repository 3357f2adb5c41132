import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import type { Launch } from "../../programs/stdio-program.ts";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "0.0.0" },
  },
};

/** Starts a program once and lets it end by itself: that is when Node writes what it has compiled. */
export async function warmed({ args, env }: Launch): Promise<void> {
  const child = spawn(process.execPath, [...args], { env: { ...env }, stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  await once(child.stdout, "readable");
  child.stdout.resume();
  child.stdin.end();
  await once(child, "close");
  const folder = env["NODE_COMPILE_CACHE"] ?? env["XDG_CACHE_HOME"] ?? "";
  const kept = await readdir(folder, { recursive: true, withFileTypes: true });
  // Without anything kept, a later start would be measured as a first one.
  if (!kept.some((entry) => entry.isFile())) throw new Error("The program has kept no compiled code.");
}
