import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { VARIABLES } from "../../src/config.ts";
import { TOOLS } from "../../src/tools/index.ts";

const README = readFileSync(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");

/** Without the line breaks of a paragraph. */
const PROSE = README.replaceAll(/\s+/g, " ");

/** What stands in the README between one heading and the next. */
function section(title: string): string {
  const [, text = ""] = README.split(`\n## ${title}\n`);
  return text.split("\n## ")[0] ?? "";
}

describe("the README of mealie-mcp", () => {
  it("has a row for each setting, and for no other", () => {
    const rows = [...section("Settings").matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = ""]) => name);
    expect(rows.toSorted()).toEqual(VARIABLES.map(({ name }) => name).toSorted());
  });

  it("says of each tool whether it asks, and whether it is essential", () => {
    const said = [...section("Tools").matchAll(/`([a-z_]+)`( ★)?( \(\*asks\*\))?(?=,| \|)/g)].map(
      ([, name = "", star, asks]) => ({ name, essential: star !== undefined, guarded: asks !== undefined }),
    );
    const byName = (one: { name: string }, other: { name: string }): number =>
      one.name < other.name ? -1 : 1;
    const tools = TOOLS.map(({ name, essential, guarded }) => ({ name, essential, guarded }));
    expect(said.toSorted(byName)).toEqual(tools.toSorted(byName));
  });

  it("counts the tools as they are", () => {
    const reading = TOOLS.filter(({ annotations }) => annotations.readOnlyHint).length;
    expect(PROSE).toContain(`${TOOLS.length} tools; eleven of them ask`);
    expect(TOOLS.filter(({ guarded }) => guarded)).toHaveLength(11);
    expect(PROSE).toContain(`only the ${reading} tools that read`);
  });

  it("has JSON in its blocks of JSON", () => {
    const blocks = [...README.matchAll(/```json\n(.*?)```/gs)].map(([, block = ""]) => block);
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) expect(() => JSON.parse(block)).not.toThrow();
  });
});
