import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { cliOf, type Program, PROGRAMS } from "../programs.ts";
import { SECRET } from "./case.ts";
import { INITIALIZE } from "./initialize.ts";

const WINDOWS = process.platform === "win32";

const SETTINGS: Record<Program, Record<string, string>> = {
  "caldav-mcp": {
    CALDAV_URL: "https://dav.example.org/",
    CALDAV_USERNAME: "ada",
    CALDAV_PASSWORD: SECRET,
  },
  "mealie-mcp": { MEALIE_URL: "https://mealie.example.org/", MEALIE_API_TOKEN: SECRET },
};

/** Starts a program in a home, asks it one thing, and lets it end. */
async function session(
  program: Program,
  env: Record<string, string>,
  ending: "its input" | "a kill" = "its input",
) {
  const child = spawn(process.execPath, [cliOf(program)], { env: { ...SETTINGS[program], ...env } });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  await once(child.stdout, "readable");
  if (ending === "a kill") child.kill("SIGKILL");
  else child.stdin.end();
  await once(child, "close");
  const [stdout, stderr] = await printed;
  return { answer: JSON.parse(stdout) as unknown, stderr };
}

const answered = (program: Program) => ({ id: 1, result: { serverInfo: { name: program } } });

/** What Node says of each file of the program, when it is asked to. */
async function accepted(program: Program, env: Record<string, string>): Promise<number> {
  const { stderr } = await session(program, { ...env, NODE_DEBUG_NATIVE: "COMPILE_CACHE" });
  return stderr.split("\n").filter((line) => line.includes("was accepted")).length;
}

function newHome(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "compiled-code-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

const homeOf = (folder: string): Record<string, string> =>
  WINDOWS ? { LOCALAPPDATA: folder } : { XDG_CACHE_HOME: folder, HOME: folder };

describe.each(PROGRAMS)("what is compiled of %s", (program) => {
  it("is used by the next start, which prints nothing of it", async () => {
    const home = newHome();
    expect(await session(program, homeOf(home))).toMatchObject({ answer: answered(program), stderr: "" });
    expect(filesIn(home).length).toBeGreaterThan(2);
    expect(await accepted(program, homeOf(home))).toBeGreaterThan(2);
    expect(await session(program, homeOf(home))).toMatchObject({ answer: answered(program), stderr: "" });
  });

  it("holds nothing of the settings and nothing of what was said", async () => {
    const home = newHome();
    await session(program, homeOf(home));
    for (const file of filesIn(home)) {
      const bytes = readFileSync(file);
      for (const word of [SECRET, ...Object.values(SETTINGS[program]), "a-client-program"].filter(
        ({ length }) => length > 3,
      ))
        expect([file, bytes.includes(word), bytes.includes(Buffer.from(word, "utf16le"))]).toEqual([
          file,
          false,
          false,
        ]);
    }
  });

  it.each(["cut", "overwritten", "changed in one byte", "empty"])(
    "costs time alone when it is %s",
    async (how) => {
      const home = newHome();
      await session(program, homeOf(home));
      for (const file of filesIn(home)) spoil(file, how);
      expect(await accepted(program, homeOf(home))).toBe(0);
      for (const file of filesIn(home)) spoil(file, how);
      expect(await session(program, homeOf(home))).toMatchObject({ answer: answered(program), stderr: "" });
    },
  );

  it.skipIf(WINDOWS)("is not kept where others can write", async () => {
    const home = newHome();
    mkdirSync(join(home, program));
    chmodSync(join(home, program), 0o777);
    expect(await session(program, homeOf(home))).toMatchObject({ answer: answered(program), stderr: "" });
    expect(filesIn(home)).toEqual([]);
  });

  it("is not kept when Node is told not to", async () => {
    const home = newHome();
    await session(program, { ...homeOf(home), NODE_DISABLE_COMPILE_CACHE: "1" });
    expect(readdirSync(home)).toEqual([]);
  });

  it("is where Node is told to keep it", async () => {
    const [home, other] = [newHome(), newHome()];
    await session(program, { ...homeOf(home), NODE_COMPILE_CACHE: other });
    expect(readdirSync(home)).toEqual([]);
    expect(filesIn(other).length).toBeGreaterThan(2);
  });

  it("leaves nothing half written when the program is killed", async () => {
    const home = newHome();
    await session(program, homeOf(home), "a kill");
    expect(filesIn(home)).toEqual([]);
    expect(await session(program, homeOf(home))).toMatchObject({ answer: answered(program), stderr: "" });
  });

  it("is written while the program runs, for whoever kills it", async () => {
    const home = newHome();
    const child = spawn(process.execPath, [cliOf(program)], {
      env: { ...SETTINGS[program], ...homeOf(home) },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    await expect.poll(() => filesIn(home).length, { timeout: 60_000, interval: 200 }).toBeGreaterThan(2);
    child.kill("SIGKILL");
    await once(child, "close");
    expect(await accepted(program, homeOf(home))).toBeGreaterThan(2);
  });

  it.each([
    ["no home", () => ({})],
    ["a home that is not there", () => ({ HOME: join(newHome(), "nobody") })],
    ["a file for a home", () => ({ HOME: process.execPath })],
    // Nothing can be made there, whoever asks.
    ...(existsSync("/proc/self") ? [["a read-only home", () => ({ HOME: "/proc/self" })] as const] : []),
  ] as const)("is not missed: %s", async (_, env) => {
    expect(await session(program, env())).toMatchObject({ answer: answered(program), stderr: "" });
  });
});

function spoil(file: string, how: string): void {
  const { size } = statSync(file);
  if (how === "empty") return truncateSync(file);
  if (how === "cut") return truncateSync(file, Math.floor(size / 2));
  const bytes = readFileSync(file);
  if (how === "overwritten") bytes.fill(0x5a);
  else bytes.writeUInt8(bytes.readUInt8(size - 9) ^ 0x10, size - 9);
  writeFileSync(file, bytes);
}
