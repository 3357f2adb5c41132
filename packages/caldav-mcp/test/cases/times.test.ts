import { describe, expect, it } from "vitest";
import { openDesk as openProgram } from "../program/calendar.ts";
import { calendar, component } from "../ical/documents.ts";
import { created, deskWith, openDesk, rows, shown, storedLines, times } from "./desk.ts";

const JULY_1 = { from: "2026-07-01", to: "2026-07-01" };

describe("zones, changes of clocks, all-day events", () => {
  it("reads a Windows zone name that comes without a VTIMEZONE (F45)", async () => {
    await using desk = await deskWith([
      "DTSTART;TZID=W. Europe Standard Time:20260701T090000",
      "DTEND;TZID=W. Europe Standard Time:20260701T100000",
    ]);
    expect(await times(desk, { ...JULY_1, timezone: "UTC" })).toEqual([
      "2026-07-01T07:00:00+00:00 .. 2026-07-01T08:00:00+00:00",
    ]);
  });

  it("reads an IANA zone name that comes without a VTIMEZONE (F47)", async () => {
    await using desk = await deskWith(["DTSTART;TZID=Asia/Tokyo:20260701T090000", "DURATION:PT1H"]);
    expect(await times(desk, { ...JULY_1, timezone: "UTC" })).toEqual([
      "2026-07-01T00:00:00+00:00 .. 2026-07-01T01:00:00+00:00",
    ]);
  });

  it("says the same whatever the zone of the machine is (F50)", async () => {
    await using program = await openProgram();
    const events = [
      ["DTSTART:20260701T090000", "DURATION:PT1H"],
      ["DTSTART;VALUE=DATE:20260701"],
      ["DTSTART;TZID=America/New_York:20260701T220000", "RRULE:FREQ=DAILY;UNTIL=20260703"],
    ];
    for (const [index, lines] of events.entries())
      program.seed(`e${index}.ics`, calendar(component("VEVENT", ...lines).replace("one@", `${index}@`)));
    const answers: unknown[] = [];
    for (const TZ of ["UTC", "Pacific/Auckland", "Pacific/Midway"]) {
      const { connection } = await program.client({
        era: "2025",
        env: { TZ, CALDAV_TIMEZONE: "Europe/Berlin" },
      });
      const result = await connection.callTool("list_events", { from: "2026-06-30", to: "2026-07-05" });
      answers.push(result.structuredContent?.["events"]);
    }
    expect(answers[0]).toHaveLength(5);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it("keeps the instant of a start that is given with an offset (F51)", async () => {
    await using desk = await openDesk();
    expect(await created(desk, { start: "2026-04-07T18:45:00+10:00" })).toContain("DTSTART:20260407T084500Z");
    expect(await times(desk, { from: "2026-04-07", to: "2026-04-07", timezone: "UTC" })).toEqual([
      "2026-04-07T08:45:00+00:00 .. 2026-04-07T09:45:00+00:00",
    ]);
  });

  it("writes a VTIMEZONE that has the right offset on the day (F53)", async () => {
    await using desk = await openDesk();
    const lines = await created(desk, { start: "2026-07-01T09:00" });
    expect(lines).toContain("DTSTART;TZID=Europe/Berlin:20260701T090000");
    expect(lines).toEqual(
      expect.arrayContaining(["BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "TZOFFSETTO:+0200"]),
    );
    expect(lines.filter((line) => /^BEGIN:(?:STANDARD|DAYLIGHT)$/.test(line)).length).toBeGreaterThanOrEqual(
      1,
    );
  });

  it("marks a floating time and reads it in the configured zone (F57)", async () => {
    await using desk = await deskWith(["DTSTART:20260701T090000", "DURATION:PT1H"]);
    const [row] = await rows(desk, JULY_1);
    expect(row?.start).toMatchObject({ value: "2026-07-01T09:00:00+02:00", floating: true });
    const event = shown(await desk.call("get_event", { id: row?.id }))["event"];
    expect(event).toMatchObject({ start: { value: "2026-07-01T09:00:00+02:00", floating: true } });
  });

  it("keeps an all-day event on its day, wherever it is looked at from (F58)", async () => {
    await using desk = await deskWith(["DTSTART;VALUE=DATE:20260827", "DTEND;VALUE=DATE:20260828"]);
    for (const timezone of ["America/Los_Angeles", "Pacific/Kiritimati", "UTC"])
      expect(await times(desk, { from: "2026-08-27", to: "2026-08-27", timezone })).toEqual([
        "2026-08-27 .. 2026-08-28",
      ]);
  });

  it("writes an all-day event by date, its end exclusive (F60)", async () => {
    await using desk = await openDesk();
    expect(await created(desk, { start: "2026-06-29", end: "2026-07-17" })).toEqual(
      expect.arrayContaining(["DTSTART;VALUE=DATE:20260629", "DTEND;VALUE=DATE:20260717"]),
    );
    expect(await times(desk, { from: "2026-07-16", to: "2026-07-16" })).toEqual(["2026-06-29 .. 2026-07-17"]);
    expect(await times(desk, { from: "2026-07-17", to: "2026-07-17" })).toEqual([]);
  });

  it("gives an all-day event whose end is its start the one day it means (F62)", async () => {
    await using desk = await deskWith(["DTSTART;VALUE=DATE:20261127", "DTEND;VALUE=DATE:20261127"]);
    expect(await times(desk, { from: "2026-11-27", to: "2026-11-27" })).toEqual(["2026-11-27 .. 2026-11-28"]);
    expect(await times(desk, { from: "2026-11-27T15:00", to: "2026-11-27T15:30" })).toHaveLength(1);
  });

  it("shows the end of an event that has a DURATION, and never writes DTEND beside it (F64)", async () => {
    await using desk = await deskWith([
      "DTSTART:20260701T090000Z",
      "DURATION:PT15M",
      "RRULE:FREQ=DAILY;COUNT=3",
    ]);
    const [row] = await rows(desk, { ...JULY_1, timezone: "UTC" });
    expect(row?.end.value).toBe("2026-07-01T09:15:00+00:00");
    shown(await desk.call("delete_event", { id: row?.id }));
    expect(storedLines(desk)).toContain("DURATION:PT15M");
    expect(storedLines(desk).join("\n")).not.toContain("DTEND");
  });
});
