import { createRequire } from "node:module";
import { arch, cpus, loadavg, platform, totalmem } from "node:os";
import type { Peers } from "../peers/fetch.ts";
import { readManifest } from "../programs/manifest.ts";
import { versionOf } from "../programs/ours.ts";

/** Where the figures were taken; without that they say nothing. Names neither the machine nor a folder of it. */
export type Machine = { system: string; processor: string; cores: number; memoryGb: number };

/** Name and version of everything that took part. */
export type Versions = readonly (readonly [string, string])[];

export type Circumstances = {
  date: string;
  machine: Machine;
  /** Load average of one minute when the run began and when it ended. */
  load: { before: number; after: number };
  versions: Versions;
};

const LIBRARIES = ["@modelcontextprotocol/server", "ical.js", "rrule"];

export function describeMachine(): Machine {
  const all = cpus();
  return {
    system: `${platform()} ${arch()}`,
    processor: all[0]?.model.trim() ?? "unknown",
    cores: all.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  };
}

export function currentLoad(): number {
  return loadavg()[0] ?? 0;
}

/** @param servers - name and version of the calendar servers that were started */
export function listVersions(peers: Peers, servers: Versions): Versions {
  return [
    ["confirm-guard", versionOf("confirm-guard")],
    ["caldav-mcp (ours)", versionOf("caldav-mcp")],
    ["mealie-mcp (ours)", versionOf("mealie-mcp")],
    ["Node", process.versions.node],
    ...LIBRARIES.map((name): [string, string] => [name, libraryVersion(name)]),
    ...peers.present.map(({ name, version }): [string, string] => [`${name} (peer)`, version]),
    ...peers.absent.map(({ name, why }): [string, string] => [`${name} (peer)`, `absent: ${why}`]),
    ...servers,
  ];
}

/** From the manifest beside the entry point; not every package exports its manifest. */
function libraryVersion(name: string): string {
  const entry = createRequire(import.meta.url).resolve(name);
  const folder = entry.slice(
    0,
    entry.lastIndexOf(`/node_modules/${name}/`) + `/node_modules/${name}/`.length,
  );
  return readManifest(`${folder}package.json`).version ?? "";
}
