// What is in the installed packages, and what is not.
import assert from "node:assert/strict";
import { accessSync, constants, existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./pack.mjs";

const page = "When no question appears";
const notNeeded = /\.tsbuildinfo$|\.test\.|(^|[\\/])test[\\/]/;

/** What there may be in the package of a server beside its chunks. */
const programFiles = new Set([
  "LICENSE",
  "README.md",
  "CHANGELOG.md",
  "package.json",
  "dist/THIRD-PARTY-NOTICES.txt",
  "dist/no-question.md",
]);

/** Only the published packages are installed: none of them depends on anything. */
export function checkInstalled(installed, published) {
  const names = readdirSync(installed)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(installed, name)).map((own) => `${name}/${own}`) : [name],
    );
  assert.deepEqual(names.sort(), published.toSorted());
}

/** @param name its folder in packages/ */
export function checkPackage(folder, name) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder, { recursive: true }).map(String);
  assert.ok(files.includes("LICENSE"), `${name} has no LICENSE`);
  assert.ok(!JSON.stringify(manifest).includes("workspace:"), `${name} names the workspace in its manifest`);
  for (const field of ["dependencies", "devDependencies", "scripts", "private"]) {
    assert.equal(manifest[field], undefined, `the packed manifest of ${name} has ${field}`);
  }
  checkLinks(folder, { name, files });
  assert.deepEqual(
    files.filter((file) => notNeeded.test(file)),
    [],
    `${name} packs files that nobody needs`,
  );
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  assert.match(
    readme,
    /\b(?:dist|docs)\/no-question\.md\b/,
    `the README of ${name} does not say where "${page}" is`,
  );
  return manifest;
}

/** The page that answers cite, wherever a package has it. */
export function checkPage(file) {
  assert.ok(
    readFileSync(file, "utf8").startsWith(`# ${page}\n`),
    `${file} is not the page that answers cite`,
  );
}

/** The files of a package, and their bytes. */
export function weigh(folder) {
  const sizes = filesOf(folder).map((file) => statSync(join(folder, file)).size);
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    );
}

/**
 * A program with the licences of what is bundled into it, and without the data that only its tests need, which is known by a
 * trace that the data really has. What serves the demonstration is there, and loaded by nothing else.
 */
export function checkProgram(folder, { name, bundles, lacks, demoOnly }) {
  const dist = join(folder, "dist");
  checkChunks(folder, { name, demoOnly });
  const notices = readFileSync(join(dist, "THIRD-PARTY-NOTICES.txt"), "utf8");
  for (const inside of bundles) {
    assert.ok(notices.includes(`\n${inside} `), `the licence of ${inside} is missing from the notices`);
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

/** Nothing but the program and its chunks, none of which is left over, and the demonstration in chunks of its own. */
function checkChunks(folder, { name, demoOnly }) {
  const dist = join(folder, "dist");
  const all = reachable(dist, () => true);
  const others = filesOf(folder).filter(
    (file) => !programFiles.has(file) && !all.has(file.replace(/^dist\//, "")),
  );
  assert.deepEqual(others, [], `${name} packs files that nothing loads`);
  const served = reachable(dist, (chunk) => !chunk.startsWith("demo-"));
  for (const trace of demoOnly) {
    const holding = [...all].filter((file) => readFileSync(join(dist, file), "utf8").includes(trace));
    assert.ok(holding.length > 0, `${name} has nothing of its demonstration`);
    assert.deepEqual(
      holding.filter((file) => served.has(file)),
      [],
      `${name} loads its demonstration when nobody asked for it`,
    );
  }
  for (const folderOfBuilder of [root, homedir()].filter((path) => path.split("/").length > 2)) {
    const naming = [...all].filter((file) =>
      readFileSync(join(dist, file), "utf8").includes(folderOfBuilder),
    );
    assert.deepEqual(naming, [], `${name} names a folder of the machine that it was built on`);
  }
}

/** The chunks that the program gets to by imports: all that are made at once, and those later ones that `follow` names. */
function reachable(dist, follow) {
  const found = new Set(["cli.js"]);
  for (const file of found) {
    const code = readFileSync(join(dist, file), "utf8");
    // An import in a comment is a type.
    const imports = code.matchAll(
      /^(?:import|export)[^;\n]*?"\.\/([^"]+)";|(?<!\{|typeof )\bimport\("\.\/([^"]+)"\)/gmu,
    );
    for (const [, atOnce, later] of imports) {
      if (atOnce !== undefined) found.add(atOnce);
      else if (follow(later)) found.add(later);
    }
  }
  return found;
}

/**
 * A document of a package links to what is in the package. Its README also links to the documentation: a registry that shows
 * the README leads such links to the repository, where the page has to be.
 */
function checkLinks(folder, { name, files }) {
  for (const file of files.filter((path) => path.endsWith(".md"))) {
    const links = readFileSync(join(folder, file), "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)/g);
    for (const [, target] of links) {
      const inRepository = file === "README.md" && target.startsWith("../../docs/");
      const from = inRepository ? join(root, "packages", name) : join(folder, dirname(file));
      assert.ok(existsSync(join(from, target)), `${name}: ${file} links to ${target}, which is not there`);
    }
  }
}
