// Makes a GitHub release for each package of a folder that pack.ts has made, with its notes and files; those that are there
// are left alone. Needs gh, and GH_TOKEN, GITHUB_REPOSITORY and GITHUB_SHA as a workflow sets them.
//   node scripts/release/announce.ts FOLDER
import { spawnSync } from "node:child_process";
import { readRelease, type Released } from "./files.ts";

const [folder] = process.argv.slice(2);
const commit = process.env["GITHUB_SHA"];
if (folder === undefined || commit === undefined)
  throw new Error(
    "Name the folder that scripts/release/pack.ts has filled, and set GITHUB_SHA to the commit of the release.",
  );

function gh(args: string[], input = ""): number {
  const { status, error } = spawnSync("gh", args, {
    cwd: folder,
    input,
    stdio: ["pipe", "inherit", "inherit"],
  });
  if (error !== undefined) throw error;
  return status ?? 1;
}

function announce({ name, version, files, notes }: Released): void {
  const tag = `${name}@${version}`;
  if (gh(["release", "view", tag, "--json", "tagName"]) === 0) return;
  const about = ["--target", commit ?? "", "--title", `${name} ${version}`, "--notes-file", "-"];
  if (gh(["release", "create", tag, ...about, ...files, "SHA256SUMS"], notes) !== 0)
    throw new Error(`gh did not make the release ${tag}, see above; run this again when the cause is gone.`);
}

readRelease(folder).forEach(announce);
