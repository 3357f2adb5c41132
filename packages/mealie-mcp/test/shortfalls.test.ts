import { describe, expect, it } from "vitest";
import { shortfallsOf } from "../src/shortfalls.ts";

const of = (version: string | undefined, { offered = ["suggest_recipes"], demo = false } = {}): string[] =>
  shortfallsOf({ version, demo }, offered);

describe("what will not work with a Mealie", () => {
  it("is nothing with a current one, and with one whose version says nothing", () => {
    for (const version of ["v3.23.1", "v10.0.0", "nightly", undefined]) expect(of(version)).toEqual([]);
  });

  it("is suggestions in the first versions of 2, where they are offered", () => {
    expect(of("v2.0.0")).toEqual([expect.stringContaining("suggest_recipes will not work")]);
    expect(of("v2.0.0", { offered: ["search_recipes"] })).toEqual([]);
    expect(of("v2.10.0")).toEqual([]);
  });

  it("is most of it before version 2", () => {
    expect(of("v1.12.0")).toEqual([expect.stringContaining("older than version 2")]);
  });

  it("is to rely on one that is there to be tried out", () => {
    expect(of("v3.23.1", { demo: true })).toEqual([expect.stringContaining("may vanish")]);
  });
});
