import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clean, GuardUsageError, untrusted } from "../../src/index.ts";
import { anyText, RUNS } from "./arbitraries.ts";
import { hostile, legitimate } from "./strings.ts";

const cleaned = (text: string) => clean(text).text;
const TRIGGER = /!\[|<[A-Za-z/!?]/;

describe("clean", () => {
  it.each(legitimate)("leaves %s as it is", (_name, text) => {
    expect(clean(text)).toMatchObject({ text, changed: false });
    expect(cleaned(`before ${text} after\n${text}`)).toBe(`before ${text} after\n${text}`);
  });

  it.each(hostile)("takes out %s", (_name, text, left) => {
    expect(clean(text)).toMatchObject({ text: left, changed: true });
  });

  it("reads a box like the string in it", () => {
    expect(clean(untrusted("a\u200bb"))).toEqual(clean("a\u200bb"));
  });

  it("counts what it did, by kind", () => {
    expect(
      clean("\u200b\u202e \0\x1b e\u0301\u0301\u0301\u0301\u0301\u0301 \r\n\u2028 \ue000\ud800 ![a](b) <b>")
        .report,
    ).toEqual({
      hidden: 2,
      controls: 2,
      marks: 2,
      breaks: 2,
      private: 2,
      images: 1,
      html: 1,
      truncated: false,
    });
  });

  it("breaks a trigger whose halves an invisible code point kept apart", () => {
    expect(cleaned("!\u200b[x](y)")).toBe("! [x](y)");
    expect(cleaned("\u05d0!\u200e[x](y)")).toBe("\u05d0!\u200e [x](y)");
    expect(cleaned("<\u{e0041}img>")).toBe("< img>");
    expect(cleaned("<\u0600img>")).toBe("<\u0600 img>");
  });

  it("leaves triggers alone when told to", () => {
    expect(clean("![x](y) <b>\u200b", { defuse: false }).text).toBe("![x](y) <b>");
  });

  it("keeps text after an unterminated terminal sequence", () => {
    expect(cleaned("\x1b]0;title never ends and the rest stays readable")).toContain(
      "the rest stays readable",
    );
  });

  it("does not normalise", () => {
    for (const text of ["3\u00bdoz", "\u037e", "\u1fef", "\ufdfa", "\u212b", "\ufb01"])
      expect(cleaned(text)).toBe(text);
  });

  it("keeps Arabic number and verse signs, which are format characters that can be seen", () => {
    const signs = "\u0600\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}";
    expect(cleaned(signs)).toBe(signs);
  });

  it("lets no invisible code point through between Latin letters", () => {
    const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u;
    const visible = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\t\n]/u;
    const survivors: string[] = [];
    let tried = 0;
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
      const character = String.fromCodePoint(codePoint);
      if (!invisible.test(character) || visible.test(character)) continue;
      tried += 1;
      if (!/^a[ \n\u241b\ufffd]?b$/.test(cleaned(`a${character}b`))) survivors.push(codePoint.toString(16));
    }
    expect(tried).toBeGreaterThan(4_000);
    expect(survivors).toEqual([]);
  });
});

