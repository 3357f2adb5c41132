import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { McpServer } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { ConfigError } from "../src/errors.ts";
import { type ProgramHost, runProgram, type ServerProgram } from "../src/program.ts";

type Config = { elicitation: boolean };

const PROGRAM: ServerProgram<Config> = {
  name: "a-server",
  version: "1.2.3",
  summary: "Serves.",
  variables: [],
  readConfig: () => ({ elicitation: true }),
  offeredTools: () => [],
  createServerFactory: () => () => new McpServer({ name: "a-server", version: "1.2.3" }),
  check: () => Promise.resolve({ ok: true, text: "All is well.\n" }),
  demoConfig: (config) => Promise.resolve(config),
};

const badSettings = (): never => {
  throw new ConfigError("A_URL must be a full address.");
};

/** Runs it until it exits or has nothing more to do. */
async function run(parts: Partial<ServerProgram<Config>>, ...args: string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const codes: unknown[] = [];
  const exit = (code: unknown) => void codes.push(code);
  const host = {
    argv: ["node", "a-server", ...args],
    env: {},
    stdin,
    stdout,
    stderr,
    exit,
    once: () => host,
  };
  await runProgram({ ...PROGRAM, ...parts }, host as unknown as ProgramHost);
  stdout.end();
  stderr.end();
  return { code: codes[0] ?? 0, stdout: await text(stdout), stderr: await text(stderr) };
}

describe("a program", () => {
  it.each([["--help"], ["--version"]])("answers %s whatever the settings are", async (flag) => {
    const { code, stdout, stderr } = await run({ readConfig: badSettings }, flag);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("1.2.3");
  });

  it.each([[["--check"]], [["--tools"]], [[]]])("refuses bad settings in one line (%o)", async (args) => {
    expect(await run({ readConfig: badSettings }, ...args)).toEqual({
      code: 1,
      stdout: "",
      stderr: "a-server: A_URL must be a full address.\n",
    });
  });

  it("names a wrong argument before wrong settings", async () => {
    const { stderr } = await run({ readConfig: badSettings }, "--chekc");
    expect(stderr).toMatch(/^a-server: Argument 1 is unknown\./);
  });

  it("takes the credentials out of the environment whatever is asked", async () => {
    let read = 0;
    const readConfig = () => {
      read += 1;
      return { elicitation: true };
    };
    for (const flag of ["--help", "--version", "--tools", "--check", "--nonsense"])
      await run({ readConfig }, flag);
    expect(read).toBe(5);
  });

  it("exits with what the check found, when its text is out", async () => {
    const check = () => Promise.resolve({ ok: false, text: "Not working: because.\n" });
    expect(await run({ check }, "--check")).toEqual({
      code: 1,
      stdout: "Not working: because.\n",
      stderr: "",
    });
    expect(await run({}, "--check")).toEqual({ code: 0, stdout: "All is well.\n", stderr: "" });
  });

  it("says of an error of its own only of what kind it is", async () => {
    const check = () => Promise.reject(new RangeError("hunter2 at /home/ada"));
    const { code, stdout, stderr } = await run({ check }, "--check");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^a-server: This failed inside a-server \(RangeError\); [^\n]*\n$/);
    expect(stderr).not.toMatch(/hunter2|ada/);
  });
});
