import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstRows } from "../../src/listing/first-rows.ts";
import { comparePlaces, isAfter, LAST, type Place } from "../../src/listing/place.ts";

const place = fc.record({
  start: fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constant(LAST)),
  id: fc.string({ minLength: 1, maxLength: 3 }),
});

describe("the first rows of a listing", () => {
  it("are those that sorting all of them would show, and one more", () => {
    const given = fc.record({
      rows: fc.uniqueArray(place, { maxLength: 80, selector: ({ start, id }) => `${start} ${id}` }),
      after: fc.option(place, { nil: undefined }),
      limit: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(given, ({ rows, after, limit }) => {
        const first = firstRows<Place>({ after, limit });
        for (const row of rows) first.add(row.start, () => row);
        const all = rows.filter((row) => after === undefined || isAfter(row, after)).toSorted(comparePlaces);
        expect(first.inOrder()).toEqual(all.slice(0, limit + 1));
      }),
    );
  });

  it("are all that is made, once enough of them are known", () => {
    const first = firstRows<Place>({ after: undefined, limit: 10 });
    let made = 0;
    for (let start = 0; start < 10_000; start += 1) {
      first.add(start, () => {
        made += 1;
        return { start, id: "a" };
      });
    }
    expect(first.inOrder()).toHaveLength(11);
    expect(made).toBe(22);
  });

  it("does not make what lies before the page", () => {
    const first = firstRows<Place>({ after: { start: 5, id: "a" }, limit: 10 });
    first.add(4, () => {
      throw new Error("This row is not on the page.");
    });
    first.add(5, () => ({ start: 5, id: "a" }));
    first.add(5, () => ({ start: 5, id: "b" }));
    expect(first.inOrder()).toEqual([{ start: 5, id: "b" }]);
  });
});
