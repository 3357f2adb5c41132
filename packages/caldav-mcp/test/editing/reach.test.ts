import { describe, expect, it } from "vitest";
import { type EditScope, reachOf } from "../../src/editing/reach.ts";
import { readDocument } from "../../src/ical/document.ts";
import { event } from "../behaviour/objects.ts";

const view = { zone: "Europe/Berlin", ownAddresses: new Set<string>() };
const START = "DTSTART:20260914T090000Z\nDTEND:20260914T100000Z";
const SINGLE = event("a@example.org", START);
const DAILY = event("a@example.org", `${START}\nRRULE:FREQ=DAILY;COUNT=4`);
const ENDLESS = event("a@example.org", `${START}\nRRULE:FREQ=DAILY`);
const LONE = event("a@example.org", `RECURRENCE-ID:20260915T090000Z\n${START}`);
const DAY = (day: number) => `202609${day}T090000Z`;

const reach = (text: string, recurrence?: string, scope?: EditScope) =>
  reachOf({ document: readDocument(text), recurrence, view }, scope);

describe("how far a change reaches", () => {
  it("follows the id when no scope is given", () => {
    expect(reach(SINGLE).reach).toEqual({ kind: "single" });
    expect(reach(DAILY).reach).toEqual({ kind: "series", count: { kind: "count", count: 4 } });
    expect(reach(ENDLESS).reach).toEqual({ kind: "series", count: { kind: "endless" } });
    expect(reach(DAILY, DAY(15)).reach).toEqual({ kind: "occurrence" });
  });

  it("is the rest of the series from a later occurrence on", () => {
    expect(reach(DAILY, DAY(15), "this_and_future").reach).toEqual({
      kind: "rest",
      count: { kind: "count", count: 3 },
    });
    expect(reach(ENDLESS, DAY(15), "this_and_future").reach).toEqual({
      kind: "rest",
      count: { kind: "endless" },
    });
  });

  it("is the entire series from the first occurrence on, also when earlier ones are left out", () => {
    const without = DAILY.replace("COUNT=4", "COUNT=4\r\nEXDATE:20260914T090000Z");
    expect(reach(DAILY, DAY(14), "this_and_future").reach.kind).toBe("series");
    expect(reach(without, DAY(15), "this_and_future").reach).toEqual({
      kind: "series",
      count: { kind: "count", count: 3 },
    });
  });

  it("begins with the first of what changes", () => {
    expect(reach(DAILY, DAY(16), "entire_series").first?.start.instant).toBe(Date.UTC(2026, 8, 14, 9));
    expect(reach(DAILY, DAY(16), "this_and_future").first?.start.instant).toBe(Date.UTC(2026, 8, 16, 9));
    expect(reach(DAILY, DAY(16)).first?.start.instant).toBe(Date.UTC(2026, 8, 16, 9));
  });

  it("takes any scope for an event that does not repeat", () => {
    for (const scope of ["this_occurrence", "this_and_future", "entire_series"] as const)
      expect(reach(SINGLE, undefined, scope).reach).toEqual({ kind: "single" });
  });

  it.each<[string, () => unknown, RegExp]>([
    [
      "one occurrence by the id of a series",
      () => reach(DAILY, undefined, "this_occurrence"),
      /whole series/,
    ],
    ["later ones by the id of a series", () => reach(DAILY, undefined, "this_and_future"), /whole series/],
    ["an occurrence that there is not", () => reach(DAILY, DAY(20)), /no such occurrence/],
    ["an occurrence of an event that repeats no more", () => reach(SINGLE, DAY(14)), /no such occurrence/],
    ["a series that is stored elsewhere", () => reach(LONE, DAY(15), "entire_series"), /Only single/],
    ["a whole that is stored elsewhere", () => reach(LONE), /Only single/],
    [
      "an event that repeats in a way that cannot be read",
      () => reach(DAILY.replace("FREQ=DAILY;COUNT=4", "FREQ=FORTNIGHTLY")),
      /does not follow/,
    ],
    [
      "later ones where an override stands for all later ones (F75)",
      () =>
        reach(
          event(
            "a@example.org",
            `${START}\nRRULE:FREQ=DAILY;COUNT=4`,
            "RECURRENCE-ID;RANGE=THISANDFUTURE:20260915T090000Z\nDTSTART:20260915T110000Z",
          ),
          DAY(16),
          "this_and_future",
        ),
      /another program made for all later occurrences/,
    ],
  ])("refuses %s", (_what, reaching, says) => {
    expect(reaching).toThrow(says);
    expect(reaching).toThrow(/nothing was changed/i);
  });

  it("reaches the one occurrence of a series that is stored elsewhere", () => {
    expect(reach(LONE, DAY(15)).reach).toEqual({ kind: "occurrence" });
  });
});
