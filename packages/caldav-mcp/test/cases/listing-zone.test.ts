import { describe, expect, it } from "vitest";
import { deskWith, rows, shown, storedLines, times } from "./desk.ts";

const AUTUMN = { from: "2026-09-01", to: "2026-12-01" };
const ZONES = ["Europe/Berlin", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati"];

const FLOATING = ["DTSTART:20260910T080000", "DURATION:PT1H"];

describe("ids of a listing in another zone than the configured one", () => {
  it("reach the same occurrence of a floating series with an override in UTC", async () => {
    // 08:00 in Tokyo on the 15th, but 01:00 in Berlin, where the series has nothing.
    await using desk = await deskWith(
      [...FLOATING, "RRULE:FREQ=DAILY;COUNT=10"],
      ["RECURRENCE-ID:20260914T230000Z", "DTSTART:20261120T080000", "DURATION:PT1H"],
    );
    const here = await rows(desk, AUTUMN);
    for (const timezone of ZONES) {
      const there = await rows(desk, { ...AUTUMN, timezone });
      expect(there.map(({ id }) => id)).toEqual(here.map(({ id }) => id));
    }
    const moved = here.find(({ edited }) => edited);
    const event = shown(await desk.call("get_event", { id: moved?.id }))["event"];
    expect(event).toMatchObject({ start: moved?.start, edited: true });
    shown(await desk.call("delete_event", { id: moved?.id }));
    expect(storedLines(desk)).toContain("EXDATE:20260915T010000");
    const left = await rows(desk, { ...AUTUMN, timezone: "Asia/Tokyo" });
    expect(left.map(({ id }) => id)).toEqual(here.filter((row) => row !== moved).map(({ id }) => id));
  });

  it("reach the extra date in UTC of a floating event, shown on the clock of the listing", async () => {
    await using desk = await deskWith([...FLOATING, "RDATE:20260914T230000Z"]);
    const listed = await rows(desk, { ...AUTUMN, timezone: "Asia/Tokyo" });
    expect(listed.map(({ start }) => start.value)).toEqual([
      "2026-09-10T15:00:00+09:00",
      "2026-09-15T08:00:00+09:00",
    ]);
    const event = shown(await desk.call("get_event", { id: listed[1]?.id }))["event"];
    expect(event).toMatchObject({ start: { value: "2026-09-15T01:00:00+02:00", floating: true } });
  });

  it("leave every date of an all-day series on its day, and one that is excluded in UTC out", async () => {
    // Midnight in Berlin on the 28th.
    await using desk = await deskWith([
      "DTSTART;VALUE=DATE:20260827",
      "RRULE:FREQ=DAILY;COUNT=3",
      "EXDATE:20260827T220000Z",
    ]);
    for (const timezone of ZONES) {
      const on = (day: string): Promise<string[]> => times(desk, { from: day, to: day, timezone });
      expect(await on("2026-08-27")).toEqual(["2026-08-27 .. 2026-08-28"]);
      expect(await on("2026-08-28")).toEqual([]);
      expect(await on("2026-08-29")).toEqual(["2026-08-29 .. 2026-08-30"]);
    }
  });
});

describe("an occurrence that is overridden in two forms", () => {
  it("is one row, and a cursor loses no other", async () => {
    await using desk = await deskWith(
      ["DTSTART:20260914T090000Z", "RRULE:FREQ=DAILY;COUNT=3"],
      ["RECURRENCE-ID;VALUE=DATE:20260915", "DTSTART:20260915T100000Z"],
      ["RECURRENCE-ID:20260915T090000Z", "DTSTART:20260915T100000Z"],
    );
    const all = (await rows(desk, AUTUMN)).map(({ id }) => id);
    expect(new Set(all).size).toBe(3);
    const first = shown(await desk.call("list_events", { ...AUTUMN, limit: 2 }));
    const rest = await rows(desk, { cursor: first["cursor"], limit: 2 });
    expect(first["events"]).toMatchObject(all.slice(0, 2).map((id) => ({ id })));
    expect(rest.map(({ id }) => id)).toEqual(all.slice(2));
  });
});
