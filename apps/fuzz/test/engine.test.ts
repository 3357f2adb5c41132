import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mutatedJson } from "../src/generators/mutated-json.ts";
import { mutatedText } from "../src/generators/mutated-text.ts";
import { defineTarget } from "../src/target.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

const withFault = (check: (text: string) => void, more: { caseMs?: number } = {}) =>
  defineTarget({
    ...more,
    name: "faulty",
    bounded: 1_000,
    open: () => ({ cases: mutatedText(fc.constant("BEGIN:VEVENT"), ["RRULE"]), check }),
  });

describe("a target", () => {
  it("finds a fault, makes the case small, and finds it again by its seed", async () => {
    const target = withFault((text) => {
      if (text.includes("RRULE")) throw new Error("found");
    });
    const failure = await target.batch({ seed: 7, cases: 1_000 });
    expect(failure).toMatchObject({ target: "faulty", seed: 7, error: { message: "found" } });
    expect(failure?.shown).toContain("RRULE");
    expect(failure?.shown.length).toBeLessThan(40);
    expect(await target.batch({ seed: 7, cases: 1_000 })).toMatchObject({ path: failure?.path });
  });

  it("counts a case that takes too long as a find", async () => {
    const target = withFault(
      () => {
        const until = process.cpuUsage().user + 30_000;
        while (process.cpuUsage().user < until);
      },
      { caseMs: 20 },
    );
    expect(await target.batch({ seed: 1, cases: 1 })).toMatchObject({
      error: { message: expect.stringMatching(/^One case took \d+ ms\.$/u) },
    });
  });
});

describe("the generators", () => {
  it("change most texts, and leave some as they are", () => {
    const texts = fc.sample(mutatedText(fc.constant("BEGIN:VEVENT"), ["RRULE"]), { seed: 1, numRuns: 500 });
    const unchanged = texts.filter((text) => text === "BEGIN:VEVENT").length;
    expect(unchanged).toBeGreaterThan(5);
    expect(unchanged).toBeLessThan(150);
  });

  it("reach every member of a message, and own members named __proto__", () => {
    const message = { a: { b: [1, 2] }, c: "d" };
    const all = fc.sample(mutatedJson(fc.constant<unknown>(message), ["w", 0]), { seed: 1, numRuns: 2_000 });
    const texts = all.map((one) => JSON.stringify(one) ?? "nothing");
    const expected = ['"__proto__":', '{"a":{"b":[1,2]}}', '{"a":{"b":[2]}', '"c":"w"', "[1,0]", "nothing"];
    expect(expected.filter((part) => !texts.some((text) => text.includes(part)))).toEqual([]);
  });
});

describe("the command line", () => {
  it.each([["--seed", "x"], ["nobody"], ["--fast"]])("refuses %s with what it takes", async (...args) => {
    const child = spawn(process.execPath, [MAIN, ...args], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += String(chunk);
    });
    expect(await once(child, "close")).toEqual([2, null]);
    expect(said).toMatch(/^fuzz: .*\n\nnpm run fuzz -- /u);
  });
});
