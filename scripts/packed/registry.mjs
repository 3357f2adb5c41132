// A package registry on this machine that knows only the tarballs of one folder; whatever else is asked for is sent on to
// another registry, or is not there. With it `npx caldav-mcp` and `npm install confirm-guard` work before anything is published.
//
// As a program it prints its address, and serves until its input ends:  node scripts/packed/registry.mjs FOLDER
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

/**
 * @param folder where the tarballs are; of several versions of a package the last one by name of file is the latest
 * @param options.upstream address of the registry for all other names; without one they do not exist
 * @returns its address, the names it was asked for and did not have, and how to stop it
 */
export async function startRegistry(folder, { upstream } = {}) {
  const tarballs = readdirSync(folder)
    .filter((file) => file.endsWith(".tgz"))
    .sort()
    .map((file) => read(join(folder, file)));
  const sentOn = [];
  const server = createServer(({ url = "/" }, response) => {
    const path = nameIn(url);
    if (path === undefined) return answer(response, 400, { error: "Bad request" });
    const tarball = tarballs.find(({ file }) => path === `-/${file}`);
    if (tarball !== undefined) return response.end(tarball.bytes);
    const found = tarballs.filter(({ manifest }) => manifest.name === path);
    if (found.length > 0) return answer(response, 200, packument(found, address(server)));
    sentOn.push(path);
    if (upstream === undefined) return answer(response, 404, { error: "Not found" });
    // Appended, not resolved: whatever is asked for stays on that registry.
    return response.writeHead(307, { location: `${withSlash(upstream)}${url.replace(/^\/+/, "")}` }).end();
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const stop = () => new Promise((closed) => (server.close(closed), server.closeAllConnections()));
  return { url: address(server), sentOn, stop };
}

/** What is asked for, decoded; undefined when it cannot be. */
function nameIn(url) {
  try {
    return decodeURIComponent(url.split("?")[0]).slice(1);
  } catch {
    return undefined;
  }
}

/** A tarball with the manifest that is inside, and what clients check it by. */
function read(path) {
  const bytes = readFileSync(path);
  const hash = (algorithm, encoding) => createHash(algorithm).update(bytes).digest(encoding);
  return {
    file: basename(path),
    bytes,
    manifest: JSON.parse(manifestIn(gunzipSync(bytes))),
    dist: { integrity: `sha512-${hash("sha512", "base64")}`, shasum: hash("sha1", "hex") },
  };
}

/** A tar archive is a row of blocks of 512 bytes: a header with name and octal size, then the file, padded. */
function manifestIn(archive) {
  for (let at = 0; at + 512 <= archive.length;) {
    const field = (from, to) => archive.toString("utf8", at + from, at + to).replace(/\0.*$/su, "");
    const size = Number.parseInt(field(124, 136), 8) || 0;
    // The folder is `package` in most tarballs, and anything in some.
    if (/^[^/]+\/package\.json$/.test(field(0, 100)))
      return archive.toString("utf8", at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error("There is no package.json in the tarball.");
}

function packument(found, url) {
  const versions = found.map(({ file, manifest, dist }) => [
    manifest.version,
    { ...manifest, dist: { ...dist, tarball: `${url}-/${file}` } },
  ]);
  const { name, version: latest } = found.at(-1).manifest;
  return { name, "dist-tags": { latest }, versions: Object.fromEntries(versions) };
}

function answer(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const address = (server) => `http://127.0.0.1:${server.address().port}/`;
const withSlash = (url) => (url.endsWith("/") ? url : `${url}/`);

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const [, , folder, upstream] = process.argv;
  if (folder === undefined)
    throw new Error("Name the folder with the tarballs, and a registry for all other names.");
  const registry = await startRegistry(folder, { upstream });
  process.stdout.write(`${registry.url}\n`);
  process.stdin.resume().once("end", registry.stop);
}
