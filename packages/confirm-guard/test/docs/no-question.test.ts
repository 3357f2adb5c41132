import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/limits.ts";
import { declinedLead, stopText } from "../../src/wording.ts";
import { everyAnswer } from "./answers.ts";

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const page = read("docs/no-question.md");
const rows = [...page.matchAll(/^\| (?!the answer says|---)([^|]+) \| (?:`([a-z-]+)` \| )?/gmu)].map(
  ([, says = "", outcome = "token-issued"]) => `${outcome}: ${says}`,
);

describe("the page When no question appears", () => {
  it("explains every answer that a call can get, in its own words and with its outcome, and no other", () => {
    expect(rows.toSorted()).toEqual(everyAnswer());
  });

  it("has the title that the answers cite, and stands in the package under that title", () => {
    const details = { answerWithinMs: 600_000, noes: 0, quick: false, answered: false, sameRequestId: false };
    const [, title = ""] =
      /"([^"]+)" in the confirm-guard documentation/u.exec(stopText("timed-out", details)) ?? [];
    expect(page.startsWith(`# ${title}\n`)).toBe(true);
    expect(read("README.md")).toContain(`## ${title}\n`);
    const { files }: { files: string[] } = JSON.parse(read("package.json"));
    expect(files).toContain("docs");
  });

  it("names the limits that hold", () => {
    // How many questions fit into memory is nothing that a caller meets.
    const { pending: _pending, ...met } = DEFAULT_LIMITS;
    for (const [name, value] of Object.entries(met)) expect(page).toContain(`\`limits.${name}\` (${value})`);
    expect(page).toContain(declinedLead(40_000));
  });
});
