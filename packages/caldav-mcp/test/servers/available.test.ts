import { expect, it } from "vitest";
import { isAvailable, isRequired, SERVER_NAMES } from "./available.ts";

const NOWHERE = "/nonexistent";
const INSTALLED = SERVER_NAMES.filter((name) => name !== "sandbox");

it.each(INSTALLED)("says that it skips %s, and which program is missing", (name) => {
  const said: string[] = [];
  const surroundings = { path: NOWHERE, required: "", say: (line: string) => said.push(line) };
  expect(isAvailable(name, surroundings)).toBe(false);
  expect(said.join("")).toContain(`skipped: ${name} is not installed (missing: `);
});

it.each(["1", "true", "radicale", "xandikos, Radicale"])(
  "makes a missing server an error with %j",
  (required) => {
    expect(() => isAvailable("radicale", { path: NOWHERE, required })).toThrow("asks for radicale");
  },
);

it("names each missing part of a server that consists of several programs", () => {
  const surroundings = { path: NOWHERE, required: "1" };
  expect(() => isAvailable("cyrus", surroundings)).toThrow(/missing: master, httpd, .*saslpasswd2/);
});

it.each(["", "0", "false", "xandikos"])("asks for nothing else with %j", (required) => {
  expect(isRequired("radicale", required)).toBe(false);
});

it("always has the sandbox", () => {
  expect(isAvailable("sandbox", { path: NOWHERE, required: "1" })).toBe(true);
});
