import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../src/limits.ts";
import { declinedLead, stopText, type StopWhy, tokenText, type TokenTextParts } from "../src/wording.ts";

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
const page = read("docs/no-question.md");
const rows = [...page.matchAll(/^\| (?!the answer says|---)([^|]+) \| (?:`([a-z-]+)` \| )?/gmu)].map(
  ([, says = "", outcome = "token-issued"]) => `${outcome}: ${says}`,
);

/** Typed, so that a new way to end a call does not compile without its name here. */
const WHYS = Object.keys({
  declined: true,
  cancelled: true,
  "not-yes": true,
  "recently-declined": true,
  "timed-out": true,
  "client-failed": true,
  "call-cancelled": true,
  changed: true,
  "wrong-token": true,
  "too-many": true,
  "store-failed": true,
  "cannot-ask": true,
} satisfies Record<StopWhy, true>) as StopWhy[];

const REASONS = Object.keys({
  "no-capability": true,
  "url-only": true,
  "switched-off": true,
  "nobody-connected": true,
  "not-implemented": true,
} satisfies Record<TokenTextParts["reason"], true>) as TokenTextParts["reason"][];

const details = { answerWithinMs: 600_000, noes: DEFAULT_LIMITS.declines, sameRequestId: false };
const NOTHING = "Nothing was changed.";

function stops(): string[] {
  const BOTH = [true, false];
  const variants = BOTH.flatMap((quick) =>
    BOTH.flatMap((answered) =>
      BOTH.flatMap((sameRequestId) =>
        [0, 1, DEFAULT_LIMITS.declines].map((noes) => ({ ...details, quick, answered, sameRequestId, noes })),
      ),
    ),
  );
  const texts = WHYS.flatMap((why) => variants.map((variant) => ({ why, text: stopText(why, variant) })));
  return texts.map(({ why, text }) => {
    expect(text).toContain(NOTHING);
    return `${why}: ${text.slice(0, text.indexOf(` ${NOTHING}`))}`;
  });
}

function tokens(): string[] {
  return REASONS.map((reason) => {
    const parts = { server: "notes-mcp", reason, token: "t", tokenTtlMs: 300_000, description: "" };
    const [first = ""] = tokenText(parts).split("\n");
    expect(first.startsWith(NOTHING)).toBe(true);
    return `token-issued: ${first.slice(NOTHING.length + 1)}`;
  });
}

describe("the page When no question appears", () => {
  it("explains every answer that a call can get, in its own words and with its outcome, and no other", () => {
    expect(rows.toSorted()).toEqual([...new Set([...stops(), ...tokens()])].toSorted());
  });

  it("has the title that the answers cite, and stands in the package under that title", () => {
    const [, title = ""] =
      /"([^"]+)" in the confirm-guard documentation/u.exec(
        stopText("timed-out", { ...details, quick: false, answered: false }),
      ) ?? [];
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
