import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SETTINGS } from "./commands/settings.ts";
import { DOCUMENTS, FILES, read, ROOT } from "./documents.ts";
import { parse } from "./markdown.ts";

const texts = DOCUMENTS.map((document) => ({ document, text: read(document) }));
const all = texts.map(({ text }) => text).join("\n");

/** Whatever a pattern finds in all documents, by its first group. */
function named(pattern: RegExp): string[] {
  return [...all.matchAll(pattern)].map(([, name = ""]) => name);
}

describe("what the documents name in passing", () => {
  it("are npm scripts that exist", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));
    const names = [...named(/\bnpm run ([\w:-]+)/g), ...named(/\bnpm (start|test)\b/g)];
    expect(names).toContain("start");
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it("are programs that this checkout brings, where npx calls them without fetching", () => {
    const names = named(/\bnpx --no -- ([\w-]+)/g);
    expect(names).toEqual(expect.arrayContaining(["caldav-mcp", "mealie-mcp"]));
    expect(names.filter((name) => !existsSync(join(ROOT, "node_modules/.bin", name)))).toEqual([]);
  });

  it("are settings that a program reads", () => {
    // Read by the tests of the stand-in, on a real Mealie.
    const tests = FILES.filter((file) => file.endsWith(".ts") && file.includes("packages/sandbox/test/"));
    const names = new Set(named(/\b((?:CALDAV|MEALIE)_[A-Z_]*[A-Z])\b/g));
    expect(names.size).toBeGreaterThan(20);
    const unknown = [...names].filter((name) => !SETTINGS.has(name));
    expect(unknown.filter((name) => !tests.some((file) => read(file).includes(name)))).toEqual([]);
  });
});

describe("a reader of the documents", () => {
  it("is never told to fetch one of the servers from a registry, where both names are somebody else's", () => {
    const commands = texts.flatMap(({ document, text }) =>
      text
        .split("\n")
        .filter((line) => /^\s*(?:npx|npm (?:i|install)|pnpm (?:dlx|add)|bunx|yarn dlx) /.test(line))
        .filter((line) => /(?<![-\w/.])(?:caldav|mealie)-mcp/.test(line.replace(/npx --no -- .*/, "")))
        .map((line) => `${document}: ${line}`),
    );
    expect(commands).toEqual([]);
  });

  it("sees of each block of code which language it is in", () => {
    const unnamed = DOCUMENTS.flatMap((document) =>
      parse(document)
        .fences.filter(({ language }) => language === "")
        .map(({ line }) => `${document}:${line}`),
    );
    expect(unnamed).toEqual([]);
  });

  it("sees examples that are files, which are compiled", () => {
    const shown = [...all.matchAll(/<!-- example: (\S+) -->\n```ts\n(.*?)```/gs)];
    expect(shown.length).toBeGreaterThan(0);
    for (const [, file = "", code] of shown) expect(code).toBe(read(file));
  });
});
