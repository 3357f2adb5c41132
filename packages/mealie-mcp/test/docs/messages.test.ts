import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { driftOf } from "../../../server-kit/test/messages/drift.ts";
import { KIT_MESSAGES } from "../../../server-kit/test/messages/kit-messages.ts";
import { type SourceText, textsIn } from "../../../server-kit/test/messages/source-texts.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PAGE = readFileSync(here("../../../../docs/troubleshooting/recipes.md"), "utf8");

const OWN: readonly SourceText[] = textsIn(here("../../src"), {
  calls: ["bodyFor", "describe", "named", "RangeError"],
  names: ["field", "INSTRUCTIONS", "MOMENT"],
  keys: ["description", "meaning", "summary", "title", "valid"],
  // What a person is asked: docs/asking/mealie-mcp.md shows that.
  files: ["api/contract-types.ts", "questions/", "tools/cards.ts"],
});

/** What a schema says of a value that it refuses, where a description follows in the same chain. */
const REFINED: readonly SourceText[] = [
  ...readFileSync(here("../../src/tools/schemas.ts"), "utf8").matchAll(/\.refine\([^"\n]*"([^"]+)"/g),
].map(([, text = ""]) => ({ text, file: "tools/schemas.ts" }));

/** What the common part says to others than users of this server, which has no such setting and follows no redirect. */
const NEVER_SAID_HERE = [
  /^… must be a whole number from/,
  /^… must not contain a colon/,
  /^… must not contain control characters/,
  /: each entry is a host name/,
  /it is not followed$/,
  /^without a usable address$/,
  /^, or name that host in …$/,
  /^the address that the server names$/,
  /takes only Digest sign-in/,
];

const SAID = [...OWN, ...REFINED, ...KIT_MESSAGES].filter(
  ({ text }) => !NEVER_SAID_HERE.some((pattern) => pattern.test(text)),
);

describe("the page that explains what mealie-mcp says", () => {
  const { invented, unexplained } = driftOf(PAGE, SAID);

  it("quotes no text that the program does not write", () => {
    expect(invented).toEqual([]);
  });

  it("quotes every text that the program may write", () => {
    expect(REFINED).not.toEqual([]);
    expect(OWN.length).toBeGreaterThan(100);
    expect(unexplained).toEqual([]);
  });

  it("leaves out only texts that the common part does write", () => {
    const texts = KIT_MESSAGES.map(({ text }) => text);
    const unknown = NEVER_SAID_HERE.filter((pattern) => !texts.some((text) => pattern.test(text)));
    expect(unknown).toEqual([]);
  });
});
