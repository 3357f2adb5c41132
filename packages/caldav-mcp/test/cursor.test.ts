import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarsDigest, type Cursor, decodeCursor, encodeCursor } from "../src/listing/cursor.ts";
import { CaldavError } from "../src/errors.ts";

const instant = fc.integer({ min: -8.64e15, max: 8.64e15 });
const cursors: fc.Arbitrary<Cursor> = fc.record({
  listing: fc.constant("events"),
  frame: fc.array(fc.oneof(instant, fc.string(), fc.boolean(), fc.constant(null)), { maxLength: 20 }),
  calendars: fc.array(fc.string(), { maxLength: 4 }).map(calendarsDigest),
  after: fc.record({ start: instant, id: fc.string({ maxLength: 200 }) }),
});

describe("a paging cursor", () => {
  it("comes back as it went out", () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(decodeCursor(encodeCursor(cursor), "events")).toEqual(cursor);
      }),
    );
  });

  it("is refused in one sentence when it is anything else", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json().map(base64url)), (text) => {
        expect(() => decodeCursor(text, "events")).toThrow(CaldavError);
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

  it("is refused by another listing than the one that returned it", () => {
    const cursor = { listing: "events", frame: [], calendars: "x", after: { start: 0, id: "" } };
    expect(() => decodeCursor(encodeCursor(cursor), "tasks")).toThrow(CaldavError);
  });

  it("is refused when what it carries is no list of plain values, or a long one", () => {
    const carrying = (frame: unknown): string =>
      base64url(JSON.stringify([2, "events", frame, "x", 0, "id"]));
    for (const frame of [null, "x", {}, [[]], [{}], Array.from({ length: 21 }, () => 0)])
      expect(tryDecode(carrying(frame))).toBeUndefined();
    expect(tryDecode(carrying([0]))).toMatchObject({ frame: [0] });
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
    return decodeCursor(text, "events");
  } catch {
    return undefined;
  }
}
