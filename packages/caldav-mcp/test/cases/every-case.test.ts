import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The reports from the field that this program answers, by number; each stands for its kind. */
const CASES = (
  "F01 F04 F07 F10 F11 F14 F15 F16 F18 F20 F21 F24 F25 F27 F29 F31 F32 F33 F36 F37 " +
  "F38 F40 F41 F42 F44 F45 F47 F50 F51 F53 F57 F58 F60 F62 F64 F68 F69 F72 F75 F77 " +
  "F80 F81 F85 F87 F91 F92 F93 F95 F96 F97 F100 F101 F104 F105 F107 F108 F110 F112 F114 F116 " +
  "F119 F121 F123 F124 F125 F128"
).split(" ");

const packages = new URL("../../../", import.meta.url);

describe("every case from the field", () => {
  const titles = ["caldav-mcp", "server-kit"]
    .flatMap((name) => sourcesIn(new URL(`${name}/test/`, packages)))
    .filter(({ pathname }) => pathname.endsWith(".test.ts") && !pathname.endsWith("/every-case.test.ts"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const named = new Set(
    [...titles.matchAll(/\((F\d{2,3}(?:, F\d{2,3})*)\)/g)].flatMap(([, numbers = ""]) => numbers.split(", ")),
  );

  it.each(CASES)("%s is shown by a test that names it", (number) => {
    expect(named).toContain(number);
  });
});

describe("docs/cases.md", () => {
  const rows = readFileSync(new URL("../docs/cases.md", packages), "utf8").matchAll(/^\| (F\d+) \| \S/gm);
  const listed = [...rows].map(([, number]) => number);
  const cited = new Set(
    ["caldav-mcp", "sandbox", "server-kit"].flatMap((name) =>
      ["src", "test"].flatMap((room) => sourcesIn(new URL(`${name}/${room}/`, packages)).flatMap(numbersIn)),
    ),
  );

  it("says what each number means that stands in a source or a test, and lists no other", () => {
    expect(listed.toSorted()).toEqual([...cited].toSorted());
  });
});

function sourcesIn(folder: URL): URL[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => new URL(name.replaceAll("\\", "/"), folder));
}

function numbersIn(file: URL): string[] {
  return readFileSync(file, "utf8").match(/\bF\d{2,3}\b/g) ?? [];
}
