import { describe, expect, it } from "vitest";
import { readDocument } from "../../../src/ical/document.ts";
import { editEntry } from "../../../src/ical/edit/edit-series.ts";
import type { TimesChange } from "../../../src/ical/edit/types.ts";
import { calendar, component } from "../documents.ts";
import { comeIn, lostFrom } from "./lines.ts";

const now = Date.UTC(2026, 1, 1, 12);
const STAMPS = /^(?:DTSTAMP|SEQUENCE):/;

type Retimed = { lost: string[]; come: string[]; notes: string[]; text: string };

async function retimed(
  kind: string,
  lines: readonly string[],
  times: TimesChange,
  zone = "Europe/Berlin",
): Promise<Retimed> {
  const text = calendar(component(kind, ...lines));
  const edited = await editEntry(readDocument(text), { times }, { now, zone });
  const own = (some: readonly string[]): string[] => some.filter((line) => !STAMPS.test(line));
  return {
    text: edited.text,
    notes: edited.notes,
    lost: own(lostFrom(text, edited.text)),
    come: own(comeIn(text, edited.text)),
  };
}

const berlin = (time: string) => `;TZID=Europe/Berlin:${time}`;
const TIMED = [`DTSTART${berlin("20260914T090000")}`, `DTEND${berlin("20260914T103000")}`];
const DATED = ["DTSTART;VALUE=DATE:20260914", "DTEND;VALUE=DATE:20260916"];
const LASTING = [`DTSTART${berlin("20260914T090000")}`, "DURATION:PT15M"];

