// Packs packages of this repository the way they are published.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { command } from "../command.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The name under which the package in a folder of packages/ is published. */
export function nameOf(folder) {
  return JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8")).name;
}

/** Runs a program to its end, with the tools of this repository in reach; what it printed, unless it failed. */
export function shell(program, words, cwd) {
  const { file, args, shell: throughShell } = command(program, words);
  const path = [dirname(process.execPath), join(root, "node_modules", ".bin"), process.env.PATH].join(
    delimiter,
  );
  const done = spawnSync(file, args, {
    cwd,
    encoding: "utf8",
    shell: throughShell,
    env: { ...process.env, PATH: path },
  });
  assert.equal(
    done.status,
    0,
    `${program} ${words.join(" ")} failed:\n${done.stdout ?? ""}${done.stderr ?? ""}`,
  );
  return done.stdout;
}

/** Packs the named packages, which have been built, into a folder; the tarballs in the same order. */
export function pack(folder, names) {
  return names.map((name) => {
    const own = mkdtempSync(join(folder, "packing-"));
    try {
      shell("pnpm", ["--filter", name, "pack", "--pack-destination", own], root);
      const [file] = readdirSync(own);
      assert.ok(file, `no tarball of ${name}`);
      const tarball = join(folder, file);
      renameSync(join(own, file), tarball);
      return tarball;
    } finally {
      rmSync(own, { recursive: true });
    }
  });
}
