import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quote } from "../../src/index.ts";
import { anyText, RUNS } from "./arbitraries.ts";

const SUFFIX = / \(\+(\d+) characters, sha256 ([0-9a-f]{8})\)$/;
const kinds = ["text", "path"] as const;

/** Reads a display back: what a careful person could write down from it. */
const readBack = (display: string) =>
  display
    .replace(SUFFIX, "")
    .replace(/\\u\{([0-9a-f]+)\}/g, (_escape, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));

describe("quote", () => {
  it.each([
    ["/calendars/team/", "/calendars/team/"],
    ["Work\u202e", "Work\\u{202e}"],
    ["a\nb\tc\0", "a\\u{a}b\\u{9}c\\u{0}"],
    ["\ud800", "\\u{d800}"],
    ["pay\u200bpal\u{e0041}\ufe0f\u00ad\u3164", "pay\\u{200b}pal\\u{e0041}\\u{fe0f}\\u{ad}\\u{3164}"],
    ["caf\u00e9 Stra\u00dfe", "caf\u00e9 Stra\u00dfe"],
    [
      "\u4e88\u5b9a\u30ab\u30ec\u30f3\u30c0\u30fc\u3068\u304b",
      "\u4e88\u5b9a\u30ab\u30ec\u30f3\u30c0\u30fc\u3068\u304b",
    ],
    ["\u0928\u092e\u0938\u094d\u0924\u0947", "\u0928\u092e\u0938\u094d\u0924\u0947"],
    ["1\u00bd cups, 20 \u20ac \u{1f600}", "1\u00bd cups, 20 \u20ac \u{1f600}"],
  ])("shows %j as %s", (value, display) => {
    expect(quote(value)).toBe(display);
  });

  it("shows only printable ASCII of ids and paths", () => {
    expect(quote("/caf\u00e9/e\u0301", { kind: "path" })).toBe("/caf\\u{e9}/e\\u{301}");
  });

  it("escapes letters and digits of another script than the first", () => {
    expect(quote("payp\u0430l")).toBe("payp\\u{430}l");
    expect(quote("\u0412\u0441\u0442\u0440\u0435\u0447a")).toBe(
      "\u0412\u0441\u0442\u0440\u0435\u0447\\u{61}",
    );
    expect(quote("room \u09ea")).toBe("room \\u{9ea}");
    expect(quote("\u{1d41a}bc")).toBe("\\u{1d41a}bc");
  });

  it("escapes what draws like a composed letter", () => {
    expect(quote("cafe\u0301")).toBe("cafe\\u{301}");
    expect(quote("\u212b")).toBe("\\u{212b}");
    expect(quote("\u1112\u1161")).toBe("\\u{1112}\\u{1161}");
  });

  it("leaves nothing for the order of drawing to rearrange beside right-to-left letters", () => {
    expect(quote("\u05d0\u05d1 12")).toBe("\u05d0\u05d1 \\u{31}\\u{32}");
    expect(quote("12 \u05d0\u05d1")).toBe("\\u{31}\\u{32} \u05d0\u05d1");
    expect(quote("1\u061f")).toBe("1\\u{61f}");
  });

  it("escapes spaces that cannot be seen", () => {
    expect(quote(" a  b\u00a0c ")).toBe("\\u{20}a \\u{20}b\\u{a0}c\\u{20}");
  });

  it.each(kinds)("breaks links, images, tags and entities in a %s", (kind) => {
    const display = quote("http://x WWW.x.y MailTo:a ![b](c) [d](e) [f][g] <i> &lt; &#60;", { kind });
    expect(display).not.toMatch(/:\/\/|www\.|mailto:|!\[|\]\(|\]\[|<|&lt;|&#60;/i);
  });

  it("cuts a long value and says how much is missing, with a digest of the whole", () => {
    expect(quote("x".repeat(120))).toBe("x".repeat(120));
    // printf 'x%.0s' $(seq 200) | sha256sum
    expect(quote("x".repeat(200))).toBe(`${"x".repeat(120)} (+80 characters, sha256 aa20c23e)`);
    expect(quote("\u{1f600}".repeat(130))).toMatch(/^(?:\u{1f600}){120} \(\+10 characters/u);
  });

  it("does not let a value pass for a cut one", () => {
    expect(quote("x (+80 characters, sha256 aa20c23e)")).not.toMatch(SUFFIX);
  });
});

describe.each(kinds)("what holds for every %s", (kind) => {
  const everyValue = (claim: (value: string, display: string) => void) => {
    fc.assert(
      fc.property(anyText, (value) => {
        claim(value, quote(value, { kind }));
      }),
      RUNS,
    );
  };

  it("one line without anything invisible", () => {
    everyValue((_value, display) => {
      expect(display).not.toMatch(
        /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}| {2}|^ | $/u,
      );
      expect(display.isWellFormed()).toBe(true);
    });
  });

  it("at most 120 code points and the digest", () => {
    everyValue((_value, display) => {
      expect(Array.from(display.replace(SUFFIX, "")).length).toBeLessThanOrEqual(120);
    });
  });

  it("no trigger of a link, an image or a tag", () => {
    everyValue((_value, display) => {
      expect(display).not.toMatch(/:\/\/|www\.|mailto:|!\[|\]\(|\]\[|</i);
    });
  });

  it("the value can be read back from its display: equal displays are equal values", () => {
    everyValue((value, display) => {
      const shown = readBack(display);
      expect(value.startsWith(shown)).toBe(true);
      const missing = Number(SUFFIX.exec(display)?.[1] ?? 0);
      expect(Array.from(value.slice(shown.length)).length).toBe(missing);
    });
  });

  it("canonically equivalent displays are equal displays", () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const other = value.normalize("NFC");
        fc.pre(other !== value);
        expect(quote(other, { kind }).normalize("NFC")).not.toBe(quote(value, { kind }).normalize("NFC"));
      }),
      { numRuns: 500 },
    );
  });
});

it("uses different digests for values that differ only past the cut", () => {
  const head = "x".repeat(200);
  const displays = ["a", "b", "\ud800", "\udc00", "\ufffd"].map((end) => quote(head + end));
  expect(new Set(displays).size).toBe(5);
});
