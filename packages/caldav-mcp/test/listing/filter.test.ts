import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { calendarsDigest, encodeCursor } from "../../src/listing/cursor.ts";
import { type FilterArguments, type FilterRules, passes, resolveFilter } from "../../src/listing/filter.ts";
import { endOf } from "../../src/listing/window.ts";
import { aCalendar, aDiscovery } from "../dav/samples.ts";

type Status = "open" | "done";
const RULES: FilterRules<Status> = {
  listing: "things",
  kind: "task",
  statuses: ["open", "done"],
  names: { from: "after", before: "until" },
  end: endOf,
};
const DISCOVERY = aDiscovery([
  aCalendar("/cal/tasks/", { components: ["task"] }),
  aCalendar("/cal/team/", { components: ["event"] }),
]);
const config = readConfig({ CALDAV_TIMEZONE: "Europe/Berlin" });

const resolve = (args: FilterArguments<Status>) => resolveFilter({ config }, DISCOVERY, args, RULES);
const cursorOf = (
  args: FilterArguments<Status>,
  more: { frame?: (string | number | null)[] } = {},
): string => {
  const { frame, calendars } = resolve(args);
  const digest = calendarsDigest(calendars.map(({ id }) => id));
  return encodeCursor({ listing: "things", frame, calendars: digest, after: { start: 1, id: "x" }, ...more });
};

describe("the filter of a listing", () => {
  it("lists what is open, undated ones too, in the configured zone and the calendars that take the kind", () => {
    const { filter, zone, calendars, after } = resolve({});
    expect(filter).toEqual({ status: "open", from: undefined, before: undefined, undated: true });
    expect([zone, calendars.map(({ id }) => id), after]).toEqual([
      "Europe/Berlin",
      ["/cal/tasks/"],
      undefined,
    ]);
  });

  it("reads its bounds in the zone that was given", () => {
    const { filter } = resolve({ from: "2026-09-14", before: "2026-09-14T12:00", timezone: "Asia/Tokyo" });
    expect([filter.from, filter.before]).toEqual([
      Date.parse("2026-09-14T00:00:00+09:00"),
      Date.parse("2026-09-14T12:00:00+09:00"),
    ]);
  });

  it("comes back with the cursor, whatever of it is said again", () => {
    const args = { status: "done", from: "2026-09-01", before: "2026-09-30", undated: false } as const;
    const cursor = cursorOf(args);
    const first = resolve(args);
    for (const again of [{ cursor }, { cursor, ...args }, { cursor, status: "done" as const }])
      expect(resolve(again)).toEqual({ ...first, after: { start: 1, id: "x" } });
  });

  it.each<[string, FilterArguments<Status>]>([
    ["another status", { status: "open" }],
    ["another bound", { from: "2026-09-02" }],
    ["one bound more", { before: "2026-09-30" }],
    ["undated ones", { undated: true }],
    ["another zone", { timezone: "UTC" }],
  ])("is not changed between pages by %s", (_what, args) => {
    const cursor = cursorOf({ status: "done", from: "2026-09-01", undated: false });
    expect(() => resolve({ ...args, cursor })).toThrow(
      /^This cursor belongs to a listing with another filter or zone; .*\.$/,
    );
  });

  it("is refused with a cursor that no page returned", () => {
    for (const frame of [
      [],
      ["gone", null, null, true, "UTC"],
      ["open", "x", null, true, "UTC"],
      ["open", null, null, 1, "UTC"],
      ["open", null, null, true, 7],
      ["open", null, null, true, "UTC", 1],
    ] as (string | number | null)[][])
      expect(() => resolve({ cursor: cursorOf({}, { frame }) })).toThrow(
        /not one that this listing returned/,
      );
    const nowhere = ["open", null, null, true, "Nowhere/Land"] as (string | number | null)[];
    expect(() => resolve({ cursor: cursorOf({}, { frame: nowhere }) })).toThrow(/IANA/);
  });

  it("refuses bounds that leave nothing between them, by the names that the caller knows", () => {
    expect(() => resolve({ from: "2026-09-02", before: "2026-09-01" })).toThrow(
      "`after` must be before `until`.",
    );
  });

  it("lets pass what lies between its bounds, the upper one not included, and undated ones if they are wanted", () => {
    const filter = { status: "open", from: 10, before: 20, undated: true };
    expect([9, 10, 19, 20].map((instant) => passes(filter, instant))).toEqual([false, true, true, false]);
    expect([true, false].map((undated) => passes({ ...filter, undated }, undefined))).toEqual([true, false]);
  });
});
