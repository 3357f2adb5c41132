import { expect, it } from "vitest";
import { readArguments } from "../src/arguments.ts";
import { BENCHMARKS } from "../src/benchmarks.ts";

const NAMES = BENCHMARKS.map(({ name }) => name);

it("has the eight benchmarks", () => {
  expect(NAMES.toSorted()).toEqual(
    ["cold-start", "expansion", "growth", "guard", "install", "list-events", "memory", "tokens"].toSorted(),
  );
});

it("runs all of them when none is named", () => {
  expect(readArguments([], NAMES)).toEqual({ names: NAMES, json: false });
});

it("runs those that are named, in the order of the table and each once", () => {
  const wanted = readArguments(["tokens", "--json", "guard", "tokens"], NAMES);
  expect(wanted).toEqual({ names: ["guard", "tokens"], json: true });
});

it("says which benchmarks there are when one is unknown", () => {
  const wanted = readArguments(["guard", "speed"], NAMES);
  expect(wanted).toHaveProperty(
    "problem",
    expect.stringContaining("no benchmark speed; there are cold-start, "),
  );
});

it.each(["--large", "-h", "--json=1"])("knows no option %s", (option) => {
  expect(readArguments([option], NAMES)).toHaveProperty("problem", expect.stringContaining(option));
});
