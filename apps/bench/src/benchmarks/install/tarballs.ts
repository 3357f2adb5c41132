import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { folderOf, type Peer } from "../../peers/peers.ts";
import { type Lockfile, readLockfile } from "../../programs/manifest.ts";
import { launchMinimal, type OwnName, versionOf } from "../../programs/ours.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../../../../", import.meta.url));
const FETCH_MS = 180_000;

/** What one program consists of, as a registry serves it. */
export type Package = { name: string; version: string; tarballs: string };

/** Ours, packed as for publishing. */
export async function packOwn(name: OwnName, folder: string): Promise<Package> {
  await mkdir(folder, { recursive: true });
  const pnpm = join(ROOT, "node_modules", ".bin", "pnpm");
  await run(pnpm, ["--filter", name, "pack", "--pack-destination", folder], { cwd: ROOT });
  return { name, version: versionOf(name), tarballs: folder };
}

/** The floor: the bundled minimal server as a package with nothing else in it. */
export async function packMinimal(folder: string): Promise<Package> {
  const source = join(folder, "source");
  await mkdir(source, { recursive: true });
  const [bundle = ""] = launchMinimal().args;
  const manifest = { name: "minimal-server", version: "0.0.0", type: "module", bin: "server.js" };
  await writeFile(join(source, "server.js"), `#!/usr/bin/env node\n${await readFile(bundle, "utf8")}`);
  await writeFile(join(source, "package.json"), JSON.stringify(manifest));
  await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: source });
  return { name: manifest.name, version: manifest.version, tarballs: folder };
}

/** A peer and all that it depends on, in the versions of its lockfile. Fetched once and then kept beside it. */
export async function packPeer(peer: Peer & { version: string }): Promise<Package> {
  const tarballs = join(folderOf(peer), "tarballs");
  const specs = specsIn(readLockfile(join(folderOf(peer), "package-lock.json")));
  await mkdir(tarballs, { recursive: true });
  if ((await readdir(tarballs)).length !== specs.length) {
    const args = ["pack", "--silent", "--ignore-scripts", "--prefer-offline", "--pack-destination", tarballs];
    await run("npm", [...args, ...specs], { cwd: dirname(tarballs), timeout: FETCH_MS });
  }
  return { name: peer.name, version: peer.version, tarballs };
}

/** `name@version` of every package of a lockfile, each once. */
export function specsIn({ packages }: Lockfile): string[] {
  const marker = "node_modules/";
  const specs = Object.entries(packages).flatMap(([path, { version }]) =>
    path === "" || version === undefined
      ? []
      : [`${path.slice(path.lastIndexOf(marker) + marker.length)}@${version}`],
  );
  return [...new Set(specs)];
}

/** Megabytes of all tarballs. */
export async function sizeOf({ tarballs }: Package): Promise<number> {
  const files = (await readdir(tarballs)).filter((file) => file.endsWith(".tgz"));
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(tarballs, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000_000;
}
