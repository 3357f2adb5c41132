import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { initialize } from "../../programs/handshake.ts";
import { readLockfile } from "../../programs/manifest.ts";
import { startProgram } from "../../programs/stdio-program.ts";
import type { Package } from "./tarballs.ts";

export type Installation = { seconds: number; packages: number; megabytes: number };

/**
 * Has npx fetch a program into an empty cache and start it, as on the first day, until it answers `initialize`.
 *
 * @param options.registry - the only place that npx asks
 * @param options.env - what the program itself needs
 */
export async function installAndStart(
  { name, version }: Package,
  { registry, env }: { registry: string; env: Readonly<Record<string, string>> },
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "bench-npx-"));
  const start = performance.now();
  const program = startProgram({
    command: "npx",
    args: ["-y", `${name}@${version}`],
    cwd: folder,
    env: {
      ...env,
      // Under the Node of this run, and with no settings of the machine's user.
      PATH: [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
      HOME: folder,
      npm_config_cache: join(folder, "cache"),
      npm_config_registry: registry,
      npm_config_update_notifier: "false",
    },
  });
  try {
    await initialize(program);
    const seconds = (performance.now() - start) / 1_000;
    return { seconds, ...(await weigh(join(folder, "cache", "_npx"))) };
  } finally {
    await program.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function weigh(folder: string): Promise<Omit<Installation, "seconds">> {
  const [installed] = await readdir(folder);
  if (installed === undefined) throw new Error("npx has installed nothing.");
  const modules = join(folder, installed, "node_modules");
  const { packages } = readLockfile(join(modules, ".package-lock.json"));
  return { packages: Object.keys(packages).length, megabytes: (await bytesBelow(modules)) / 1_000_000 };
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
