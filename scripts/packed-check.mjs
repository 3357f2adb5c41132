// What a user gets: packs confirm-guard and both servers, looks at what is in them, and uses them as somebody with an empty
// computer does: from the tarball without any network, and by name from a registry. Runs under whatever Node starts it, so
// that one machine can check several (`npx -y -p node@26 node scripts/packed-check.mjs`). The packages must be built.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { checkInstalled, checkPackage, checkPage, checkProgram, weigh } from "./packed/contents.mjs";
import { checkLibrary, library } from "./packed/library.mjs";
import { DEAD_REGISTRY, emptyComputer } from "./packed/npx.mjs";
import { nameOf, pack, root, shell } from "./packed/pack.mjs";
import { startRegistry } from "./packed/registry.mjs";
import { checkCommand, servers } from "./packed/servers.mjs";

/** The folders of the published packages; each is published under the name in its manifest. */
const published = [library, ...servers.map(({ name }) => name)];
const say = (line) => process.stdout.write(`packed-check: ${line}\n`);
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
const seconds = (count) => `${count.toFixed(1)} s`;

function checkImport(folder) {
  const script = 'import("confirm-guard").then((m) => process.stdout.write(typeof m.createGuard))';
  assert.equal(
    shell(process.execPath, ["-e", script], folder),
    "function",
    'import "confirm-guard" gives no createGuard',
  );
}

/** All three installed side by side without a network; their versions, by folder. */
function checkContents(folder, tarballs) {
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  shell("npm", ["install", "--offline", "--no-audit", "--no-fund", ...tarballs.values()], folder);
  const installed = join(folder, "node_modules");
  checkInstalled(installed, published.map(nameOf));
  checkPage(join(installed, library, "docs", "no-question.md"));
  checkImport(folder);
  for (const server of servers) checkProgram(join(installed, nameOf(server.name)), server);
  return new Map(
    published.map((name) => {
      const own = join(installed, nameOf(name));
      const { version } = checkPackage(own, name);
      const { bytes, files } = weigh(own);
      const packed = statSync(tarballs.get(name)).size;
      say(`${name} ${version}: ${megabytes(packed)} packed, ${megabytes(bytes)} in ${files} files unpacked`);
      return [name, version];
    }),
  );
}

/** `npx -y ./name-version.tgz` in a folder with that file alone, and a registry that is not there. */
async function checkTarball(folder, { server, version, tarball }) {
  const where = emptyComputer(folder, DEAD_REGISTRY);
  const file = basename(tarball);
  copyFileSync(tarball, join(where.cwd, file));
  const took = await checkCommand(["npx", "-y", `./${file}`], { server, version, where });
  say(`npx -y ./${file} works without a network; first answer after ${seconds(took)}`);
}

/** `npx name` and `npm install` through a registry that has the three packages and sends everything else on. */
async function checkRegistry(folder, { tarballs, versions }) {
  const upstream = shell("npm", ["config", "get", "registry"], root).trim();
  const registry = await startRegistry(tarballs, { upstream });
  try {
    for (const server of servers) {
      const name = nameOf(server.name);
      const version = versions.get(server.name);
      const where = emptyComputer(folder, registry.url);
      const took = await checkCommand(["npx", "-y", name], { server, version, where });
      say(`npx -y ${name} works from a registry; first answer after ${seconds(took)}`);
    }
    assert.deepEqual(registry.sentOn, [], "a server asks for further packages");
    const took = await checkLibrary(emptyComputer(folder, registry.url));
    say(`npm install ${library} with its peers works from a registry; it took ${seconds(took)}`);
  } finally {
    await registry.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), "packed-check-"));
try {
  const [packed, project] = ["packed", "project"].map((name) => join(folder, name));
  mkdirSync(packed);
  mkdirSync(project);
  const tarballs = new Map(
    pack(packed, published.map(nameOf)).map((tarball, at) => [published[at], tarball]),
  );
  const versions = checkContents(project, tarballs);
  for (const server of servers) {
    const { name } = server;
    await checkTarball(folder, { server, version: versions.get(name), tarball: tarballs.get(name) });
  }
  await checkRegistry(folder, { tarballs: packed, versions });
  say(`all of it under Node ${process.version}`);
} catch (error) {
  process.stderr.write(`packed-check: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
