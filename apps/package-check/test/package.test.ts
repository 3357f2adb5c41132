import { readFileSync } from "node:fs";
import { copyFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build } from "tsdown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { COMPILERS, type Packed, packed, run } from "./packed.ts";

const CONSUMER = fileURLToPath(new URL("consumer/", import.meta.url));
/** What the JavaScript of the guard and one adapter may weigh, without comments and the names of source maps. */
const MAX_BYTES = 100_000;

const ENTRIES = [
  "confirm-guard",
  "confirm-guard/redis",
  "confirm-guard/sdk",
  "confirm-guard/server",
  "confirm-guard/testing",
];

const NOT_OFFERED: ReadonlySet<string> = new Set(["node10", "node16-cjs"]);

const made: { package?: Packed } = {};
const here = (): Packed => {
  if (made.package === undefined) throw new Error("The package is packed before the first test.");
  return made.package;
};

beforeAll(async () => {
  made.package = await packed();
  for (const file of await readdir(CONSUMER))
    await copyFile(join(CONSUMER, file), join(here().project, file));
  await writeFile(join(here().project, "package.json"), '{ "private": true, "type": "module" }');
});
afterAll(() => made.package?.remove());

/** The bytes of all modules that the entries load, themselves included. */
function weightOf(...entries: string[]): number {
  const seen = new Map<string, number>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    const text = readFileSync(file, "utf8");
    seen.set(file, Buffer.byteLength(text.replace(/^\/\/# sourceMappingURL=.*$/mu, "")));
    for (const [, name = ""] of text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/gu))
      visit(resolve(dirname(file), name));
  };
  for (const entry of entries) visit(join(here().folder, "dist", entry));
  return [...seen.values()].reduce((sum, bytes) => sum + bytes, 0);
}

describe("the packed confirm-guard", () => {
  it("has nothing that publint objects to", async () => {
    const { code, output } = await run("publint", [here().tarball, "--strict"], here().project);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining("All good!") });
  });

  it("has types that are found from every entry point", async () => {
    const analysis = await checkPackage(createPackageFromTarballData(await readFile(here().tarball)));
    if (analysis.types === false) throw new Error("There are no types.");
    // The package is ESM alone; require() and the resolution of before 2020 find nothing on purpose.
    const problems = analysis.problems.filter(
      (problem) => !("resolutionKind" in problem && NOT_OFFERED.has(problem.resolutionKind)),
    );
    expect(problems).toEqual([]);
    const found = Object.keys(analysis.entrypoints).map((name) => name.replace(/^\./u, "confirm-guard"));
    expect(found).toEqual(expect.arrayContaining(ENTRIES));
  });

  it("offers these entry points and no others", async () => {
    const manifest: unknown = JSON.parse(await readFile(join(here().folder, "package.json"), "utf8"));
    const exported = Object.keys(Object(Reflect.get(Object(manifest), "exports")));
    const names = exported.map((name) => name.replace(/^\./u, "confirm-guard"));
    expect(names.sort()).toEqual([...ENTRIES, "confirm-guard/package.json"].sort());
  });

  it.each(["adapters/server.js", "adapters/sdk.js"])("weighs less than 100 kB with %s", (adapter) => {
    const bytes = weightOf("index.js", adapter);
    process.stdout.write(`${adapter}: ${bytes} bytes of JavaScript\n`);
    expect(bytes).toBeLessThan(MAX_BYTES);
    expect(bytes).toBeGreaterThan(50_000);
  });

  it("changes nothing in the process that imports it", async () => {
    const { code, output } = await run(process.execPath, ["imports.mjs", ...ENTRIES], here().project);
    expect({ code, output }).toEqual({ code: 0, output: "nothing" });
  });

  it("works in a bundle, and leaves out of it what is not used", async () => {
    const { project } = here();
    await build({
      cwd: project,
      config: false,
      entry: ["program.ts", "one-name.ts"],
      format: "esm",
      platform: "node",
      dts: false,
      logLevel: "silent",
      fixedExtension: false,
      deps: { alwaysBundle: [/.*/u], onlyBundle: false },
    });
    const ran = async (name: string) => (await run(process.execPath, [join("dist", name)], project)).output;
    expect(await ran("program.js")).toBe("asked, then ran");
    expect(await ran("one-name.js")).toBe('{"exact":["7",3]}');
    expect((await stat(join(project, "dist/one-name.js"))).size).toBeLessThan(10_000);
  });
});

const SETTINGS = ["--noEmit", "--strict", "--target", "es2022", "--skipDefaultLibCheck"];

describe.each(Object.entries(COMPILERS))("its types with TypeScript %s", (_version, tsc) => {
  const compile = (...args: string[]) => run(process.execPath, [tsc, ...SETTINGS, ...args], here().project);
  const silent = { code: 0, output: "" };

  it.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])("are right in themselves, --module %s --moduleResolution %s", async (module, resolution) => {
    const settings = ["--module", module, "--moduleResolution", resolution, "--typeRoots", "none"];
    expect(await compile(...settings, "core.ts", "node-crypto.d.ts")).toEqual(silent);
  });

  it.each(["server.ts", "sdk.ts"])("say what a guarded tool needs, %s", async (file) => {
    const settings = ["--module", "nodenext", "--skipLibCheck", "--types", "node"];
    expect(await compile(...settings, file)).toEqual(silent);
  });
});