describe("the times of an event", () => {
  it.each<[string, readonly string[], TimesChange, string[]]>([
    [
      "a start keeps the length",
      TIMED,
      { start: "2026-09-15T14:00" },
      [`DTSTART${berlin("20260915T140000")}`, `DTEND${berlin("20260915T153000")}`],
    ],
    [
      "a start keeps the days",
      DATED,
      { start: "2026-10-01" },
      ["DTSTART;VALUE=DATE:20261001", "DTEND;VALUE=DATE:20261003"],
    ],
    [
      "a start leaves DURATION alone (F64)",
      LASTING,
      { start: "2026-09-14T10:00" },
      [`DTSTART${berlin("20260914T100000")}`],
    ],
    [
      "an end alone changes the length",
      TIMED,
      { end: "2026-09-14T12:00" },
      [`DTEND${berlin("20260914T120000")}`],
    ],
    ["an end alone changes DURATION (F64)", LASTING, { end: "2026-09-14T11:30" }, ["DURATION:PT2H30M"]],
    [
      "an end of dates changes DURATION in days",
      ["DTSTART;VALUE=DATE:20260914", "DURATION:P1D"],
      { end: "2026-09-17" },
      ["DURATION:P3D"],
    ],
    [
      "an end is added where there was none",
      [TIMED[0] ?? ""],
      { end: "2026-09-14T10:00" },
      [`DTEND${berlin("20260914T100000")}`],
    ],
    [
      "an instant is shown on the clock of the event",
      TIMED,
      { start: "2026-09-14T10:00:00Z" },
      [`DTSTART${berlin("20260914T120000")}`, `DTEND${berlin("20260914T133000")}`],
    ],
    [
      "UTC stays UTC",
      ["DTSTART:20260914T070000Z", "DTEND:20260914T080000Z"],
      { start: "2026-09-14T10:00" },
      ["DTSTART:20260914T080000Z", "DTEND:20260914T090000Z"],
    ],
    [
      "a floating time stays floating",
      ["DTSTART:20260914T090000", "DTEND:20260914T100000"],
      { start: "2026-09-14T11:00" },
      ["DTSTART:20260914T110000", "DTEND:20260914T120000"],
    ],
    [
      "UTC may be asked for by name",
      TIMED,
      { start: "2026-09-14T09:00", timezone: "UTC" },
      ["DTSTART:20260914T090000Z", "DTEND:20260914T103000Z"],
    ],
    [
      "times become dates",
      TIMED,
      { start: "2026-09-14", end: "2026-09-15" },
      ["DTSTART;VALUE=DATE:20260914", "DTEND;VALUE=DATE:20260915"],
    ],
    [
      "an end in a zone of its own stays there",
      [TIMED[0] ?? "", "DTEND;TZID=Europe/London:20260914T100000"],
      { start: "2026-09-14T10:00" },
      [`DTSTART${berlin("20260914T100000")}`, "DTEND;TZID=Europe/London:20260914T110000"],
    ],
    [
      "parameters stay",
      ["DTSTART;X-A=b;VALUE=DATE-TIME;TZID=Europe/Berlin:20260914T090000"],
      { start: "2026-09-14T10:00" },
      ["DTSTART;X-A=b;VALUE=DATE-TIME;TZID=Europe/Berlin:20260914T100000"],
    ],
  ])("%s", async (_, lines, times, expected) => {
    expect((await retimed("VEVENT", lines, times)).come).toEqual(expected);
  });

  it("keep exact time across a change of clocks", async () => {
    const { come } = await retimed("VEVENT", TIMED, { start: "2026-10-25T02:00" });
    expect(come).toEqual([`DTSTART${berlin("20261025T020000")}`, "DURATION:PT1H30M"]);
  });

  it("go to another zone together, with its VTIMEZONE", async () => {
    const { come, text } = await retimed("VEVENT", TIMED, {
      start: "2026-09-14T09:00",
      timezone: "America/New_York",
    });
    expect(come).toEqual(
      expect.arrayContaining([
        "TZID:America/New_York",
        "DTSTART;TZID=America/New_York:20260914T090000",
        "DTEND;TZID=America/New_York:20260914T103000",
      ]),
    );
    expect(text.indexOf("END:VTIMEZONE")).toBeLessThan(text.indexOf("BEGIN:VEVENT"));
  });

  it("become times in the configured zone when they were dates", async () => {
    const { come } = await retimed("VEVENT", DATED, { start: "2026-09-14T09:00", end: "2026-09-14T10:00" });
    expect(come).toEqual(
      expect.arrayContaining([
        `DTSTART${berlin("20260914T090000")}`,
        `DTEND${berlin("20260914T100000")}`,
        "TZID:Europe/Berlin",
      ]),
    );
  });

  it("never are DTEND and DURATION both, also when they were (F64)", async () => {
    const { text } = await retimed("VEVENT", [...TIMED, "DURATION:PT15M"], { start: "2026-09-14T10:00" });
    expect(text.match(/DTEND|DURATION/g)).toHaveLength(1);
    const { come } = await retimed("VEVENT", [...TIMED, "DURATION:PT15M"], { end: "2026-09-14T10:00" });
    expect(come).toEqual(["DURATION:PT1H"]);
  });

  it("say what clocks make of them", async () => {
    const gap = await retimed("VEVENT", TIMED, { start: "2026-03-29T02:30" });
    expect(gap.notes.join(" ")).toMatch(/Clocks skip the given start.*03:30/);
    const fold = await retimed("VEVENT", TIMED, { start: "2026-10-25T02:30", end: "2026-10-25T05:00" });
    expect(fold.notes.join(" ")).toMatch(/twice on that day; the first one/);
    const second = await retimed("VEVENT", TIMED, { start: "2026-10-25T02:30:00+01:00" });
    expect(second.come).toEqual(["DTSTART:20261025T013000Z", `DTEND${berlin("20261025T040000")}`]);
    expect(second.notes.join(" ")).toMatch(/written in UTC/);
  });

  it("are in UTC where a floating time would be read as the earlier of two", async () => {
    const floating = ["DTSTART:20260914T090000", "DTEND:20260914T100000"];
    const second = await retimed("VEVENT", floating, { start: "2026-10-25T01:30:00Z" });
    expect(second.come).toEqual(["DTSTART:20261025T013000Z", "DTEND:20261025T033000"]);
    expect(second.notes.join(" ")).toMatch(/written in UTC/);
    const ending = await retimed("VEVENT", floating, { start: "2026-10-25T01:30" });
    expect(ending.come).toEqual(["DTSTART:20261025T013000", "DTEND:20261025T023000"]);
    const later = await retimed("VEVENT", floating, { start: "2026-10-25T02:30" });
    expect(later.come).toEqual(["DTSTART:20261025T023000", "DURATION:PT1H"]);
  });

  it("say the last day of several", async () => {
    const { notes } = await retimed("VEVENT", DATED, { start: "2026-10-01" });
    expect(notes).toEqual(["All day from 2026-10-01 up to and including 2026-10-02."]);
  });

  it.each<TimesChange>([
    { start: "2026-09-14" },
    { end: "2026-09-15" },
    { start: "2026-09-14", end: "2026-09-14T10:00" },
    { end: "2026-09-14T08:00" },
    { start: null },
    { end: null },
    { timezone: "Europe/Berlin" },
    { start: "2026-09-14T09:00+02:00", timezone: "America/New_York" },
    { start: "2026-02-30T09:00" },
    { start: "9999-12-31T23:30" },
    { start: "x" },
  ])("refuse %j", async (times) => {
    await expect(retimed("VEVENT", TIMED, times)).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringMatching(/Nothing was changed\.$/),
    });
  });

  it("refuse a single time for dates", async () => {
    await expect(retimed("VEVENT", DATED, { start: "2026-09-14T09:00" })).rejects.toThrow(
      /both `start` and `end`/,
    );
    await expect(retimed("VEVENT", DATED, { end: "2026-09-14" })).rejects.toThrow(/exclusive/);
  });

  it.each<[readonly string[], TimesChange]>([
    [TIMED, { start: "2026-09-14T09:00" }],
    [TIMED, { start: "2026-09-14T07:00:00Z", end: "2026-09-14T10:30" }],
    [TIMED, { start: "2026-09-14T09:00", timezone: "europe/berlin" }],
    [LASTING, { end: "2026-09-14T09:15" }],
    [DATED, { start: "2026-09-14", end: "2026-09-16" }],
  ])("that are there already change nothing: %j %j", async (lines, times) => {
    expect(await retimed("VEVENT", lines, times)).toMatchObject({ lost: [], come: [] });
  });
});

