import { describe, expect, it } from "vitest";
import { COLUMNS, hanging, wrap } from "../src/wrap.ts";

const SENTENCE = Array.from({ length: 30 }, (_, index) => `word${index}`).join(" ");

describe("a line for a terminal", () => {
  it("stays as it is when it fits", () => {
    expect(hanging(`  ${"a b ".repeat(18)}`)).toEqual([`  ${"a b ".repeat(18)}`]);
  });

  it("is broken at spaces, each further line two columns further in", () => {
    const [first = "", ...rest] = hanging(`  ${SENTENCE}`);
    expect(first).toMatch(/^ {2}word0 /);
    for (const line of rest) expect(line).toMatch(/^ {4}word/);
    for (const line of [first, ...rest]) expect(line.length).toBeLessThanOrEqual(COLUMNS);
    expect([first, ...rest].map((line) => line.trim()).join(" ")).toBe(SENTENCE);
  });

  it("keeps a long word whole, such as an address that somebody copies", () => {
    const address = `https://cloud.example.org/${"x".repeat(100)}/`;
    expect(wrap(`Account: ${address} and more`, COLUMNS)).toEqual(["Account:", address, "and more"]);
  });
});
