import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "./pages.ts";

/** One entry point of confirm-guard, and the pages of what it exports. */
export type ApiEntry = Page & { kinds: readonly { text: string; pages: readonly Page[] }[] };

const ROOT = "reference/confirm-guard";

/** What `npm run docs:api` has written: nothing before its first run. */
export function apiEntries(docs: string): readonly ApiEntry[] {
  const own = "confirm-guard";
  const folders = namesIn(join(docs, ROOT, own)).filter((name) => !name.endsWith(".md") && !isKind(name));
  return [own, ...folders.map((name) => `${own}/${name}`)]
    .filter((entry) => existsSync(join(docs, ROOT, entry, "index.md")))
    .map((entry) => ({
      text: entry,
      page: `/${ROOT}/${entry}/`,
      kinds: namesIn(join(docs, ROOT, entry))
        .filter(isKind)
        .map((kind) => ({ text: KINDS[kind], pages: pagesIn(docs, `${ROOT}/${entry}/${kind}`) })),
    }));
}

const KINDS = {
  classes: "Classes",
  functions: "Functions",
  interfaces: "Interfaces",
  "type-aliases": "Types",
  variables: "Values",
} as const;

function isKind(name: string): name is keyof typeof KINDS {
  return Object.hasOwn(KINDS, name);
}

function pagesIn(docs: string, folder: string): Page[] {
  return namesIn(join(docs, folder))
    .map((name) => name.replace(/\.md$/, ""))
    .map((name) => ({ text: name, page: `/${folder}/${name}` }));
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}
