import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarsDigest, type Cursor, decodeCursor, encodeCursor } from "../src/listing/cursor.ts";
import { CaldavError } from "../src/errors.ts";

const instant = fc.integer({ min: -8.64e15, max: 8.64e15 });
const cursors: fc.Arbitrary<Cursor> = fc.record({
  window: fc
    .tuple(instant, instant)
    .filter(([one, other]) => one !== other)
    .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) })),
  zone: fc.constantFrom("UTC", "Europe/Berlin"),
  calendars: fc.array(fc.string(), { maxLength: 4 }).map(calendarsDigest),
  after: fc.record({ start: instant, id: fc.string({ maxLength: 200 }) }),
});

describe("a paging cursor", () => {
  it("comes back as it went out", () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
      }),
    );
  });

  it("is refused in one sentence when it is anything else", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json().map(base64url)), (text) => {
        expect(() => decodeCursor(text)).toThrow(CaldavError);
      }),
      { numRuns: 500 },
    );
  });

  it("is refused when one character of it was changed, or it means the same in another spelling", () => {
    fc.assert(
      fc.property(cursors, fc.nat(), (cursor, at) => {
        const text = encodeCursor(cursor);
        const index = at % text.length;
        const changed = text.slice(0, index) + (text[index] === "A" ? "B" : "A") + text.slice(index + 1);
        const decoded = tryDecode(changed);
        expect(decoded === undefined ? changed : encodeCursor(decoded)).toBe(changed);
        expect(tryDecode(`${text}=`)).toBeUndefined();
      }),
    );
  });

  it("tells one set of calendars from another, whatever their order", () => {
    expect(calendarsDigest(["/a/", "/b/"])).toBe(calendarsDigest(["/b/", "/a/"]));
    expect(calendarsDigest(["/a/", "/b/"])).not.toBe(calendarsDigest(["/a/"]));
  });
});

function base64url(text: string): string {
  return Buffer.from(text).toString("base64url");
}

function tryDecode(text: string): Cursor | undefined {
  try {
    return decodeCursor(text);
  } catch {
    return undefined;
  }
}