describe("the times of a task", () => {
  it.each<[string, readonly string[], TimesChange, string[]]>([
    [
      "a due time alone moves",
      ["DUE:20260914T090000Z"],
      { end: "2026-09-14T10:00:00Z" },
      ["DUE:20260914T100000Z"],
    ],
    [
      "a start keeps the length",
      ["DTSTART:20260914T090000Z", "DUE:20260914T100000Z"],
      { start: "2026-09-15T09:00:00Z" },
      ["DTSTART:20260915T090000Z", "DUE:20260915T100000Z"],
    ],
    [
      "a start is added before the due time",
      ["DUE:20260914T090000Z"],
      { start: "2026-09-13T09:00:00Z" },
      ["DTSTART:20260913T090000Z"],
    ],
    [
      "a due time is added",
      ["DTSTART;VALUE=DATE:20260914"],
      { end: "2026-09-14" },
      ["DUE;VALUE=DATE:20260914"],
    ],
    [
      "an undated one gets both",
      [],
      { start: "2026-09-14", end: "2026-09-15" },
      ["DTSTART;VALUE=DATE:20260914", "DUE;VALUE=DATE:20260915"],
    ],
    [
      "a start goes, and the due time stays",
      ["DTSTART:20260914T090000Z", "DUE:20260914T100000Z"],
      { start: null },
      [],
    ],
    [
      "a start goes, and what it took becomes a due time",
      ["DTSTART:20260914T090000Z", "DURATION:PT2H"],
      { start: null },
      ["DUE:20260914T110000Z"],
    ],
    [
      "a due date becomes a time",
      ["DUE;VALUE=DATE:20260914"],
      { end: "2026-09-14T10:00:00Z" },
      ["DUE:20260914T100000Z"],
    ],
    [
      "what it takes changes with the due time",
      ["DTSTART:20260914T090000Z", "DURATION:PT2H"],
      { end: "2026-09-14T10:00:00Z" },
      ["DURATION:PT1H"],
    ],
    ["both go", ["DTSTART:20260914T090000Z", "DUE:20260914T100000Z"], { start: null, end: null }, []],
  ])("%s", async (_, lines, times, expected) => {
    const { come, text } = await retimed("VTODO", lines, times);
    expect(come).toEqual(expected);
    expect(text).not.toMatch(/DTEND/);
    expect(text.includes("DTSTART")).toBe(
      times.start !== null && (times.start !== undefined || lines.join().includes("DTSTART")),
    );
  });

  it("refuse a due time before the start, and dates beside times", async () => {
    await expect(
      retimed("VTODO", ["DUE:20260914T090000Z"], { start: "2026-09-15T09:00:00Z" }),
    ).rejects.toThrow(/`due` must not be before/);
    await expect(retimed("VTODO", ["DUE:20260914T090000Z"], { start: "2026-09-13" })).rejects.toThrow(
      /both `start` and `due`/,
    );
  });
});

describe("the date of a journal", () => {
  it("is set, changed and taken away", async () => {
    expect((await retimed("VJOURNAL", [], { start: "2026-09-14" })).come).toEqual([
      "DTSTART;VALUE=DATE:20260914",
    ]);
    const dated = ["DTSTART;VALUE=DATE:20260914"];
    expect((await retimed("VJOURNAL", dated, { start: "2026-09-14T09:00:00Z" })).come).toEqual([
      "DTSTART:20260914T090000Z",
    ]);
    expect((await retimed("VJOURNAL", dated, { start: null })).lost).toEqual(dated);
    await expect(retimed("VJOURNAL", dated, { end: "2026-09-15" })).rejects.toThrow(/has no `end`/);
  });
});
