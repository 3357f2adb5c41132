import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { VARIABLES } from "../../src/config.ts";
import { TOOLS } from "../../src/tools/index.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** The part of the page under a heading. */
const chapter = (title: string): string => readme.split(/^## /m).find((part) => part.startsWith(title)) ?? "";

/** What stands in a table after the name of a tool, up to the next one. */
const noteOn = (name: string): string => {
  const [, rest = ""] = chapter("Tools").split(`\`${name}\``);
  return rest.split(/[`|]/, 1)[0] ?? "";
};

describe("the README", () => {
  it("has a row for each setting, in the order of --help", () => {
    const rows = [...chapter("Settings").matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual(VARIABLES.map(({ name }) => name));
  });

  it("says of each tool whether it asks and whether it is in the preset", () => {
    const said = TOOLS.map(({ name }) => ({
      name,
      asks: noteOn(name).includes("**asks**"),
      essential: noteOn(name).includes("★"),
    }));
    expect(said).toEqual(TOOLS.map(({ name, guarded, essential }) => ({ name, asks: guarded, essential })));
  });

  it("counts the tools, and those that only read", () => {
    const reading = TOOLS.filter(({ annotations }) => annotations.readOnlyHint).length;
    expect(chapter("Tools")).toContain(`${TOOLS.length}, of which ${reading} only read.`);
  });
});
