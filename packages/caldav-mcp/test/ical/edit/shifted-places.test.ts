import { describe, expect, it } from "vitest";
import { readDocument } from "../../../src/ical/document.ts";
import { editRest } from "../../../src/ical/edit/edit-rest.ts";
import { editEntry, editSeries } from "../../../src/ical/edit/edit-series.ts";
import type { EntryChange } from "../../../src/ical/edit/types.ts";
import { calendar, component, event, starts, YEAR_2026 } from "../documents.ts";

const options = { now: Date.UTC(2026, 1, 1, 12), zone: "Europe/Berlin" };
const berlin = { ...YEAR_2026, zone: "Europe/Berlin" };
const at = (time: string) => `;TZID=Europe/Berlin:${time}`;
const series = (start: string, rule: string, ...more: string[]) =>
  event(`DTSTART${at(start)}`, "DURATION:PT1H", `RRULE:${rule}`, ...more);
const edit = async (text: string, change: EntryChange) =>
  (await editSeries(readDocument(text), change, options)).text;
const firstDays = (text: string, count: number) =>
  starts(text, berlin)
    .slice(0, count)
    .map((start) => start.slice(5, 16));

describe("a series whose rule names its days", () => {
  const OTHER_DAYS = /occurrences would appear or vanish; .* Nothing was changed\.$/;
  it.each([
    ["back behind a day of its rule, which would be shown twice", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "11-05"],
    ["on beyond a day of its rule, which would be gone", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "11-11"],
    ["to another week, which would make it the other weeks", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR", "11-09"],
    ["to a month that has another first day", "FREQ=MONTHLY;BYMONTHDAY=6,20", "11-03"],
    ["to the days between, which every second one would be", "FREQ=DAILY;INTERVAL=2;BYMONTH=11,12", "11-07"],
  ])("does not start %s", async (_what, rule, day) => {
    const change = { times: { start: `2026-${day}T09:00` } };
    const text = series("20261106T090000", rule);
    await expect(edit(text, change)).rejects.toThrow(OTHER_DAYS);
  });

  it("does not show a day twice after a split either", async () => {
    const text = series("20261106T090000", "FREQ=WEEKLY;BYDAY=MO,WE,FR");
    const change = { times: { start: "2026-11-12T20:00" } };
    const rest = editRest(readDocument(text), "20261113T090000", change, { ...options, uid: "new" });
    await expect(rest).rejects.toThrow(OTHER_DAYS);
  });

  it("starts on another day where that leaves the others as they are", async () => {
    const text = series("20261106T090000", "FREQ=WEEKLY;BYDAY=MO,FR");
    const moved = await edit(text, { times: { start: "2026-11-07T10:00" } });
    expect(firstDays(moved, 4)).toEqual(["11-07T10:00", "11-09T10:00", "11-13T10:00", "11-16T10:00"]);
  });

  it("goes from the last of a month to a day that more months have", async () => {
    const moved = await edit(series("20260131T090000", "FREQ=MONTHLY"), {
      times: { start: "2026-01-30T09:00" },
    });
    expect(firstDays(moved, 4)).toEqual(["01-30T09:00", "03-30T09:00", "04-30T09:00", "05-30T09:00"]);
  });
});

describe("a time that clocks skip", () => {
  const skipped = (...more: string[]) =>
    series("20260327T023000", "FREQ=DAILY;UNTIL=20260401T220000Z", ...more);

  it("has no occurrence on that day, and another time has one", async () => {
    expect(firstDays(skipped(), 3)).toEqual(["03-27T02:30", "03-28T02:30", "03-30T02:30"]);
    const moved = await edit(skipped(), { times: { start: "2026-03-27T06:00" } });
    expect(firstDays(moved, 3)).toEqual(["03-27T06:00", "03-28T06:00", "03-29T06:00"]);
    expect(firstDays(await edit(moved, { times: { start: "2026-03-27T02:30" } }), 3)).toEqual([
      "03-27T02:30",
      "03-28T02:30",
      "03-30T02:30",
    ]);
  });

  it("keeps the day excluded when the series moves, as other programs left it out", async () => {
    const text = skipped(`EXDATE${at("20260329T023000")}`);
    const moved = await edit(text, { times: { start: "2026-03-27T06:00" } });
    expect(moved).toContain(`EXDATE${at("20260329T060000")}`);
    expect(firstDays(moved, 4)).toEqual(["03-27T06:00", "03-28T06:00", "03-30T06:00", "03-31T06:00"]);
  });

  it("keeps an occurrence that was edited there one occurrence", async () => {
    const endless = calendar(
      component("VEVENT", `DTSTART${at("20260327T023000")}`, "RRULE:FREQ=DAILY"),
      component("VEVENT", `RECURRENCE-ID${at("20260329T023000")}`, `DTSTART${at("20260329T120000")}`),
    );
    const moved = await edit(endless, { times: { start: "2026-03-27T06:00" } });
    expect(firstDays(moved, 4)).toEqual(["03-27T06:00", "03-28T06:00", "03-29T12:00", "03-30T06:00"]);
  });
});

describe("an end of repeating", () => {
  const text = series("20260327T090000", "FREQ=DAILY;COUNT=3", `EXDATE${at("20260327T090000")}`);

  it("does not bring back the first date when that was left out", async () => {
    await expect(edit(text, { recurrence: null })).rejects.toThrow(
      /give `start` as well\. Nothing was changed/,
    );
  });

  it("leaves one event where the caller says", async () => {
    const single = await edit(text, { recurrence: null, times: { start: "2026-03-28T09:00" } });
    expect(starts(single, berlin)).toEqual(["2026-03-28T09:00:00+01:00"]);
  });
});

describe("an event that takes no time", () => {
  it.each([
    ["DTEND", "DTSTART:20260105T090000Z", "DTEND:20260105T090000Z", "DTEND:20260106T100000Z"],
    ["DTEND", "DTSTART:20260105T090000Z", "DTEND:20260105T080000Z", "DTEND:20260106T090000Z"],
    ["DURATION", "DTSTART:20260105T090000Z", "DURATION:PT0S", "DURATION:PT0S"],
  ])("moves with its %s as it is written", async (_name, start, end, after) => {
    const change = { times: { start: "2026-01-06T10:00Z" } };
    const { text } = await editEntry(readDocument(event(start, end)), change, options);
    expect(text).toContain(`DTSTART:20260106T100000Z\r\n${after}\r\n`);
  });

  it("moves a day of one date whose end is that date", async () => {
    const day = event("DTSTART;VALUE=DATE:20260105", "DTEND;VALUE=DATE:20260105");
    const { text } = await editEntry(readDocument(day), { times: { start: "2026-01-06" } }, options);
    expect(text).toContain("DTSTART;VALUE=DATE:20260106\r\nDTEND;VALUE=DATE:20260106\r\n");
  });

  it("is what an end at the start says, so that an end that was added can be undone", async () => {
    const bare = event("DTSTART:20260105T090000Z", "SUMMARY:x");
    const longer = await editEntry(readDocument(bare), { times: { end: "2026-01-05T10:00Z" } }, options);
    const { text, notes } = await editEntry(
      readDocument(longer.text),
      { times: { start: "2026-01-05T09:00Z", end: "2026-01-05T09:00Z" } },
      options,
    );
    expect(text).not.toMatch(/DTEND|DURATION/);
    expect(notes).toEqual(["It ends when it starts, so it takes no time."]);
  });

  it("is not what an end before the start says", async () => {
    const bare = event("DTSTART:20260105T090000Z");
    const change = { times: { end: "2026-01-05T08:59Z" } };
    await expect(editEntry(readDocument(bare), change, options)).rejects.toThrow(/later than `start`/);
  });
});
