import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../../../../scripts/packed/registry.mjs", import.meta.url));

/** A registry on this machine, in a process of its own. It serves until its input ends, so at the latest when we do. */
export type Registry = { url: string; stop: () => Promise<void> };

export async function startRegistry(folder: string): Promise<Registry> {
  const child = spawn(process.execPath, [PROGRAM, folder], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const line = once(createInterface({ input: child.stdout }), "line");
  const said: unknown[] = await Promise.race([line, exited.then(() => [])]);
  const [url] = said;
  if (typeof url !== "string") throw new Error("The registry did not start.");
  return {
    url,
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}
