import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CaldavError } from "../../src/errors.ts";
import { TEXT_LIMITS, textLine } from "../../src/ical/gate.ts";
import type { EventInput } from "../../src/ical/new-event.ts";
import { hostileText } from "../hostile-text.ts";
import { newEvent, readBack } from "./new-event.ts";

type TextInput = "summary" | "description" | "location";

const REFUSED = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\p{Surrogate}]/u;

const REFUSAL = /^The text in `[a-z]+` contains control characters[^.]*\. Nothing was changed\.$/;

const withText = (field: TextInput | "categories", text: string): Partial<EventInput> =>
  field === "categories" ? { categories: ["first", text, "last"] } : { [field]: text };

function valueOf(text: string, field: TextInput | "categories"): unknown {
  const event = readBack(text);
  return field === "categories"
    ? event.getFirstProperty("categories")?.getValues()[1]
    : event.getFirstPropertyValue(field);
}

const countLines = (text: string): number => text.replaceAll("\r\n ", "").split("\r\n").length;

describe("text of a caller on its way into a calendar", () => {
  it.each(["summary", "description", "location", "categories"] as const)(
    "is refused, or stands there as it was given and adds no property: %s (F116, F119)",
    async (field) => {
      const plain = await newEvent(withText(field, "x"));
      const refusal: unknown = expect.stringMatching(REFUSAL);
      let [taken, refused] = [0, 0];
      await fc.assert(
        fc.asyncProperty(hostileText(TEXT_LIMITS.category), async (text) => {
          fc.pre(text !== "" && !(field === "categories" && text.endsWith("\\")));
          const mustRefuse = REFUSED.test(text);
          if (mustRefuse) refused += 1;
          else taken += 1;
          const outcome = await newEvent(withText(field, text)).then(
            ({ text: written }) => ({ value: valueOf(written, field), lines: countLines(written) }),
            (error: unknown) => (error instanceof CaldavError ? error.message : error),
          );
          const asGiven = { value: text, lines: countLines(plain.text) };
          expect(outcome).toEqual(mustRefuse ? refusal : asGiven);
        }),
        { numRuns: 400 },
      );
      expect(Math.min(taken, refused)).toBeGreaterThan(20);
    },
  );

  it("is folded into lines of at most 75 octets that are valid UTF-8 each (F121)", async () => {
    await fc.assert(
      fc.asyncProperty(hostileText(600), async (text) => {
        const clean = text.replaceAll(new RegExp(REFUSED, "gu"), "");
        const { text: written } = await newEvent({
          summary: `${"x".repeat(60)}😀${clean}`.slice(0, 900).toWellFormed(),
        });
        for (const line of written.split("\r\n")) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line.isWellFormed()).toBe(true);
        }
        expect(written.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    "\r\n",
    "\r",
    "\u0000",
    "\u000B",
    "\u001B",
    "\u007F",
    "\u0085",
    "\u009F",
    "\u2028",
    "\u2029",
    "\uD800",
    "\uDC00",
  ])("is refused with %j in it, whatever surrounds it", (character) => {
    for (const field of ["summary", "location", "description"] as const)
      expect(() => textLine(field, `x${character}ATTENDEE:mailto:b@example.org`)).toThrow(
        /control characters/,
      );
    expect(() => textLine("categories", ["fine", character])).toThrow(/control characters/);
  });

  it("may hold tabs, line feeds, quotes and everything that iCalendar gives a meaning", () => {
    expect(textLine("summary", 'a\tb\nc;d,e\\f:g"h').content).toBe('SUMMARY:a\tb\\nc\\;d\\,e\\\\f:g"h');
  });

  it.each([
    ["summary", TEXT_LIMITS.summary],
    ["location", TEXT_LIMITS.location],
    ["description", TEXT_LIMITS.description],
  ] as const)("ends at the limit of %s", (field, limit) => {
    expect(textLine(field, "x".repeat(limit)).name).toBe(field.toUpperCase());
    expect(() => textLine(field, "x".repeat(limit + 1))).toThrow(/is longer than [\d,]+ characters/);
  });

  it("does not end a category with a backslash, which readers take for the escape of the next comma", () => {
    expect(() => textLine("categories", ["a\\", "b"])).toThrow(/cannot end with a backslash/);
    expect(textLine("categories", ["\\a", "b"]).content).toBe("CATEGORIES:\\\\a,b");
  });

  it("ends at the limit of one category", () => {
    expect(() => textLine("categories", ["x".repeat(TEXT_LIMITS.category + 1)])).toThrow(
      /is longer than 200/,
    );
  });
});
