// A bundle ships other people's code, so their licences travel with it. The list is taken from what the bundler really
// wrote, never from package.json: a package that is tree-shaken away is not named, one that slips in is.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const store = fileURLToPath(new URL("../node_modules/.pnpm", import.meta.url));

interface Manifest {
  name: string;
  version: string;
  license?: string;
  repository?: string | { url: string };
}

export interface Output {
  modules?: Record<string, { renderedLength: number }>;
}

export interface Bundler {
  getModuleInfo(id: string): { code: string | null } | null;
  emitFile(file: { type: "asset"; fileName: string; source: string }): unknown;
}

/** Rolldown plugin: writes `THIRD-PARTY-NOTICES.txt` beside the bundle and fails the build when a licence is missing. */
export function thirdPartyNotices() {
  return {
    name: "third-party-notices",
    generateBundle(this: Bundler, _options: unknown, bundle: Record<string, Output>) {
      const notices = new Map<string, string>();
      for (const output of Object.values(bundle)) {
        for (const [id, { renderedLength }] of Object.entries(output.modules ?? {})) {
          const folder = packageFolder(id);
          if (folder === undefined || renderedLength === 0) continue;
          const { name, version } = readManifest(folder);
          notices.set(name, notice(folder, `${name} ${version}`));
          for (const inside of carriedIn(this.getModuleInfo(id)?.code ?? "")) {
            if (!notices.has(inside))
              notices.set(inside, notice(inStore(inside), `${inside}, inside ${name}`));
          }
        }
      }
      const sorted = [...notices.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
      const head = `This program contains ${sorted.length} packages of others, unmodified, under their own licences.\n`;
      this.emitFile({
        type: "asset",
        fileName: "THIRD-PARTY-NOTICES.txt",
        source: [head, ...sorted].join(`\n${"=".repeat(80)}\n`),
      });
    },
  };
}

/** The folder of the installed package that a module came from; undefined for the workspace's own code. */
function packageFolder(moduleId: string): string | undefined {
  const path = moduleId.replace(/^\0/, "").split("?")[0] ?? "";
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0];
}

/** What was bundled into a package before it was published: its bundler names each file in a region comment. */
function carriedIn(code: string): string[] {
  const regions = code.matchAll(/^\/\/#region \S*\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm);
  return [...new Set([...regions].flatMap((match) => match[1] ?? []))];
}

function inStore(name: string): string {
  const prefix = `${name.replace("/", "+")}@`;
  const entry = readdirSync(store).find((candidate) => candidate.startsWith(prefix));
  if (entry === undefined)
    throw new Error(`${name} is inside the bundle, but its licence text is not installed`);
  return join(store, entry, "node_modules", name);
}

function readManifest(folder: string): Manifest {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return manifest;
}

function notice(folder: string, title: string): string {
  const { name, license = "licence below", repository } = readManifest(folder);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  if (files.length === 0) throw new Error(`${name} is inside the bundle, but has no licence file`);
  const source = (typeof repository === "string" ? repository : repository?.url) ?? "not stated";
  const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
  return `${title} (${license})\nSource: ${source}\n\n${texts.join("\n\n")}\n`;
}
