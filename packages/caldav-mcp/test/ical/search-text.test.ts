import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import type { SearchField } from "../../src/ical/fields.ts";
import { searchValues } from "../../src/ical/search-text.ts";
import { event } from "./documents.ts";

function values(field: SearchField, ...lines: string[]): string[] {
  const { master } = readDocument(event("DTSTART:20260914T090000Z", ...lines));
  if (master === undefined) throw new Error("There is no entry.");
  return [...searchValues(master, field)].map((pieces) => [...pieces].join("|"));
}

describe("the values of a field", () => {
  it("come without their escapes", () => {
    expect(values("summary", "SUMMARY:A\\, b\\; c\\\\n d\\ne\\Nf")).toEqual(["A, b; c\\n d\ne\nf"]);
  });

  it("come for each line, and for each person by name and address", () => {
    expect(values("description", "DESCRIPTION:one", "SUMMARY:no", "DESCRIPTION;LANGUAGE=de:zwei")).toEqual([
      "one",
      "zwei",
    ]);
    expect(
      values(
        "attendees",
        'ATTENDEE;CN="Hopper, Grace":mailto:grace@example.org',
        "ORGANIZER;CN=Ada:MAILTO:ada@example.org",
      ),
    ).toEqual(["Hopper, Grace", "grace@example.org", "Ada", "ada@example.org"]);
  });

  it("are none where the entry says nothing", () => {
    expect(values("location")).toEqual([]);
    expect(values("attendees")).toEqual([]);
  });

  it.each(["a", "\\,", "😀", "ab\\n", "\\\\"])("of any length come whole, in pieces: many of %j", (text) => {
    const written = text.repeat(50_000);
    const [read, ...more] = values("description", `DESCRIPTION:${written}`);
    expect(more).toEqual([]);
    const pieces = read?.split("|") ?? [];
    expect(pieces.filter((piece) => piece.length > 65_540 || !piece.isWellFormed())).toEqual([]);
    const plain: Record<string, string> = { "\\,": ",", "ab\\n": "ab\n", "\\\\": "\\" };
    expect(read?.replaceAll("|", "")).toBe((plain[text] ?? text).repeat(50_000));
  });

  it("name a person that stands after a thousand others", () => {
    const crowd = Array.from({ length: 1_000 }, (_, index) => `ATTENDEE:mailto:p${index}@example.org`);
    expect(values("attendees", ...crowd, "ATTENDEE;CN=Last:mailto:last@example.org")).toContain("Last");
  });
});
