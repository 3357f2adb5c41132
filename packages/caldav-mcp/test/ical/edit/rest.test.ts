import { describe, expect, it } from "vitest";
import { readDocument } from "../../../src/ical/document.ts";
import { editRest } from "../../../src/ical/edit/edit-rest.ts";
import type { EntryChange } from "../../../src/ical/edit/types.ts";
import { countOccurrences } from "../../../src/ical/occurrences.ts";
import { parseTree } from "../../../src/ical/tree.ts";
import { berlinUnder, calendar, component, starts, YEAR_2026 } from "../documents.ts";
import { comeIn, linesOf, lostFrom } from "./lines.ts";

const options = { now: Date.UTC(2026, 1, 1, 12), zone: "Europe/Berlin", uid: "two@example.org" };
const berlin = { ...YEAR_2026, zone: "Europe/Berlin" };
const edit = (text: string, recurrence: string, change: EntryChange) =>
  editRest(readDocument(text), recurrence, change, options);
const at = (time: string) => `;TZID=Europe/Berlin:${time}`;
const count = (text: string | undefined) => countOccurrences(readDocument(text ?? ""), options);

const series = (rule: string, ...more: string[]) =>
  calendar(
    berlinUnder("Europe/Berlin"),
    component(
      "VEVENT",
      `DTSTART${at("20260105T090000")}`,
      `DTEND${at("20260105T100000")}`,
      `RRULE:${rule}`,
      "SUMMARY:Whole",
      ...more,
    ),
  );
const THERE = { patch: { location: "There" } };

