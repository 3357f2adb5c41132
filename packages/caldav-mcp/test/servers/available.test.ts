import { expect, it } from "vitest";
import { isAvailable, isRequired } from "./available.ts";

const NOWHERE = "/nonexistent";

it("says which server it skips", () => {
  const said: string[] = [];
  const surroundings = { path: NOWHERE, required: "", say: (line: string) => said.push(line) };
  expect(isAvailable("radicale", surroundings)).toBe(false);
  expect(said.join("")).toContain("skipped: radicale");
});

it.each(["1", "true", "radicale", "xandikos, Radicale"])(
  "makes a missing server an error with %j",
  (required) => {
    expect(() => isAvailable("radicale", { path: NOWHERE, required })).toThrow("asks for radicale");
  },
);

it.each(["", "0", "false", "xandikos"])("asks for nothing else with %j", (required) => {
  expect(isRequired("radicale", required)).toBe(false);
});

it("always has the sandbox", () => {
  expect(isAvailable("sandbox", { path: NOWHERE, required: "1" })).toBe(true);
});
