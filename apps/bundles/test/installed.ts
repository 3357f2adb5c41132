import { readFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";

import { getMcpConfigForManifest } from "@anthropic-ai/mcpb";
import { type ConnectOptions, type Connection, connect } from "confirm-guard/testing";

import { mcpb } from "../src/make-bundle.ts";
import type { BundleManifest } from "../src/manifest.ts";

export type Settings = Record<string, string | number | boolean>;

/** A bundle as a client has it once a person has installed it. */
export type Installed = {
  folder: string;
  manifest: BundleManifest;
  /** Starts the server as the manifest says, with the form filled in, and connects to it. */
  start(filledIn: Settings, options: ConnectOptions): Promise<Connection>;
};

export async function install(bundle: string, folder: string): Promise<Installed> {
  await mcpb("unpack", bundle, folder);
  const manifest: BundleManifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  return { folder, manifest, start: (filledIn, options) => start({ folder, manifest }, filledIn, options) };
}

/** The same bundle in a client that knows no defaults: a field that is left blank stays a placeholder. */
export function withoutDefaults({ folder, manifest }: Installed): Installed {
  const plain = structuredClone(manifest);
  for (const option of Object.values(plain.user_config ?? {})) delete option.default;
  return {
    folder,
    manifest: plain,
    start: (filledIn, options) => start({ folder, manifest: plain }, filledIn, options),
  };
}

async function start(
  { folder, manifest }: Pick<Installed, "folder" | "manifest">,
  userConfig: Settings,
  options: ConnectOptions,
): Promise<Connection> {
  const config = await getMcpConfigForManifest({
    manifest,
    extensionPath: folder,
    systemDirs: {},
    userConfig,
    pathSeparator: "/",
  });
  if (config === undefined) throw new Error("The form is not complete.");
  const { command, args = [], env = {} } = config;
  // The client brings the program that `command` names.
  const path = [dirname(process.execPath), dirname(command)].join(delimiter);
  return await connect({ command, args, env: { ...env, PATH: path }, cwd: folder }, options);
}
