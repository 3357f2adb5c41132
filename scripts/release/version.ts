// Raises the versions and writes the changelogs from the changesets, in the checkout that it is started in.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { followingChangeset, type Member, type Plan } from "./follow.ts";

const CHANGESETS = fileURLToPath(new URL("../../node_modules/@changesets/cli/bin.js", import.meta.url));
const PLAN = join(".changeset", "plan.json");
const FOLLOWING = join(".changeset", "zz-follow.md");

function changesets(...args: string[]): void {
  const { status } = spawnSync(process.execPath, [CHANGESETS, ...args], { stdio: "inherit" });
  if (status === 0) return;
  process.stderr.write(`release: changeset ${args.join(" ")} failed, see above; no version was raised\n`);
  process.exit(1);
}

function membersOf(folder: string): Member[] {
  return readdirSync(folder)
    .map((name) => join(folder, name, "package.json"))
    .filter((file) => existsSync(file))
    .map((file): Member => JSON.parse(readFileSync(file, "utf8")));
}

function readPlan(): Plan {
  changesets("status", "--output", PLAN);
  const plan: Plan = JSON.parse(readFileSync(PLAN, "utf8"));
  rmSync(PLAN);
  return plan;
}

const following = followingChangeset(readPlan(), membersOf("packages"));
if (following !== undefined) writeFileSync(FOLLOWING, following);
changesets("version");
