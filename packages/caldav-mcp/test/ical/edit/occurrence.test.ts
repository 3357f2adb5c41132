import { describe, expect, it } from "vitest";
import { readDocument } from "../../../src/ical/document.ts";
import { editOccurrence } from "../../../src/ical/edit/edit-occurrence.ts";
import type { EntryChange } from "../../../src/ical/edit/types.ts";
import { berlinUnder, calendar, component, event, starts, YEAR_2026 } from "../documents.ts";
import { comeIn, linesOf, lostFrom } from "./lines.ts";

const options = { now: Date.UTC(2026, 1, 1, 12), zone: "Europe/Berlin" };
const berlin = { ...YEAR_2026, zone: "Europe/Berlin" };
const edit = (text: string, recurrence: string, change: EntryChange) =>
  editOccurrence(readDocument(text), recurrence, change, options);
const at = (time: string) => `;TZID=Europe/Berlin:${time}`;

const SERIES = calendar(
  berlinUnder("Europe/Berlin"),
  component(
    "VEVENT",
    `DTSTART${at("20260105T090000")}`,
    `DTEND${at("20260105T100000")}`,
    "RRULE:FREQ=DAILY;COUNT=5",
    "EXDATE:20260106T080000Z",
    "RDATE;VALUE=PERIOD:20260201T080000Z/PT3H",
    "SUMMARY:Whole",
    'ATTENDEE;CN="Doe, Jane";PARTSTAT=ACCEPTED:mailto:jane@example.org',
    "ORGANIZER;SCHEDULE-AGENT=CLIENT:mailto:joe@example.org",
    "SEQUENCE:4",
    "X-FOO:a",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER:-PT15M",
    "END:VALARM",
    "BEGIN:X-UNKNOWN",
    "RRULE:not ours",
    "END:X-UNKNOWN",
  ),
);
const withOverride = (...lines: string[]) =>
  SERIES.replace("END:VCALENDAR", `${component("VEVENT", ...lines)}END:VCALENDAR`);

