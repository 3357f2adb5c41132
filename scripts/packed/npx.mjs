// An empty computer: a folder with nothing in it, no cache, no settings but the address of a registry.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { command } from "../command.mjs";
import { root } from "./pack.mjs";

/** Nothing listens there: whatever is fetched from it fails. */
export const DEAD_REGISTRY = "http://127.0.0.1:9/";

/** Programs of this repository are out of reach, so that npx cannot take one of them for the package. */
const OUTSIDE = (process.env.PATH ?? "").split(delimiter).filter((entry) => !`${entry}/`.startsWith(root));
const PATH = [dirname(process.execPath), ...OUTSIDE].join(delimiter);

/** How this machine gets out, where it has to be told; and what Windows finds its programs and folders by. */
const HOW_TO_REACH = [
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "NODE_EXTRA_CA_CERTS",
  "npm_config_cafile",
  "SystemRoot",
  "ComSpec",
  "PATHEXT",
  "TEMP",
  "APPDATA",
];

/** The file of authorities that the npm of this machine is set to trust, or nothing: a mirror may need it. */
function authorities() {
  try {
    // With the npm of this machine: that of another Node reads another file of settings.
    const env = { ...process.env, PATH: OUTSIDE.join(delimiter) };
    const file = execFileSync("npm", ["config", "get", "cafile"], {
      env,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
    return isAbsolute(file) ? file : "";
  } catch {
    return "";
  }
}

/** @returns where programs run there, and with which environment */
export function emptyComputer(parent, registry) {
  const home = mkdtempSync(join(parent, "computer-"));
  const [cwd, cache, settings] = ["empty", "cache", "npmrc"].map((name) => join(home, name));
  mkdirSync(cwd);
  const trusted = authorities();
  writeFileSync(
    settings,
    `audit=false\nfund=false\nupdate-notifier=false\nfetch-retries=0\n${trusted === "" ? "" : `cafile=${trusted}\n`}`,
  );
  const env = {
    PATH,
    HOME: home,
    npm_config_userconfig: settings,
    npm_config_globalconfig: join(home, "none"),
    npm_config_cache: cache,
    npm_config_registry: registry,
  };
  for (const name of HOW_TO_REACH) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  return { cwd, env };
}

/** Runs a program to its end. */
export async function run(program, words, { cwd, env }) {
  const began = performance.now();
  const { file, args, shell } = command(program, words);
  const child = spawn(file, args, { cwd, env, shell });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  child.stdin.end();
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, output, seconds: (performance.now() - began) / 1000 };
}
