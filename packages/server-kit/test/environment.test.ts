import { describe, expect, it } from "vitest";

import {
  readInteger,
  readList,
  readServerUrl,
  readStrictSwitch,
  readText,
  readTolerantSwitch,
  readZone,
} from "../src/environment.ts";
import { ConfigError } from "../src/errors.ts";

const refusalOf = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("expected a ConfigError");
};

describe("a switch that lifts a protection", () => {
  it.each([
    ["true", true],
    ["false", false],
    ["", false],
    [undefined, false],
  ])("reads %o as %o", (value, expected) => {
    expect(readStrictSwitch({ S: value }, "S")).toBe(expected);
  });

  it.each(["TRUE", "True", " true", "1", "yes", "on", "0", "no"])("refuses %o", (value) => {
    expect(refusalOf(() => readStrictSwitch({ S: value }, "S"))).toBe(
      "S must be exactly true, or false, or unset.",
    );
  });
});

describe("a switch that adds a protection", () => {
  it.each(["1", "true", "TRUE", "yes", "Yes", " true "])("is on for %o", (value) => {
    expect(readTolerantSwitch({ S: value }, "S")).toBe(true);
  });

  it.each(["0", "false", "No", "", "  ", undefined])("is off for %o", (value) => {
    expect(readTolerantSwitch({ S: value }, "S")).toBe(false);
  });

  it.each(["on", "ture", "enabled", "2", ","])("does not silently stay off for %o", (value) => {
    expect(refusalOf(() => readTolerantSwitch({ S: value }, "S"))).toBe(
      "S must be 1, true or yes to switch it on; 0, false, no or unset to leave it off.",
    );
  });
});

describe("a number", () => {
  const read = (value: string | undefined) =>
    readInteger({ N: value }, "N", { min: 1, max: 500, fallback: 100 });

  it.each([
    ["1", 1],
    ["500", 500],
    [" 20 ", 20],
    [undefined, 100],
    ["", 100],
  ])("reads %o as %o", (value, expected) => {
    expect(read(value)).toBe(expected);
  });

  it.each(["0", "501", "-1", "1.5", "1e2", "0x10", "ten", "9".repeat(400)])("refuses %o", (value) => {
    expect(refusalOf(() => read(value))).toBe("N must be a whole number from 1 to 500.");
  });
});

describe("a list", () => {
  it("is split at commas and trimmed", () => {
    expect(readList({ L: " a, b ,,c " }, "L", { whenEmpty: "refuse" })).toEqual(["a", "b", "c"]);
  });

  it("is undefined when it is not set", () => {
    expect(readList({}, "L", { whenEmpty: "refuse" })).toBeUndefined();
  });

  it.each(["", " ", "\t\n"])("that is empty or blank (%o) is what its reader says it is", (value) => {
    expect(readList({ L: value }, "L", { whenEmpty: "unset" })).toBeUndefined();
    expect(refusalOf(() => readList({ L: value }, "L", { whenEmpty: "refuse" }))).toContain(
      "L is set but names nothing",
    );
  });

  it.each([",", " , ", ",,", "\t,\n"])("of commas without a name (%o) is never taken for unset", (value) => {
    for (const whenEmpty of ["unset", "refuse"] as const) {
      expect(refusalOf(() => readList({ L: value }, "L", { whenEmpty }))).toBe(
        "L is set but names nothing. Name at least one entry, separated by commas, or unset it.",
      );
    }
  });
});

describe("the address of the server", () => {
  const read = (value: string | undefined, allowPlaintext = false) =>
    readServerUrl({ U: value }, "U", { allowPlaintext, plaintextSwitch: "PLAIN" });

  it.each([
    "https://dav.example.org",
    "https://dav.example.org:8443/sub/path/",
    "http://localhost:5232/",
    "http://127.0.0.1",
    "http://[::1]:80/",
  ])("may be %s", (address) => {
    expect(read(address)?.href).toBe(new URL(address).href);
  });

  it("is undefined when it is not set", () => {
    expect(read(undefined)).toBeUndefined();
    expect(read("  ")).toBeUndefined();
  });

  it.each([
    ["dav.example.org", "begins with https://"],
    ["ftp://dav.example.org", "begins with https://"],
    ["https://", "begins with https://"],
    ["https://ada:hunter2@dav.example.org", "user name or password"],
    ["https://ada@dav.example.org", "user name or password"],
    ["https://dav.example.org/?token=hunter2", "query"],
    ["https://dav.example.org/?", "query"],
    ["https://dav.example.org/#hunter2", "fragment"],
    ["http://dav.example.org/", "PLAIN=true"],
    ["http://127.0.0.1.example.org/", "PLAIN=true"],
    ["http://localhost.example.org/", "PLAIN=true"],
  ])("may not be %s", (address, reason) => {
    const message = refusalOf(() => read(address));
    expect(message).toMatch(/^U must/);
    expect(message).toContain(reason);
    expect(message).not.toContain("hunter2");
    expect(message).not.toContain("\n");
  });

  it("may be plain http where somebody accepted that", () => {
    expect(read("http://dav.example.org/", true)?.protocol).toBe("http:");
  });
});

describe("a time zone", () => {
  it("is a name that Node knows, or the fallback", () => {
    expect(readZone({ Z: "Europe/Berlin" }, "Z", { fallback: "UTC" })).toBe("Europe/Berlin");
    expect(readZone({}, "Z", { fallback: "UTC" })).toBe("UTC");
  });

  it.each(["+02:00", "Berlin time", "Europe/Nowhere", "../etc", "a".repeat(100)])("is not %o", (value) => {
    expect(refusalOf(() => readZone({ Z: value }, "Z", { fallback: "UTC" }))).toContain(
      "Z must be an IANA time zone",
    );
  });
});

it("counts a blank value as not given", () => {
  expect(readText({ A: " \t" }, "A")).toBeUndefined();
});