describe("one occurrence", () => {
  it("gets an override in DTSTART's form with all that the series says (F72, F96, F112, F114)", async () => {
    const { text, changed } = await edit(SERIES, "20260107T090000", { patch: { summary: "Other" } });
    expect(lostFrom(SERIES, text)).toEqual([]);
    const added = linesOf(text).slice(linesOf(SERIES).indexOf("END:X-UNKNOWN") + 2, -2);
    expect(added).toEqual([
      "BEGIN:VEVENT",
      "UID:one@example.org",
      `RECURRENCE-ID${at("20260107T090000")}`,
      "DTSTAMP:20260201T120000Z",
      `DTSTART${at("20260107T090000")}`,
      `DTEND${at("20260107T100000")}`,
      "SUMMARY:Other",
      'ATTENDEE;CN="Doe, Jane";PARTSTAT=ACCEPTED:mailto:jane@example.org',
      "ORGANIZER;SCHEDULE-AGENT=CLIENT:mailto:joe@example.org",
      "SEQUENCE:5",
      "X-FOO:a",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "TRIGGER:-PT15M",
      "END:VALARM",
      "BEGIN:X-UNKNOWN",
      "RRULE:not ours",
      "END:X-UNKNOWN",
      "END:VEVENT",
    ]);
    expect(changed).toEqual({ kind: "count", count: 1 });
  });

  it("has one override, however often it is edited (F72)", async () => {
    const once = await edit(SERIES, "20260107T090000", { patch: { summary: "Other" } });
    const twice = await edit(once.text, "20260107T090000", { times: { start: "2026-01-07T11:00" } });
    expect(twice.text.match(/RECURRENCE-ID/g)).toHaveLength(1);
    expect(comeIn(once.text, twice.text)).toEqual([
      `DTSTART${at("20260107T110000")}`,
      `DTEND${at("20260107T120000")}`,
      "SEQUENCE:6",
    ]);
  });

  it("has its name in DTSTART's form afterwards, and no second version, whatever other programs left", async () => {
    const text = withOverride(
      "RECURRENCE-ID:20260107T080000Z",
      `DTSTART${at("20260107T150000")}`,
      "X-A:1",
    ).replace(
      "END:VCALENDAR",
      `${component("VEVENT", "SEQUENCE:0", `RECURRENCE-ID${at("20260107T090000")}`, "DTSTAMP:20250101T000000Z", "DTSTART:20260107T170000Z")}END:VCALENDAR`,
    );
    const { text: edited } = await edit(text, "20260107T090000", { patch: { summary: "Other" } });
    expect(edited.match(/RECURRENCE-ID.*/g)).toEqual([`RECURRENCE-ID${at("20260107T090000")}`]);
  });

  it("is not written where it says already what is asked for", async () => {
    const result = await edit(SERIES, "20260107T090000", {
      patch: { summary: "Whole", reminders: [{ minutes_before: 15 }] },
      times: { start: "2026-01-07T09:00", end: "2026-01-07T09:00:00Z" },
    });
    expect(result).toMatchObject({ text: SERIES, changed: { kind: "count", count: 0 } });
  });

  it("keeps the length of its own that an extra date has", async () => {
    const { text } = await edit(SERIES, "20260201T090000", { times: { start: "2026-02-01T10:00" } });
    expect(comeIn(SERIES, text)).toContain("DURATION:PT3H");
    expect(text.slice(text.indexOf("RECURRENCE-ID"))).not.toContain("DTEND");
  });

  it("goes to another zone on its own, with its VTIMEZONE", async () => {
    const { text } = await edit(SERIES, "20260107T090000", {
      times: { start: "2026-01-07T09:00", timezone: "America/New_York" },
    });
    expect(text).toContain("TZID:America/New_York\r\n");
    expect(text).toContain("DTSTART;TZID=America/New_York:20260107T090000\r\n");
    expect(text).toContain(`RECURRENCE-ID${at("20260107T090000")}\r\n`);
    expect(starts(text, berlin)[1]).toBe("2026-01-07T15:00:00+01:00");
  });

  it("may be on a date in a series of times", async () => {
    const { text } = await edit(SERIES, "20260107T090000", {
      times: { start: "2026-01-07", end: "2026-01-08" },
    });
    expect(comeIn(SERIES, text)).toEqual(
      expect.arrayContaining(["DTSTART;VALUE=DATE:20260107", "DTEND;VALUE=DATE:20260108"]),
    );
  });

  it.each([
    ["DTSTART;VALUE=DATE:20260105", "20260107", "RECURRENCE-ID;VALUE=DATE:20260107"],
    ["DTSTART:20260105T090000Z", "20260107T090000Z", "RECURRENCE-ID:20260107T090000Z"],
    ["DTSTART:20260105T090000", "20260107T090000", "RECURRENCE-ID:20260107T090000"],
    [
      'DTSTART;TZID="W. Europe Standard Time":20260105T090000',
      "20260107T090000",
      'RECURRENCE-ID;TZID="W. Europe Standard Time":20260107T090000',
    ],
  ])("is named as %s has it, in every zone it is looked at from", async (start, recurrence, expected) => {
    const text = event(start, "RRULE:FREQ=DAILY;COUNT=3", "SUMMARY:x");
    for (const zone of ["Pacific/Auckland", "America/Los_Angeles", "UTC"]) {
      const { text: edited } = await editOccurrence(
        readDocument(text),
        recurrence,
        { patch: { summary: "y" } },
        { ...options, zone },
      );
      expect(comeIn(text, edited)).toContain(expected);
      expect(starts(edited, { ...YEAR_2026, zone })).toEqual(starts(text, { ...YEAR_2026, zone }));
    }
  });

  it("is patched where it stands when its series is stored elsewhere", async () => {
    const lone = calendar(
      component("VEVENT", "RECURRENCE-ID:20260107T090000Z", "DTSTART:20260107T150000Z", "SUMMARY:x"),
      component("VEVENT", "RECURRENCE-ID:20260108T090000Z", "DTSTART:20260108T150000Z"),
    );
    const { text } = await edit(lone, "20260107T090000Z", { patch: { summary: "y" } });
    expect(lostFrom(lone, text)).toEqual(["SUMMARY:x"]);
    expect(text.match(/RECURRENCE-ID/g)).toHaveLength(2);
  });

  it("of a task by its due time moves the due time", async () => {
    const task = calendar(
      component("VTODO", "DUE:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=3", "SUMMARY:x"),
    );
    const { text } = await edit(task, "20260106T090000Z", { patch: { priority: 1 } });
    expect(comeIn(task, text)).toEqual(
      expect.arrayContaining(["RECURRENCE-ID:20260106T090000Z", "DUE:20260106T090000Z", "PRIORITY:1"]),
    );
    const moved = await edit(text, "20260106T090000Z", { times: { end: "2026-01-06T12:00:00Z" } });
    expect(comeIn(text, moved.text)).toContain("DUE:20260106T120000Z");
  });

  it("is refused where a change stands for it and all later ones, and not before that", async () => {
    const ranged = withOverride(
      `RECURRENCE-ID;RANGE=THISANDFUTURE${at("20260108T090000")}`,
      `DTSTART${at("20260108T110000")}`,
    );
    for (const name of ["20260108T090000", "20260109T090000"])
      await expect(edit(ranged, name, { patch: { summary: "x" } })).rejects.toMatchObject({
        code: "unsupported",
      });
    expect((await edit(ranged, "20260107T090000", { patch: { summary: "x" } })).text).toContain("SUMMARY:x");
  });

  it.each([
    ["excluded", "20260106T090000", "not-found"],
    ["of another day", "20270101T090000", "not-found"],
    ["in another form", "20260107T080000Z", "bad-input"],
    ["no name", "x", "bad-input"],
  ])("that is %s is refused", async (_, name, code) => {
    await expect(edit(SERIES, name, { patch: { summary: "x" } })).rejects.toMatchObject({ code });
  });

  it("cannot have a recurrence of its own", async () => {
    await expect(edit(SERIES, "20260107T090000", { recurrence: null })).rejects.toMatchObject({
      code: "bad-input",
    });
  });
});
