import { copyFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build } from "tsdown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { COMPILERS, type Packed, packed, run } from "./packed.ts";

const CONSUMER = fileURLToPath(new URL("consumer/", import.meta.url));
/** What all JavaScript of the package may weigh, unpacked and without its source maps. */
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

/** Every JavaScript file in the tarball, with its bytes. */
async function weights(): Promise<[file: string, bytes: number][]> {
  const files = (await readdir(here().folder, { recursive: true })).filter((file) =>
    /\.[cm]?js$/u.test(file),
  );
  return await Promise.all(
    files.map(async (file): Promise<[string, number]> => [
      file,
      (await stat(join(here().folder, file))).size,
    ]),
  );
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

  it("weighs less than 100 kB of JavaScript, testing kit and all", async () => {
    const found = await weights();
    const bytes = found.reduce((sum, [, one]) => sum + one, 0);
    process.stdout.write(
      `${found.map(([file, one]) => `${file}: ${one}`).join(", ")}; in all ${bytes} bytes\n`,
    );
    expect(bytes).toBeLessThan(MAX_BYTES);
    expect(bytes).toBeGreaterThan(50_000);
  });

  it("is readable where it fails: functions keep their names, and the maps lead to the sources", async () => {
    const { project, folder } = here();
    const [plain, mapped] = [
      await run(process.execPath, ["failing.mjs"], project),
      await run(process.execPath, ["--enable-source-maps", "failing.mjs"], project),
    ];
    expect(plain.output).toMatch(
      /^GuardUsageError: .*\n\s+at badFact .*\n\s+at dayText .*\n\s+at \S*factDate /u,
    );
    const [, source = "", line = ""] =
      /at dayText \((?:file:\/\/)?(.*):(\d+):\d+\)/u.exec(mapped.output) ?? [];
    expect(source).toBe(join(folder, "src/facts.ts"));
    const lines = (await readFile(source, "utf8")).split("\n");
    expect(lines[Number(line) - 1]).toContain("badFact(");
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
