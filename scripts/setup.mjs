// Set-up for a machine that has nothing but Node 20 and npm: brings pnpm and the repository's own Node, installs
// from the lockfile, and does nothing when that is already done. Plain JavaScript, because it runs before anything
// is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const stampFile = join(root, "node_modules", ".setup-stamp");
const path = `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH ?? ""}`;
const pnpm = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).packageManager;

/** Every file that decides what is installed, as one digest. */
function wanted() {
  const hash = createHash("sha256");
  const manifests = ["packages", "apps"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name, "package.json")),
  );
  for (const file of ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests.toSorted()]) {
    const full = join(root, file);
    hash.update(`${file}\0`).update(existsSync(full) ? readFileSync(full) : "");
  }
  return hash.digest("hex");
}

function run(command, args) {
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: "1", npm_config_update_notifier: "false" },
    shell: process.platform === "win32",
  });
  if (done.status !== 0) {
    process.stderr.write(`setup: "${command} ${args.join(" ")}" failed; nothing after it was done\n`);
    process.exit(done.status ?? 1);
  }
}

const stamp = wanted();
if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) {
  process.stderr.write("setup: installing what package.json and the lockfile name (once)\n");
  run("npx", ["-y", pnpm, "install", "--frozen-lockfile"]);
  writeFileSync(stampFile, stamp);
}
if (process.argv.includes("--build")) run("turbo", ["run", "build", "--output-logs=errors-only"]);
