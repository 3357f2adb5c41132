import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { cliOf, PROGRAMS } from "../programs.ts";
import { INITIALIZE } from "./initialize.ts";

const WINDOWS = process.platform === "win32";

/** Starts a program with all three streams in the hands of the test. */
function begin(program: (typeof PROGRAMS)[number], args: string[] = []) {
  const child = spawn(process.execPath, [cliOf(program), ...args], { env: {} });
  const ended = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  return { child, ended };
}

const printedBy = ({ stdout, stderr }: { stdout: Readable; stderr: Readable }) =>
  Promise.all([text(stdout), text(stderr)]);

describe.each(PROGRAMS)("%s", (program) => {
  it("ends without a word when its input ends", async () => {
    const { child, ended } = begin(program);
    const printed = printedBy(child);
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
    expect(await printed).toEqual(["", ""]);
  });

  it.skipIf(WINDOWS)("ends without a word at Ctrl-C", async () => {
    const { child, ended } = begin(program);
    const printed = printedBy(child);
    // It answers, so it listens to signals by now.
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    await once(child.stdout, "readable");
    child.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
    const [stdout, stderr] = await printed;
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: program } } });
  });

  it("takes no harm from what is typed into it", async () => {
    const { child, ended } = begin(program);
    const printed = printedBy(child);
    child.stdin.end("help\n\n{}\n");
    expect(await ended).toEqual([0, null]);
    const [stdout, stderr] = await printed;
    expect(stderr).toBe("");
    for (const line of stdout.split("\n").filter((one) => one !== "")) JSON.parse(line);
  });

  it.each([["--help"], ["--tools"], ["--check"], ["--nonsense"]])(
    "does not crash when nobody reads what %s prints",
    async (flag) => {
      const { child, ended } = begin(program, [flag]);
      child.stdout.destroy();
      child.stderr.destroy();
      const [code, signal] = await ended;
      expect(signal).toBeNull();
      expect(code).toBe(flag === "--help" || flag === "--tools" ? 0 : 1);
    },
  );
});

// A shell hands over bytes that no string of this test could hold.
it
  .skipIf(WINDOWS)
  .each([
    ["caldav-mcp", "CALDAV_URL=https://dav.example.org/ CALDAV_USERNAME=ada CALDAV_PASSWORD"] as const,
    ["mealie-mcp", "MEALIE_URL=https://mealie.example.org/ MEALIE_API_TOKEN"] as const,
  ])("%s refuses a secret that is not UTF-8, instead of trying another one", async (program, settings) => {
  const line = `${settings}="hunter2$(printf '\\374')" exec "$0" "$1"`;
  const child = spawn("/bin/sh", ["-c", line, process.execPath, cliOf(program)], {
    env: {},
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = printedBy(child);
  expect(await once(child, "close")).toEqual([1, null]);
  const [stdout, stderr] = await printed;
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^[a-z-]+: [A-Z_]+ must be text in UTF-8; some of its bytes are not\.\n$/);
});
