import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { driftOf } from "../../../server-kit/test/messages/drift.ts";
import { KIT_MESSAGES } from "../../../server-kit/test/messages/kit-messages.ts";
import { textsIn } from "../../../server-kit/test/messages/source-texts.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const own = textsIn(here("../../src"), {
  calls: ["describe", "phrase", "RangeError", "TypeError"],
  names: ["field", "INSTRUCTIONS", "MOMENT", "REMINDERS"],
  texts: ["The outcome of a write is not known."],
  keys: ["description", "fallback", "meaning", "summary", "title", "valid", "words"],
  // What a person is asked: docs/asking/caldav-mcp.md shows that.
  files: [
    "asking/",
    "deletion/question.ts",
    "editing/question.ts",
    "invitation/question.ts",
    "moving/question.ts",
  ],
});

describe("docs/troubleshooting/calendar.md", () => {
  const page = readFileSync(here("../../../../docs/troubleshooting/calendar.md"), "utf8");
  const { invented, unexplained } = driftOf(page, [...own, ...KIT_MESSAGES]);

  it("quotes no text that the program does not write", () => {
    expect(invented).toEqual([]);
  });

  it("quotes every text that the program may answer, print or refuse with", () => {
    expect(unexplained).toEqual([]);
  });
});
