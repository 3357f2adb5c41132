import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative, resolve } from "node:path";

import { describe, expect, it } from "vitest";

import * as sdkAdapter from "../../src/adapters/sdk.ts";
import * as adapter from "../../src/adapters/server.ts";
import * as core from "../../src/index.ts";
import * as redis from "../../src/redis.ts";

const PACKAGE = resolve(import.meta.dirname, "../..");
const SRC = join(PACKAGE, "src");

const read = new Map<string, string[]>();

/** Every module a source file names, in whatever way; type-only imports are gone once compiled, but count here. */
function importsOf(file: string): string[] {
  const known = read.get(file);
  if (known !== undefined) return known;
  const source = readFileSync(file, "utf8").replaceAll(/^\s*(?:\/?\*|\/\/).*$/gmu, "");
  const patterns = [/\bfrom\s+"([^"]+)"/gu, /\bimport\s*\(\s*"([^"]+)"\s*\)/gu, /^import\s+"([^"]+)"/gmu];
  const found = patterns.flatMap((pattern) => [...source.matchAll(pattern)].map((match) => match[1] ?? ""));
  read.set(file, found);
  return found;
}

/** The files reachable from one entry, and the packages that they name. */
function graphOf(entry: string): { files: string[]; packages: Map<string, string[]> } {
  const files = new Set<string>();
  const packages = new Map<string, string[]>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const name of importsOf(file)) {
      if (name.startsWith(".")) visit(resolve(dirname(file), name));
      else if (!isBuiltin(name) || !name.startsWith("node:")) {
        packages.set(name, [...(packages.get(name) ?? []), relative(SRC, file)]);
      }
    }
  };
  visit(entry);
  return { files: [...files].map((file) => relative(SRC, file)), packages };
}

describe("the core", () => {
  it("imports nothing but Node's own modules", () => {
    const { files, packages } = graphOf(join(SRC, "index.ts"));
    expect([...packages]).toEqual([]);
    expect(files).toContain("guard.ts");
    expect(files.length).toBeGreaterThan(20);
  });

  it("reaches no adapter, and nothing of the testing kit", () => {
    const { files } = graphOf(join(SRC, "index.ts"));
    expect(files.filter((file) => file.startsWith("testing/"))).toEqual([]);
    expect(files.filter((file) => file.startsWith("adapters/"))).toEqual([]);
  });

  it("has no runtime dependency, and every peer is optional", () => {
    const manifest = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.optionalDependencies).toBeUndefined();
    for (const peer of Object.keys(manifest.peerDependencies)) {
      expect(manifest.peerDependenciesMeta[peer]).toEqual({ optional: true });
    }
  });

  it("reads process.env in one file", () => {
    const own = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && !file.startsWith("testing"),
    );
    const readers = own.filter((file) => /process\.env/u.test(readFileSync(join(SRC, file), "utf8")));
    expect(readers).toEqual(["environment.ts"]);
  });
});

describe("the rooms of the package", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const reachedFrom = (file: string): Set<string> =>
    new Set(
      importsOf(join(SRC, file))
        .filter((name) => name.startsWith("."))
        .flatMap((name) => graphOf(resolve(dirname(join(SRC, file)), name)).files),
    );

  it("have no circle of imports, types included", () => {
    expect(files.filter((file) => reachedFrom(file).has(file))).toEqual([]);
  });

  it("point one way: the reading of text knows nothing of frames, and neither knows of calls", () => {
    const below = (room: string) => files.filter((file) => file.startsWith(`${room}/`));
    const reached = (room: string) => below(room).flatMap((file) => [...reachedFrom(file)]);
    expect(below("text").length).toBeGreaterThan(5);
    expect(reached("text").filter((file) => file.includes("/") && !file.startsWith("text/"))).toEqual([]);
    expect(
      reached("framing").filter((file) => /^(?:adapters|testing)\/|^(?:guard|run)\.ts/u.test(file)),
    ).toEqual([]);
    expect(reached("testing").filter((file) => !file.startsWith("testing/"))).toEqual([]);
  });
});

describe("what the package offers", () => {
  it("is this list and nothing else", () => {
    expect(Object.keys(core).sort()).toEqual([
      "CONFIRM_TOKEN",
      "CONFIRM_TOKEN_DESCRIPTION",
      "ElicitFailure",
      "FRAME_INSTRUCTIONS",
      "GuardUsageError",
      "OUTCOME_META_KEY",
      "SECRET_WORDS",
      "clean",
      "confirmTokenField",
      "createGuard",
      "exact",
      "factDate",
      "factHost",
      "factId",
      "frame",
      "isPlainId",
      "ordered",
      "quote",
      "readElicitation",
      "set",
      "signals",
      "untrusted",
      "untrustedResult",
    ]);
    expect(Object.keys(adapter).sort()).toEqual([
      "CONFIRM_TOKEN",
      "CONFIRM_TOKEN_DESCRIPTION",
      "callerOf",
      "composeRequestState",
      "confirmTokenField",
      "guardedTool",
      "portOf",
      "principalOf",
    ]);
    expect(Object.keys(redis)).toEqual(["redisStore"]);
    expect(Object.keys(sdkAdapter).sort()).toEqual([
      "CONFIRM_TOKEN",
      "CONFIRM_TOKEN_DESCRIPTION",
      "callerOf",
      "confirmTokenField",
      "guardedTool",
      "portOf",
      "principalOf",
    ]);
  });
});

describe("the adapter for SDK v2", () => {
  it("imports that SDK and no other", () => {
    const { packages } = graphOf(join(SRC, "adapters/server.ts"));
    expect([...packages.keys()]).toEqual(["@modelcontextprotocol/server"]);
  });
});

describe("the store on Redis", () => {
  it("imports nothing, since the caller brings the client", () => {
    const { files, packages } = graphOf(join(SRC, "redis.ts"));
    expect([...packages]).toEqual([]);
    expect(files.sort()).toEqual(["redis.ts", "store.ts"]);
  });
});

describe("the adapter for SDK v1", () => {
  it("imports that SDK and its zod, and no other", () => {
    const { packages } = graphOf(join(SRC, "adapters/sdk.ts"));
    const names = [...packages.keys()].map((name) => /^(?:@[^/]+\/)?[^/]+/u.exec(name)?.[0]);
    expect(new Set(names)).toEqual(new Set(["@modelcontextprotocol/sdk", "zod"]));
  });
});