describe("what holds for every text", () => {
  const holds = (claim: (text: string, raw: string) => void) => {
    fc.assert(
      fc.property(anyText, (raw) => {
        claim(cleaned(raw), raw);
      }),
      RUNS,
    );
  };

  it("cleaning twice changes nothing more", () => {
    holds((text) => expect(clean(text)).toMatchObject({ text, changed: false }));
  });

  it("the output is well formed", () => holds((text) => expect(text.isWellFormed()).toBe(true)));

  it("only tab and line feed are left of the controls and line breaks", () => {
    holds((text) => expect(text).not.toMatch(/[^\P{Cc}\t\n]|[\u2028\u2029]/u));
  });

  it("no image or tag can begin, also when somebody strips invisible code points later", () => {
    holds((text) => {
      expect(text).not.toMatch(TRIGGER);
      expect(text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")).not.toMatch(TRIGGER);
    });
  });

  it("no embedding, override or isolate is left", () => {
    holds((text) => expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/));
  });

  it("tag characters stand only in the three region flags", () => {
    holds((text) => {
      expect(text.replace(/\p{RGI_Emoji_Tag_Sequence}/gv, "")).not.toMatch(/[\u{e0000}-\u{e007f}]/u);
    });
  });

  it("the text at most doubles", () => {
    holds((text, raw) => expect(text.length).toBeLessThanOrEqual(2 * raw.length + 1));
  });

  it("printable ASCII without triggers stays as it is", () => {
    const ascii = fc.string({ unit: "grapheme-ascii" }).filter((text) => !TRIGGER.test(text));
    fc.assert(
      fc.property(ascii, (text) => {
        expect(clean(text).changed).toBe(false);
      }),
      RUNS,
    );
  });

  it("`changed` tells whether the text is what its author wrote", () => {
    holds((text, raw) => expect(clean(raw).changed).toBe(text !== raw));
  });

  it("two clean pieces joined by a line feed are clean", () => {
    fc.assert(
      fc.property(anyText, anyText, (one, two) => {
        const joined = `${cleaned(one)}\n${cleaned(two)}`;
        // The one rule that counts over a whole text.
        fc.pre((joined.match(/[\u{e0100}-\u{e01ef}]/gu)?.length ?? 0) <= 8);
        expect(cleaned(joined)).toBe(joined);
      }),
      RUNS,
    );
  });

  it("real words survive among hostile ones", () => {
    const word = fc.constantFrom(...legitimate.map(([, text]) => text));
    fc.assert(
      fc.property(anyText, word, anyText, (before, text, after) => {
        fc.pre(!/[\u{e0100}-\u{e01ef}]/u.test(before));
        expect(cleaned(`${before} \n${text}\n ${after}`)).toContain(`\n${text}\n`);
      }),
      RUNS,
    );
  });
});

describe("maxChars", () => {
  const length = (text: string) => Array.from(text).length;

  it("cuts between clusters, counting code points", () => {
    const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
    expect(clean(`ab${family}`, { maxChars: 6 })).toMatchObject({
      text: "ab",
      changed: true,
      report: { truncated: true },
    });
    expect(clean(`ab${family}`, { maxChars: 7 })).toMatchObject({ text: `ab${family}`, changed: false });
    expect(clean("cafe\u0301s", { maxChars: 4 }).text).toBe("caf");
    expect(clean("abc", { maxChars: 0 }).text).toBe("");
  });

  it("drops a joiner or a direction mark whose reason was cut off", () => {
    expect(clean("\u06a9\u200c\u0647", { maxChars: 2 }).text).toBe("\u06a9");
    expect(clean("a\u200e\u05d0", { maxChars: 2 }).text).toBe("a");
  });

  it("never splits a cluster, never exceeds the limit, and is idempotent", () => {
    const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
    const withoutJoiners = (text: string) => text.replace(/[\u200c\u200e\u200f\u061c]/g, "");
    fc.assert(
      fc.property(anyText, fc.nat({ max: 60 }), (raw, maxChars) => {
        const whole = cleaned(raw);
        const { text, report } = clean(raw, { maxChars });
        expect(length(text)).toBeLessThanOrEqual(maxChars);
        expect(report.truncated).toBe(length(whole) > maxChars);
        expect(clean(text, { maxChars })).toMatchObject({ text, changed: false });
        const ends = [
          "",
          ...Array.from(segmenter.segment(whole), ({ index, segment }) =>
            whole.slice(0, index + segment.length),
          ),
        ];
        expect(ends.map(withoutJoiners)).toContain(withoutJoiners(text));
      }),
      RUNS,
    );
  });

  it.each([-1, 1.5, Number.NaN])("refuses %s", (maxChars) => {
    expect(() => clean("a", { maxChars })).toThrow(GuardUsageError);
  });
});
