// Set-up for a machine that has nothing but Node 20 and npm: brings pnpm and the repository's own Node, installs
// from the lockfile, and does nothing when that is already done. Plain JavaScript, because it runs before anything
// is installed. `--build` builds the packages as well.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { command } from "./command.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = join(root, "node_modules", ".bin");
const stampFile = join(root, "node_modules", ".setup-stamp");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const workspaces = [
  ...["packages", "apps"].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(root, folder, entry.name, "package.json")))
      .map((entry) => join(folder, entry.name)),
  ),
  "docs",
];

function stop(sentence, code = 1) {
  process.stderr.write(`setup: ${sentence}\n`);
  process.exit(code);
}

const ascending = (a, b) => (a < b ? -1 : 1);

/** Every file that decides what is installed, as one digest. */
function wanted() {
  const hash = createHash("sha256");
  const manifests = workspaces.map((folder) => join(folder, "package.json"));
  for (const file of ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests].sort(
    ascending,
  )) {
    const full = join(root, file);
    hash.update(`${file}\0`).update(existsSync(full) ? readFileSync(full) : "");
  }
  return hash.digest("hex");
}

function installed(stamp) {
  if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) return false;
  return workspaces.every(
    (folder) => existsSync(join(root, folder, "node_modules")) || !dependsOnAnything(folder),
  );
}

function dependsOnAnything(folder) {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(root, folder, "package.json"), "utf8"),
  );
  return Object.keys({ ...dependencies, ...devDependencies }).length > 0;
}

function run(program, words, { whatFailed, quiet = false }) {
  const { file, args, shell } = command(program, words);
  const done = spawnSync(file, args, {
    cwd: root,
    stdio: ["ignore", quiet ? "pipe" : "inherit", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`,
      TURBO_TELEMETRY_DISABLED: "1",
      npm_config_update_notifier: "false",
    },
    shell,
  });
  if (done.status === 0) return;
  if (quiet && done.stdout) process.stderr.write(done.stdout);
  if (done.error?.code === "ENOENT")
    stop(`"${program}" was not found; it comes with npm, please install npm first`);
  if (done.signal) stop(`stopped by ${done.signal}; the next run starts where this one stopped`, 130);
  stop(whatFailed, done.status ?? 1);
}

/** The `node` package is optional: on some platforms it does not exist, and then the host's Node has to do. */
function requireRuntime() {
  if (existsSync(join(bin, process.platform === "win32" ? "node.cmd" : "node"))) return;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  rmSync(join(root, "node_modules", ".modules.yaml"), { force: true });
  rmSync(stampFile, { force: true });
  stop(
    `this machine has Node ${process.versions.node}, and Node ${manifest.optionalDependencies.node} for this ` +
      "repository could not be fetched; run this again with a network, or install Node 22.18 or newer",
  );
}

if (Number(process.versions.node.split(".")[0]) < 20) {
  stop(`Node 20 or newer is needed to begin with, this is Node ${process.versions.node}`);
}
const stamp = wanted();
if (!installed(stamp)) {
  process.stderr.write("setup: installing what package.json and the lockfile name (once)\n");
  // An install that is cut off leaves no stamp, so the next run does it again.
  rmSync(stampFile, { force: true });
  run("npx", ["-y", manifest.packageManager, "install", "--frozen-lockfile"], {
    whatFailed: "the install failed, see above; nothing was built or tested (the first time needs a network)",
  });
  requireRuntime();
  writeFileSync(stampFile, stamp);
}
if (process.argv.includes("--build")) {
  process.stderr.write("setup: building what has changed (about a minute the first time)\n");
  run("turbo", ["run", "build", "--output-logs=errors-only"], {
    whatFailed: "the build failed, see above",
    quiet: true,
  });
}
