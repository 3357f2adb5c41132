// What is in the installed packages, and what is not.
import assert from "node:assert/strict";
import { accessSync, constants, existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

const page = "When no question appears";
const notNeeded = /\.tsbuildinfo$|\.test\.|(^|[\\/])test[\\/]/;

/** Only the published packages are installed: none of them depends on anything. */
export function checkInstalled(installed, published) {
  const folders = readdirSync(installed).filter((name) => !name.startsWith("."));
  assert.deepEqual(folders.sort(), published.toSorted());
}

export function checkPackage(folder, name) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder, { recursive: true }).map(String);
  assert.ok(files.includes("LICENSE"), `${name} has no LICENSE`);
  assert.ok(!JSON.stringify(manifest).includes("workspace:"), `${name} names the workspace in its manifest`);
  for (const field of ["dependencies", "devDependencies", "scripts", "private"]) {
    assert.equal(manifest[field], undefined, `the packed manifest of ${name} has ${field}`);
  }
  checkLinks(folder, files);
  assert.deepEqual(
    files.filter((file) => notNeeded.test(file)),
    [],
    `${name} packs files that nobody needs`,
  );
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  assert.ok(readme.includes(`## ${page}\n`), `the README of ${name} does not say where "${page}" is`);
  return manifest;
}

/** The page that answers cite, wherever a package has it. */
export function checkPage(file) {
  assert.ok(
    readFileSync(file, "utf8").startsWith(`# ${page}\n`),
    `${file} is not the page that answers cite`,
  );
}

/**
 * A program with the licences of what is bundled into it, and without the data that only its tests need, which is known by a
 * trace that the data really has.
 */
export function checkProgram(folder, { bundles, lacks }) {
  const dist = join(folder, "dist");
  const notices = readFileSync(join(dist, "THIRD-PARTY-NOTICES.txt"), "utf8");
  for (const name of bundles) {
    assert.ok(notices.includes(`\n${name} `), `the licence of ${name} is missing from the notices`);
  }
  for (const { data, trace } of lacks) {
    assert.ok(readFileSync(data, "utf8").includes(trace), `${data} has no trace of its own`);
    const holding = readdirSync(dist).filter((file) =>
      readFileSync(join(dist, file), "utf8").includes(trace),
    );
    assert.deepEqual(holding, [], `test data is packed: ${data}`);
  }
  checkPage(join(dist, "no-question.md"));
  const bin = join(dist, "cli.js");
  assert.ok(readFileSync(bin, "utf8").startsWith("#!/usr/bin/env node\n"), "cli.js has lost its first line");
  if (process.platform !== "win32") accessSync(bin, constants.X_OK);
}

/** A document of a package may only link to what is in the package. */
function checkLinks(folder, files) {
  for (const file of files.filter((name) => name.endsWith(".md"))) {
    const links = readFileSync(join(folder, file), "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)/g);
    for (const [, target] of links) {
      assert.ok(
        existsSync(join(folder, dirname(file), target)),
        `${file} links to ${target}, which is not packed`,
      );
    }
  }
}
