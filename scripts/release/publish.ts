// Publishes the tarballs of a folder that pack.ts has made, those that the registry does not have yet.
//   node scripts/release/publish.ts FOLDER
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { command } from "../command.mjs";
import { readRelease } from "./files.ts";
import { publishAll } from "./publishing.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder that scripts/release/pack.ts has filled.");

const published = publishAll(readRelease(folder), (words) => {
  const { file, args, shell } = command("npm", words);
  const { status, stdout, stderr } = spawnSync(file, args, { encoding: "utf8", shell, cwd: resolve(folder) });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  return { status: status ?? 1, output: `${stdout}${stderr}` };
});
process.stdout.write(published.map((name) => `published ${name}\n`).join("") || "nothing to publish\n");
