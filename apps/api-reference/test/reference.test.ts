import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

const HERE = fileURLToPath(new URL("..", import.meta.url));
const TYPEDOC = join(HERE, "node_modules/typedoc/bin/typedoc");
const PACKAGE = join(HERE, "../../packages/confirm-guard");

/** Each entry point, with what it exports at run time. */
const ENTRIES: [name: string, load: () => Promise<object>][] = [
  ["confirm-guard", () => import("confirm-guard")],
  ["confirm-guard/redis", () => import("confirm-guard/redis")],
  ["confirm-guard/sdk", () => import("confirm-guard/sdk")],
  ["confirm-guard/server", () => import("confirm-guard/server")],
  ["confirm-guard/testing", () => import("confirm-guard/testing")],
];

type Ended = { code: number; output: string };

/** TypeDoc as `npm run docs:api` runs it, into a folder of the test's own. */
async function generate(folder: string): Promise<Ended> {
  return await new Promise((done) => {
    const options = { cwd: HERE, env: { NO_COLOR: "1" }, timeout: 110_000 };
    execFile(process.execPath, [TYPEDOC, "--out", folder], options, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : 1, output: stdout + stderr }),
    );
  });
}

describe("the reference of confirm-guard", () => {
  let folder = "";
  let ended: Ended = { code: 1, output: "" };
  let pages: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "api-reference-"));
    ended = await generate(folder);
    const files = await readdir(folder, { recursive: true }).catch(() => []);
    pages = files.filter((file) => file.endsWith(".md"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("is written without a warning: every public symbol and field has its words, and every link leads somewhere", () => {
    expect(ended).toEqual({ code: 0, output: expect.not.stringMatching(/warning|error/u) });
  });

  it("has the entry points of the package, and no others", async () => {
    const manifest = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8"));
    const offered = Object.keys(manifest.exports)
      .filter((name) => !name.endsWith(".json"))
      .map((name) => name.replace(/^\./u, "confirm-guard"));
    expect(new Set(ENTRIES.map(([name]) => name))).toEqual(new Set(offered));
    const index = await readFile(join(folder, "index.md"), "utf8");
    const listed = [...index.matchAll(/^- \[(.*?)\]/gmu)].map(([, name]) => name);
    expect(new Set(listed)).toEqual(new Set(offered));
  });

  it.each(ENTRIES)("has a page or an entry for everything that %s exports", async (name, load) => {
    const names = Object.keys(await load());
    expect(names.length).toBeGreaterThan(0);
    const index = (await readFile(join(folder, name, "index.md"), "utf8")).replaceAll("\\_", "_");
    expect(names.filter((one) => !index.includes(`[${one}]`) && !index.includes(`### ${one}`))).toEqual([]);
  });

  it("links to pages that are there", async () => {
    const dead: string[] = [];
    for (const page of pages) {
      const text = await readFile(join(folder, page), "utf8");
      for (const [, link = ""] of text.matchAll(/\]\(([^)#]+\.md)[^)]*\)/gu)) {
        if (!existsSync(resolve(folder, dirname(page), link))) dead.push(`${page}: ${link}`);
      }
    }
    expect(pages.length).toBeGreaterThan(100);
    expect(dead).toEqual([]);
  });
});
