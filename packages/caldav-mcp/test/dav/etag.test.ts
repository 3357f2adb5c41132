import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readStrongETag } from "../../src/dav/etag.ts";

describe("an ETag", () => {
  it.each(['"abc"', '""', '"a!#~b"', '"10E400"', `"${"x".repeat(1_000)}"`, '"caf\u00e9"'])(
    "%s is strong and kept as it is",
    (tag) => {
      expect(readStrongETag(tag)).toBe(tag);
    },
  );

  it("is read without the blanks that XML puts around it", () => {
    expect(readStrongETag('\n  "abc"\n')).toBe('"abc"');
  });

  it.each([
    ['W/"abc"', "weak"],
    ['w/"abc"', "weak in another case"],
    ["abc", "without quotes"],
    ["*", "the wildcard"],
    ['"a"b"', "with a quote inside"],
    ['"a", "b"', "a list"],
    ['"a b"', "with a blank inside"],
    ['"a\r\nX-Y: z"', "with a line break"],
    ['"\u{1f600}"', "with a character no header can carry"],
    [`"${"x".repeat(1_100)}"`, "too long"],
    ["", "empty"],
  ])("%j counts as none: %s", (tag) => {
    expect(readStrongETag(tag)).toBeUndefined();
  });

  it("that is missing counts as none", () => {
    expect(readStrongETag(null)).toBeUndefined();
    expect(readStrongETag(undefined)).toBeUndefined();
  });

  it("that is accepted can always stand in a header", () => {
    const fitsHeader = (tag: string) => new Headers({ "if-match": tag }).get("if-match") === tag;
    const property = fc.property(fc.string({ unit: "binary" }), (text) => {
      const tag = readStrongETag(`"${text}"`);
      return tag === undefined || fitsHeader(tag);
    });
    expect(fc.check(property)).toMatchObject({ failed: false });
  });
});
