import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { readManifest } from "../programs/manifest.ts";
import type { Launch } from "../programs/stdio-program.ts";
import { type Account, folderOf, type Peer, PEERS } from "./peers.ts";

const run = promisify(execFile);
const FETCH_MS = 180_000;
const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=20000"];

/** A peer that lies in its own folder, ready to be started. */
export type InstalledPeer = Peer & {
  version: string;
  /** Name and version, as tables have it: two of the peers are called what ours are called. */
  title: string;
  launch: (account: Account) => Launch;
};

export type Peers = {
  present: readonly InstalledPeer[];
  /** Those that could not be fetched, for example without a network. */
  absent: readonly { name: string; why: string }[];
};

/**
 * Fetches each peer from npm into a folder of its own, with the versions of its lockfile and without running any script
 * of a package. What is there already is left as it is.
 *
 * @param options.home - an empty folder; the peers get it as HOME, so that they find no settings of the machine's user
 */
export async function fetchPeers(options: { home: string; say: (line: string) => void }): Promise<Peers> {
  const present: InstalledPeer[] = [];
  const absent: { name: string; why: string }[] = [];
  for (const peer of PEERS) {
    try {
      present.push(await fetchPeer(peer, options));
    } catch (error) {
      const why = reasonOf(error);
      options.say(`${peer.name} is left out: ${why}`);
      absent.push({ name: peer.name, why });
    }
  }
  return { present, absent };
}

async function fetchPeer(
  peer: Peer,
  { home, say }: { home: string; say: (line: string) => void },
): Promise<InstalledPeer> {
  const folder = folderOf(peer);
  const version = wantedVersion(peer);
  if (installedVersion(peer) !== version) {
    say(`fetching ${peer.name} ${version}`);
    await run("npm", ["ci", ...QUIET], { cwd: folder, timeout: FETCH_MS });
  }
  const file = join(folder, "node_modules", peer.name, peer.file);
  const launch = (account: Account): Launch => ({
    args: [file],
    env: { HOME: home, ...peer.env(account) },
    cwd: home,
  });
  return { ...peer, version, title: `${peer.name}@${version}`, launch };
}

function wantedVersion(peer: Peer): string {
  const version = readManifest(join(folderOf(peer), "package.json")).dependencies?.[peer.name];
  if (version === undefined) throw new Error(`peers/${peer.name}/package.json names no version.`);
  return version;
}

function installedVersion(peer: Peer): string | undefined {
  const manifest = join(folderOf(peer), "node_modules", peer.name, "package.json");
  return existsSync(manifest) ? readManifest(manifest).version : undefined;
}

/** What npm says first, without the addresses and paths that it says as well. */
function reasonOf(error: unknown): string {
  const said = typeof error === "object" && error !== null && "stderr" in error ? String(error.stderr) : "";
  const code = /npm error code (\w+)/.exec(said)?.[1];
  return code === undefined ? "npm did not fetch it" : `npm did not fetch it (${code})`;
}
