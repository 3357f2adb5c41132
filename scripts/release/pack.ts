// Collects what a release consists of in a folder: the tarballs, the MCP bundles with their registry entries, the checksums, and
// a list. The packages and the bundles (npm run bundles) have to be built.  node scripts/release/pack.ts FOLDER [--rehearsal]
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pack, root } from "../packed/pack.mjs";
import { LIST, type Released } from "./files.ts";
import { type Manifest, notesOf, unready } from "./ready.ts";

const FOLDERS = ["confirm-guard", "caldav-mcp", "mealie-mcp"];
const BUNDLES = join(root, "apps", "bundles", "dist");

function stop(sentences: readonly string[]): never {
  process.stderr.write(sentences.map((sentence) => `release: ${sentence}\n`).join(""));
  process.exit(1);
}

const [out, ...flags] = process.argv.slice(2);
if (out === undefined || flags.some((flag) => flag !== "--rehearsal"))
  stop([
    "Name the folder that the files go to; the only option is --rehearsal, for files that are not published.",
  ]);

const packages = FOLDERS.map((folder) => {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"));
  return { folder, manifest };
});
const reasons = packages.flatMap(({ manifest }) => unready(manifest));
if (flags.length === 0 && reasons.length > 0) stop(reasons);

const target = resolve(out);
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

/** The bundle of a server and its entry for the MCP registry; the library has neither. */
function bundleFiles(folder: string, version: string): string[] {
  if (folder === "confirm-guard") return [];
  const bundle = join(BUNDLES, `${folder}-${version}.mcpb`);
  const entry = join(BUNDLES, folder, "server.json");
  if (!existsSync(bundle) || !existsSync(entry))
    stop([`The bundle of ${folder} ${version} is not made yet; npm run bundles does it.`]);
  copyFileSync(bundle, join(target, basename(bundle)));
  copyFileSync(entry, join(target, `${folder}.server.json`));
  return [basename(bundle), `${folder}.server.json`];
}

const released = packages.map(({ folder, manifest }): Released => {
  const { name, version } = manifest;
  const [tarball = ""] = pack(target, [name]);
  const changelog = readFileSync(join(root, "packages", folder, "CHANGELOG.md"), "utf8");
  return {
    name,
    version,
    tarball: basename(tarball),
    files: [basename(tarball), ...bundleFiles(folder, version)],
    notes: notesOf(changelog, version),
  };
});

const sums = released
  .flatMap(({ files }) => files)
  .map(
    (file) =>
      `${createHash("sha256")
        .update(readFileSync(join(target, file)))
        .digest("hex")}  ${file}\n`,
  );
writeFileSync(join(target, "SHA256SUMS"), sums.join(""));
writeFileSync(join(target, LIST), `${JSON.stringify({ packages: released }, undefined, 2)}\n`);
process.stdout.write(sums.join(""));