describe("an occurrence and all later ones", () => {
  const text = series(
    "FREQ=DAILY;COUNT=10;X-OWN=1",
    `EXDATE${at("20260106T090000,20260112T090000")}`,
    `RDATE${at("20260105T150000,20260201T090000")}`,
    "ATTENDEE;PARTSTAT=ACCEPTED:mailto:jane@example.org",
    "CREATED:20250101T000000Z",
    "LAST-MODIFIED:20250101T000000Z",
    "SEQUENCE:7",
    "BEGIN:VALARM",
    "ACTION:EMAIL",
    "TRIGGER:-PT15M",
    "END:VALARM",
  ).replace(
    "END:VCALENDAR",
    `${component("VEVENT", `RECURRENCE-ID${at("20260107T090000")}`, `DTSTART${at("20260107T150000")}`, "SUMMARY:Early")}${component("VEVENT", "RECURRENCE-ID:20260113T080000Z", `DTSTART${at("20260113T150000")}`, "SUMMARY:Late")}END:VCALENDAR`,
  );

  it("become a second object with a UID of its own, and the series ends before them (F95)", async () => {
    const { text: earlier, rest = "", changed } = await edit(text, "20260109T090000", THERE);
    expect(lostFrom(text, earlier)).toEqual([
      "RRULE:FREQ=DAILY;COUNT=10;X-OWN=1",
      `RDATE${at("20260105T150000,20260201T090000")}`,
      "LAST-MODIFIED:20250101T000000Z",
      "SEQUENCE:7",
      "RECURRENCE-ID:20260113T080000Z",
      `DTSTART${at("20260113T150000")}`,
      "SUMMARY:Late",
    ]);
    expect(comeIn(text, earlier)).toEqual([
      "RELATED-TO;RELTYPE=SIBLING:two@example.org",
      "DTSTAMP:20260201T120000Z",
      "RRULE:FREQ=DAILY;X-OWN=1;UNTIL=20260109T075959Z",
      `RDATE${at("20260105T150000")}`,
      "LAST-MODIFIED:20260201T120000Z",
      "SEQUENCE:8",
    ]);
    expect([...new Set(comeIn(text, rest))]).toEqual([
      "UID:two@example.org",
      "RELATED-TO;RELTYPE=SIBLING:one@example.org",
      "DTSTAMP:20260201T120000Z",
      `DTSTART${at("20260109T090000")}`,
      `DTEND${at("20260109T100000")}`,
      "RRULE:FREQ=DAILY;COUNT=6;X-OWN=1",
      "LOCATION:There",
      `EXDATE${at("20260112T090000")}`,
      `RDATE${at("20260201T090000")}`,
      "CREATED:20260201T120000Z",
      "SEQUENCE:0",
    ]);
    expect(lostFrom(text, rest)).toContain("SUMMARY:Early");
    expect(rest).toContain("TRIGGER:-PT15M\r\n");
    expect(new Set(linesOf(rest).filter((line) => line.startsWith("UID:")))).toEqual(
      new Set(["UID:two@example.org"]),
    );
    expect(changed).toEqual(count(rest));
  });

  it("move with the occurrence that is named, with what is excluded and edited in them", async () => {
    const { text: earlier, rest } = await edit(text, "20260109T090000", {
      times: { start: "2026-01-09T10:00" },
    });
    expect(starts(earlier, berlin).at(-1)).toBe("2026-01-08T09:00:00+01:00");
    expect(starts(rest ?? "", berlin)).toEqual([
      "2026-01-09T10:00:00+01:00",
      "2026-01-10T10:00:00+01:00",
      "2026-01-11T10:00:00+01:00",
      "2026-01-13T15:00:00+01:00",
      "2026-01-14T10:00:00+01:00",
      "2026-02-01T10:00:00+01:00",
    ]);
    expect(rest).toContain(`RECURRENCE-ID${at("20260113T100000")}\r\n`);
  });

  it("begin where it was asked, also when the named one had been moved before", async () => {
    const { rest } = await edit(text, "20260113T090000", { times: { start: "2026-01-13T11:00" } });
    expect(starts(rest ?? "", berlin)[0]).toBe("2026-01-13T11:00:00+01:00");
  });

  it("are the series as a whole from its first occurrence on", async () => {
    const { text: whole, rest } = await edit(text, "20260105T090000", THERE);
    expect(rest).toBeUndefined();
    expect(count(whole)).toEqual(count(text));
    expect(whole).not.toContain("RELATED-TO");
  });

  it("leave everything as it is where nothing changes", async () => {
    const result = await edit(text, "20260109T090000", { patch: { summary: "Whole", description: null } });
    expect(result).toMatchObject({ text, changed: { kind: "count", count: 0 } });
    expect(result.rest).toBeUndefined();
  });

  it("take only their own along: no other entry, no METHOD, no part that nobody refers to", async () => {
    const crowded = text
      .replace("VERSION:2.0", "VERSION:2.0\r\nMETHOD:REQUEST\r\nX-WR-CALNAME:a")
      .replace(
        "END:VCALENDAR",
        `${component("VAVAILABILITY", "X-A:1").replace("one@", "other@")}${component("VEVENT", "DTSTART:20260101T000000Z").replace("one@", "third@")}END:VCALENDAR`,
      );
    const { text: earlier, rest = "" } = await edit(crowded, "20260109T090000", THERE);
    expect(earlier).toContain("BEGIN:VAVAILABILITY");
    expect(rest).not.toMatch(/METHOD|VAVAILABILITY|third@/);
    expect(rest).toContain("X-WR-CALNAME:a\r\n");
    const [root] = parseTree(readDocument(rest).lines);
    expect(root?.children.map(({ name }) => name)).toEqual(["VTIMEZONE", "VEVENT", "VEVENT"]);
  });

  it.each([
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=9", "20260119T090000"],
    ["FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20261231T000000Z", "20260529T090000"],
    ["FREQ=YEARLY;BYMONTH=1,6;BYMONTHDAY=5", "20270605T090000"],
    ["FREQ=DAILY;BYHOUR=9,12;COUNT=20", "20260107T120000"],
  ])("are what the rule %s names from there on", async (rule, recurrence) => {
    const whole = series(rule);
    const { text: earlier, rest } = await edit(whole, recurrence, THERE);
    const window = { from: "2026-01-01T00:00:00Z", to: "2031-01-01T00:00:00Z", zone: "Europe/Berlin" };
    expect([...starts(earlier, window), ...starts(rest ?? "", window)]).toEqual(starts(whole, window));
  });

  it("are refused where they would be others with another start", async () => {
    const onExtraDate = series("FREQ=DAILY;COUNT=10", `RDATE${at("20260107T150000")}`);
    await expect(edit(onExtraDate, "20260107T150000", THERE)).rejects.toMatchObject({
      code: "unsupported",
      message: expect.stringMatching(/cannot be split here.*Nothing was changed/),
    });
    const twoRules = series("FREQ=DAILY;INTERVAL=2;COUNT=10", "RRULE:FREQ=DAILY;INTERVAL=3;COUNT=10");
    await expect(edit(twoRules, "20260108T090000", THERE)).rejects.toMatchObject({ code: "unsupported" });
  });

  it("are refused where a change stands for all later ones already, or the rule cannot be read", async () => {
    const ranged = text.replace(
      "RECURRENCE-ID:20260113T080000Z",
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20260113T080000Z",
    );
    await expect(edit(ranged, "20260109T090000", THERE)).rejects.toMatchObject({ code: "unsupported" });
    await expect(
      edit(series("FREQ=NEVER", `RDATE${at("20260107T090000")}`), "20260107T090000", THERE),
    ).rejects.toMatchObject({ code: "unsupported" });
  });

  it("have no recurrence of their own to set, and must be there", async () => {
    await expect(edit(text, "20260109T090000", { recurrence: "FREQ=DAILY" })).rejects.toMatchObject({
      code: "bad-input",
    });
    await expect(edit(text, "20260112T090000", THERE)).rejects.toMatchObject({ code: "not-found" });
  });
});
