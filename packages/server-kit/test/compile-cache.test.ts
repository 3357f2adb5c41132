import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

import { compiledFolder, type CompileCacheHost, keepCompiled } from "../src/compile-cache.ts";

const WINDOWS = process.platform === "win32";
const NAME = "notes-mcp";

/** A folder of our own that is gone after the test. */
function home(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "compile-cache-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** This process on Linux, with another environment. */
const here = (env: Record<string, string>, parts: Partial<CompileCacheHost> = {}): CompileCacheHost => ({
  env,
  platform: "linux",
  getBuiltinModule: process.getBuiltinModule.bind(process),
  ...(process.getuid === undefined ? {} : { getuid: process.getuid }),
  ...parts,
});

/** A file system in which everything exists and is in order, and the paths of one platform. */
const elsewhere = (platform: NodeJS.Platform, env: Record<string, string>): CompileCacheHost => {
  const fs = {
    lstatSync: () => ({ isDirectory: () => true, uid: 1000, mode: 0o700 }),
    realpathSync: (folder: string) => folder,
    readdirSync: () => [],
  };
  const modules = new Map<string, object>([
    ["node:fs", fs],
    ["node:path", platform === "win32" ? path.win32 : path.posix],
  ]);
  return {
    env,
    platform,
    ...(platform === "win32" ? {} : { getuid: () => 1000 }),
    getBuiltinModule: (id: string) => modules.get(id),
  };
};

describe("the folder for compiled code", () => {
  it.each<[NodeJS.Platform, Record<string, string>, string | undefined]>([
    ["linux", { HOME: "/home/ada" }, "/home/ada/.cache/notes-mcp/compiled-code"],
    ["linux", { HOME: "/home/ada", XDG_CACHE_HOME: "/big/ada" }, "/big/ada/notes-mcp/compiled-code"],
    ["linux", { HOME: "/home/ada", XDG_CACHE_HOME: "big/ada" }, "/home/ada/.cache/notes-mcp/compiled-code"],
    ["darwin", { HOME: "/Users/ada" }, "/Users/ada/Library/Caches/notes-mcp/compiled-code"],
    [
      "win32",
      { LOCALAPPDATA: "C:\\Users\\ada\\AppData\\Local" },
      "C:\\Users\\ada\\AppData\\Local\\notes-mcp\\compiled-code",
    ],
    ["win32", { HOME: "C:\\Users\\ada" }, undefined],
    ["linux", { HOME: "ada" }, undefined],
    ["linux", { HOME: "" }, undefined],
    ["linux", {}, undefined],
  ])("is the user's own: on %s with %o", (platform, env, expected) => {
    expect(compiledFolder(NAME, elsewhere(platform, env))).toBe(expected);
  });

  it.skipIf(WINDOWS)("is made for this user alone, with what leads to it", () => {
    const HOME = home();
    const folder = compiledFolder(NAME, here({ HOME }));
    expect(folder).toBe(path.join(HOME, ".cache", NAME, "compiled-code"));
    for (const part of [".cache", `.cache/${NAME}`, `.cache/${NAME}/compiled-code`])
      expect(lstatSync(path.join(HOME, part)).mode & 0o777).toBe(0o700);
    expect(compiledFolder(NAME, here({ HOME }))).toBe(folder);
  });

  it("is not made where there is no home", () => {
    const HOME = path.join(home(), "nobody");
    expect(() => compiledFolder(NAME, here({ HOME }))).toThrow("ENOENT");
    expect(lstatSync(HOME, { throwIfNoEntry: false })).toBeUndefined();
  });

  it.skipIf(WINDOWS).each(["", NAME, `${NAME}/compiled-code`])(
    "is not used when another user can write to the caches, here to /%s",
    (part) => {
      const HOME = home();
      compiledFolder(NAME, here({ HOME }));
      for (const mode of [0o720, 0o702]) {
        chmodSync(path.join(HOME, ".cache", part), mode);
        expect(compiledFolder(NAME, here({ HOME }))).toBeUndefined();
      }
    },
  );

  it.skipIf(WINDOWS)("is not used when it belongs to somebody else", () => {
    const HOME = home();
    const mine = process.getuid?.() ?? 0;
    compiledFolder(NAME, here({ HOME }));
    expect(compiledFolder(NAME, here({ HOME }, { getuid: () => mine + 1 }))).toBeUndefined();
  });

  it.skipIf(WINDOWS)("leaves nothing in a home that others can write to", () => {
    const HOME = home();
    chmodSync(HOME, 0o777);
    for (const platform of ["linux", "darwin"] as const)
      expect(compiledFolder(NAME, here({ HOME }, { platform }))).toBeUndefined();
    expect(readdirSync(HOME)).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)("leaves nothing of root's in the home of somebody else", () => {
    const HOME = home();
    chownSync(HOME, 1000, 1000);
    expect(compiledFolder(NAME, here({ HOME }))).toBeUndefined();
    expect(readdirSync(HOME)).toEqual([]);
  });

  it.skipIf(WINDOWS)("is used below a shared folder in which nobody can take the place of another", () => {
    const shared = home();
    chmodSync(shared, 0o1777);
    mkdirSync(path.join(shared, "ada"), { mode: 0o700 });
    expect(compiledFolder(NAME, here({ HOME: path.join(shared, "ada") }))).toBeDefined();
    chmodSync(shared, 0o777);
    expect(compiledFolder(NAME, here({ HOME: path.join(shared, "ada") }))).toBeUndefined();
  });

  it.skipIf(WINDOWS).each([NAME, `${NAME}/compiled-code`])("is not used when %s is a link", (part) => {
    const HOME = home();
    const folder = path.join(HOME, ".cache", part);
    mkdirSync(path.join(HOME, "other", "compiled-code"), { recursive: true, mode: 0o700 });
    mkdirSync(path.dirname(folder), { recursive: true, mode: 0o700 });
    symlinkSync(path.join(HOME, "other"), folder);
    expect(compiledFolder(NAME, here({ HOME }))).toBeUndefined();
  });

  it.skipIf(WINDOWS)("is where a link leads that the user has laid for all caches", () => {
    const HOME = home();
    const disk = path.join(HOME, "disk");
    mkdirSync(disk, { mode: 0o700 });
    symlinkSync(disk, path.join(HOME, ".cache"));
    expect(compiledFolder(NAME, here({ HOME }))).toBe(path.join(disk, NAME, "compiled-code"));
    chmodSync(disk, 0o777);
    expect(compiledFolder(NAME, here({ HOME }))).toBeUndefined();
  });

  it.skipIf(WINDOWS)(
    "is emptied when old versions have left more than a hundred files in it, and nothing beside it is",
    () => {
      const HOME = home();
      const folder = compiledFolder(NAME, here({ HOME })) ?? "";
      const beside = path.join(HOME, ".cache", NAME, "notes");
      writeFileSync(beside, "");
      mkdirSync(path.join(folder, "v22"));
      for (let file = 1; file < 100; file += 1) writeFileSync(path.join(folder, "v22", `${file}`), "");
      compiledFolder(NAME, here({ HOME }));
      expect(lstatSync(path.join(folder, "v22", "99")).isFile()).toBe(true);
      writeFileSync(path.join(folder, "v22", "100"), "");
      expect(compiledFolder(NAME, here({ HOME }))).toBe(folder);
      expect(lstatSync(path.join(folder, "v22"), { throwIfNoEntry: false })).toBeUndefined();
      expect(lstatSync(folder).mode & 0o777).toBe(0o700);
      expect(lstatSync(beside).isFile()).toBe(true);
    },
  );
});

describe("keeping compiled code", () => {
  /** A host whose Node remembers which folder it was given. */
  function withModule(env: Record<string, string>, module: Record<string, unknown> = {}) {
    const given: unknown[] = [];
    const known = { enableCompileCache: (folder: unknown) => given.push(folder), ...module };
    const getBuiltinModule = ((id: string) =>
      id === "node:module" ? known : process.getBuiltinModule(id)) as NonNullable<
      CompileCacheHost["getBuiltinModule"]
    >;
    return { given, host: here(env, { getBuiltinModule }) };
  }

  it.skipIf(WINDOWS)("names the folder to Node", () => {
    const HOME = home();
    const { given, host } = withModule({ HOME });
    keepCompiled(NAME, host);
    expect(given).toEqual([path.join(HOME, ".cache", NAME, "compiled-code")]);
  });

  it.each(["NODE_COMPILE_CACHE", "NODE_DISABLE_COMPILE_CACHE"])(
    "leaves everything to Node when %s is set",
    (name) => {
      const HOME = home();
      const { given, host } = withModule({ HOME, [name]: "1" });
      keepCompiled(NAME, host);
      expect(given).toEqual([]);
      expect(lstatSync(path.join(HOME, ".cache"), { throwIfNoEntry: false })).toBeUndefined();
    },
  );

  it.each(["EROFS", "ENOSPC", "EACCES"])("does without when the disk says %s", (code) => {
    const refuse = (): never => {
      throw Object.assign(new Error(code), { code });
    };
    const fs = { ...process.getBuiltinModule("node:fs"), mkdirSync: refuse };
    const getBuiltinModule = ((id: string) =>
      id === "node:fs" ? fs : process.getBuiltinModule(id)) as NonNullable<
      CompileCacheHost["getBuiltinModule"]
    >;
    expect(() => keepCompiled(NAME, here({ HOME: home() }, { getBuiltinModule }))).not.toThrow();
  });

  it("does without on a Node that has no such thing", () => {
    const { getBuiltinModule: _, ...old } = here({ HOME: home() });
    expect(() => keepCompiled(NAME, old)).not.toThrow();
  });
});
