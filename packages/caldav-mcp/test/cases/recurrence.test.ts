import { describe, expect, it } from "vitest";
import { calendar, component, event } from "../ical/documents.ts";
import { created, type Desk, deskWith, openDesk, rows, shown, storedLines, times } from "./desk.ts";

const YEAR = { from: "2026-01-01", to: "2026-12-31", timezone: "UTC", limit: 500 };
const starts = async (desk: Desk, args: Record<string, unknown> = YEAR): Promise<string[]> =>
  (await rows(desk, args)).map(({ start }) => start.value);
const days = async (desk: Desk, args: Record<string, unknown> = YEAR): Promise<string[]> =>
  (await starts(desk, args)).map((start) => start.slice(5, 10));

describe("recurrence", () => {
  it("shows an occurrence on its own date, not on that of the first one (F68)", async () => {
    await using desk = await deskWith(["DTSTART:20260105T090000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO"]);
    const [row, ...more] = await rows(desk, { from: "2026-08-17", to: "2026-08-23", timezone: "UTC" });
    expect([row?.start.value, more]).toEqual(["2026-08-17T09:00:00+00:00", []]);
    const one = shown(await desk.call("get_event", { id: row?.id }))["event"];
    expect(one).toMatchObject({ start: { value: "2026-08-17T09:00:00+00:00" }, recurring: true });
  });

  it("finds a moved occurrence where it is now, and not where it was (F69)", async () => {
    await using desk = await deskWith(
      ["DTSTART:20260121T100000Z", "DURATION:PT1H", "RRULE:FREQ=MONTHLY;BYDAY=3WE"],
      ["RECURRENCE-ID:20260819T100000Z", "DTSTART:20260825T100000Z", "DURATION:PT1H"],
    );
    const on = (day: string) => starts(desk, { from: day, to: day, timezone: "UTC" });
    expect(await on("2026-08-25")).toEqual(["2026-08-25T10:00:00+00:00"]);
    expect(await on("2026-08-19")).toEqual([]);
  });

  it("takes out an occurrence in DTSTART's form, together with its override in another form (F72)", async () => {
    await using desk = await deskWith(
      ["DTSTART;TZID=Europe/Berlin:20260105T090000", "RRULE:FREQ=WEEKLY;COUNT=3"],
      ["RECURRENCE-ID:20260112T080000Z", "DTSTART:20260113T110000Z"],
    );
    const moved = (await rows(desk, YEAR)).find(({ edited }) => edited === true);
    shown(await desk.call("delete_event", { id: moved?.id }));
    expect(storedLines(desk)).toContain("EXDATE;TZID=Europe/Berlin:20260112T090000");
    expect(storedLines(desk).join("\n")).not.toContain("RECURRENCE-ID");
    expect(await days(desk)).toEqual(["01-05", "01-19"]);
  });

  it("moves all later occurrences with RANGE=THISANDFUTURE, also when the first of them is deleted (F75)", async () => {
    await using desk = await deskWith(
      ["DTSTART:20260105T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=5"],
      ["RECURRENCE-ID;RANGE=THISANDFUTURE:20260107T090000Z", "DTSTART:20260107T110000Z", "DURATION:PT1H"],
    );
    const all = ["05T09", "06T09", "07T11", "08T11", "09T11"].map((time) => `2026-01-${time}:00:00+00:00`);
    expect(await starts(desk)).toEqual(all);
    const third = (await rows(desk, YEAR))[2];
    shown(await desk.call("delete_event", { id: third?.id }));
    expect(await starts(desk)).toEqual(all.filter((_, index) => index !== 2));
  });

  it("leaves out every excluded day: a list, a second line, and COUNT counts them (F77)", async () => {
    await using desk = await deskWith([
      "DTSTART:20260105T090000Z",
      "RRULE:FREQ=DAILY;COUNT=6",
      "EXDATE:20260106T090000Z,20260107T090000Z",
      "EXDATE:20260109T090000Z",
    ]);
    expect(await days(desk)).toEqual(["01-05", "01-08", "01-10"]);
    shown(await desk.call("delete_event", { id: (await rows(desk, YEAR))[1]?.id }));
    expect(await days(desk)).toEqual(["01-05", "01-10"]);
  });

  it("includes the last day of `until`, also in the evening west of Greenwich (F80)", async () => {
    await using desk = await openDesk();
    const lines = await created(desk, {
      start: "2026-01-17T20:00",
      timezone: "America/Los_Angeles",
      recurrence: { frequency: "daily", until: "2026-01-19" },
    });
    const until = /UNTIL=(\d{8}T\d{6}Z)/.exec(lines.join("\n"))?.[1] ?? "";
    expect(until >= "20260120T040000Z").toBe(true);
    expect(until < "20260121T040000Z").toBe(true);
    expect(await days(desk, { ...YEAR, timezone: "America/Los_Angeles" })).toEqual([
      "01-17",
      "01-18",
      "01-19",
    ]);
  });

  it("ends at COUNT or UNTIL, whichever comes first, and never writes both (F81)", async () => {
    await using desk = await deskWith([
      "DTSTART:20260105T090000Z",
      "RRULE:FREQ=DAILY;COUNT=3;UNTIL=20260201T000000Z",
    ]);
    expect(await days(desk)).toEqual(["01-05", "01-06", "01-07"]);
    shown(await desk.call("delete_event", { id: (await rows(desk, YEAR))[2]?.id, scope: "this_and_future" }));
    expect(storedLines(desk).join("\n")).not.toContain("COUNT");
    expect(await days(desk)).toEqual(["01-05", "01-06"]);
    const refused = await desk.call("create_event", {
      calendar_id: `${desk.sandbox.home}events/`,
      summary: "Both",
      start: "2026-01-05T09:00",
      recurrence: { frequency: "daily", count: 3, until: "2026-02-01" },
    });
    expect(refused.isError).toBe(true);
  });

  it("lists the other events at once beside a rule that names no day (F85)", async () => {
    await using desk = await openDesk();
    desk.seed("never.ics", event("DTSTART:20260102T090000Z", "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"));
    desk.seed("plain.ics", event("DTSTART:20260601T090000Z", "SUMMARY:Plain").replace("one@", "plain@"));
    expect(await days(desk)).toEqual(["01-02", "06-01"]);
  });

  it("cuts a rule of every second short, and says so (F87)", async () => {
    await using desk = await deskWith(["DTSTART:20260105T090000Z", "RRULE:FREQ=SECONDLY"]);
    const listing = shown(
      await desk.call("list_events", { from: "2026-01-05", to: "2026-01-11", limit: 10 }),
    );
    expect(listing["not_expanded"]).toHaveLength(1);
  });

  it("has no weekend in a weekday rule that is written as DAILY (F91)", async () => {
    await using desk = await deskWith(["DTSTART:20260101T090000Z", "RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR"]);
    const week = await days(desk, { from: "2026-01-01", to: "2026-01-08", timezone: "UTC" });
    expect(week).toEqual(["01-01", "01-02", "01-05", "01-06", "01-07", "01-08"]);
  });

  it("begins with DTSTART, also where the rule does not fall on it (F92)", async () => {
    await using desk = await deskWith(["DTSTART:20260106T090000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3"]);
    expect(await days(desk)).toEqual(["01-06", "01-12", "01-19"]);
  });

  it("marks an occurrence that was called off (F93)", async () => {
    await using desk = await deskWith(
      ["DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=3"],
      ["RECURRENCE-ID:20260106T090000Z", "DTSTART:20260106T090000Z", "STATUS:CANCELLED"],
    );
    const marks = (await rows(desk, YEAR)).map(({ cancelled }) => cancelled ?? false);
    expect(marks).toEqual([false, true, false]);
  });

  it("changes no line but its own when one occurrence is deleted (F96)", async () => {
    await using desk = await openDesk({ script: ["yes"] });
    const original = calendar(
      component(
        "VEVENT",
        "DTSTART;TZID=Europe/Berlin:20260105T090000",
        "RRULE:FREQ=DAILY;COUNT=3;X-OWN=1",
        "SUMMARY:Folded\r\n  here",
        'ATTENDEE;CN="Doe, Jane";PARTSTAT=ACCEPTED;SCHEDULE-AGENT=CLIENT:mailto:jane@example.org',
        "X-FOO;X-P=1,2:007",
        "CONFERENCE;FEATURE=AUDIO,VIDEO;VALUE=URI:https://example.org/x",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "TRIGGER:-PT15M",
        "X-ALARM:yes",
        "END:VALARM",
        "BEGIN:X-UNKNOWN",
        "X-A:b",
        "END:X-UNKNOWN",
      ),
    );
    desk.seed("case.ics", original);
    shown(await desk.call("delete_event", { id: (await rows(desk, YEAR))[1]?.id }));
    const changing = /^(?:EXDATE|DTSTAMP|SEQUENCE)[;:]/;
    const others = (lines: string[]) => lines.filter((line) => !changing.test(line));
    expect(others(storedLines(desk))).toEqual(others(original.split("\r\n")));
    expect(storedLines(desk)).toContain("EXDATE;TZID=Europe/Berlin:20260106T090000");
  });
});

it("tells the two passes of a repeated hour apart, and deletes the one that was named", async () => {
  await using desk = await deskWith([
    "DTSTART;TZID=Europe/Berlin:20261025T013000",
    "DURATION:PT10M",
    "RRULE:FREQ=HOURLY;COUNT=4",
  ]);
  const listed = await rows(desk, { from: "2026-10-25", to: "2026-10-25" });
  expect(new Set(listed.map(({ id }) => id)).size).toBe(4);
  shown(await desk.call("delete_event", { id: listed[2]?.id }));
  expect(await times(desk, { from: "2026-10-25", to: "2026-10-25" })).toEqual([
    "2026-10-25T01:30:00+02:00 .. 2026-10-25T01:40:00+02:00",
    "2026-10-25T02:30:00+02:00 .. 2026-10-25T02:40:00+02:00",
    "2026-10-25T03:30:00+01:00 .. 2026-10-25T03:40:00+01:00",
  ]);
});
