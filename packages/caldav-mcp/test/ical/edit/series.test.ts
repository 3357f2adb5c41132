import { describe, expect, it } from "vitest";
import { readDocument } from "../../../src/ical/document.ts";
import { editEntry, editSeries } from "../../../src/ical/edit/edit-series.ts";
import type { EntryChange, SeriesOptions } from "../../../src/ical/edit/types.ts";
import { berlinUnder, calendar, component, event, starts, YEAR_2026 } from "../documents.ts";
import { comeIn, lostFrom } from "./lines.ts";

const options: SeriesOptions = { now: Date.UTC(2026, 1, 1, 12), zone: "Europe/Berlin" };
const berlin = { ...YEAR_2026, zone: "Europe/Berlin" };
const edit = (text: string, change: EntryChange, more: Partial<SeriesOptions> = {}) =>
  editSeries(readDocument(text), change, { ...options, ...more });

const BERLIN = berlinUnder("Europe/Berlin");
const at = (time: string) => `;TZID=Europe/Berlin:${time}`;
const series = (rule: string, ...more: string[]) =>
  calendar(
    BERLIN,
    component(
      "VEVENT",
      `DTSTART${at("20260105T090000")}`,
      `DTEND${at("20260105T100000")}`,
      `RRULE:${rule}`,
      "SUMMARY:Whole",
      "LOCATION:Here",
      ...more,
    ),
  );
const withOverrides = (text: string, ...overrides: string[][]) =>
  text.replace(
    "END:VCALENDAR",
    `${overrides.map((lines) => component("VEVENT", ...lines)).join("")}END:VCALENDAR`,
  );

describe("an entry that does not repeat", () => {
  const single = event("DTSTART:20260105T090000Z", "DURATION:PT15M", "SUMMARY:x");

  it("changes in the lines that say so", async () => {
    const { text, changed } = await editEntry(
      readDocument(single),
      { patch: { summary: "y" }, times: { start: "2026-01-05T10:00:00Z" } },
      options,
    );
    expect(lostFrom(single, text)).toEqual([
      "DTSTAMP:20260101T000000Z",
      "DTSTART:20260105T090000Z",
      "SUMMARY:x",
    ]);
    expect(comeIn(single, text)).toEqual([
      "SEQUENCE:1",
      "DTSTAMP:20260201T120000Z",
      "DTSTART:20260105T100000Z",
      "SUMMARY:y",
    ]);
    expect(changed).toEqual({ kind: "count", count: 1 });
  });

  it("begins to repeat, on the clocks of the configured zone when it is in UTC", async () => {
    const { text, notes } = await editEntry(
      readDocument(single),
      { recurrence: { frequency: "weekly", until: "2026-12-31" } },
      options,
    );
    expect(text).toContain(`DTSTART${at("20260105T100000")}\r\n`);
    expect(text).toContain("BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n");
    expect(notes).toEqual(["The series follows the clocks of Europe/Berlin, also where they change."]);
    expect(starts(text, berlin).every((start) => start.includes("T10:00:00"))).toBe(true);
    expect(starts(text, berlin).at(-1)).toBe("2026-12-28T10:00:00+01:00");
  });

  it("is told when it starts on a day that its rule does not name (F92)", async () => {
    const { notes } = await editEntry(
      readDocument(single),
      { recurrence: "FREQ=WEEKLY;BYDAY=WE;COUNT=3" },
      options,
    );
    expect(notes.join(" ")).toMatch(/not a date that the rule names/);
  });

  it("may be a task: without a start it then starts when it is due", async () => {
    const task = calendar(component("VTODO", `DUE${at("20260105T090000")}`));
    const { text } = await editEntry(readDocument(task), { recurrence: "FREQ=DAILY;COUNT=3" }, options);
    expect(text).toContain(`DTSTART${at("20260105T090000")}\r\n`);
    await expect(
      editEntry(
        readDocument(calendar(component("VTODO", "SUMMARY:x"))),
        { recurrence: "FREQ=DAILY" },
        options,
      ),
    ).rejects.toThrow(/needs a `start` or a `due`/);
  });

  it("refuses a series: it has to be said how far the change reaches", async () => {
    await expect(editEntry(readDocument(series("FREQ=DAILY")), {}, options)).rejects.toThrow(/repeats/);
  });

  it.each<[string, EntryChange]>([
    ["a rule that cannot be read", { recurrence: "FREQ=NEVER" }],
    ["UNTIL and COUNT (F81)", { recurrence: "FREQ=DAILY;COUNT=3;UNTIL=20260301T000000Z" }],
    ["a rule that listings would not expand", { recurrence: "FREQ=SECONDLY" }],
    ["a text with a line of its own", { patch: { summary: "a\r\nX:b" }, times: { start: "2026-01-06" } }],
  ])("refuses %s", async (_, change) => {
    await expect(editEntry(readDocument(single), change, options)).rejects.toThrow(/nothing was changed/i);
  });

  const INJECTED = "x\r\nATTENDEE:mailto:b@ex.test";
  it.each<EntryChange>([
    { times: { start: `2026-01-05T09:00${INJECTED}` } },
    { times: { start: "2026-01-05T10:00", timezone: `Europe/Berlin${INJECTED}` } },
    { recurrence: `FREQ=DAILY;X-A=${INJECTED}` },
    { recurrence: { frequency: "daily", week_start: `MO${INJECTED}` } },
    { recurrence: { frequency: "weekly", by_weekday: [INJECTED] } },
    { patch: { reminders: [{ at: `2026-01-05T09:00${INJECTED}` }] } },
    { patch: { categories: ["a", INJECTED] } },
  ])("gets no line of its own from any string of a caller (F116): %j", async (change) => {
    const { text } = await editEntry(readDocument(single), change, options).catch(() => ({ text: single }));
    expect(text).not.toContain("\nATTENDEE");
    expect(text).not.toContain("ex.test");
  });

  it("loses its empty dates with any change (F107), and nothing else that is empty", async () => {
    const empty = single.replace("SUMMARY:x", "CREATED:\r\nLAST-MODIFIED: \r\nLOCATION:\r\nSUMMARY:x");
    const { text } = await editEntry(readDocument(empty), { patch: { summary: "y" } }, options);
    expect(text).not.toContain("CREATED");
    expect(text).not.toContain("LAST-MODIFIED");
    expect(text).toContain("LOCATION:\r\n");
  });

  it("comes back byte for byte when nothing changes", async () => {
    const text = single.replace("SUMMARY", "CREATED:\r\nSUMMARY");
    const change = { patch: { summary: "x" }, times: { start: "2026-01-05T10:00" }, recurrence: null };
    const result = await editEntry(readDocument(text), change, options);
    expect(result).toMatchObject({ text, changed: { kind: "count", count: 0 } });
  });
});

describe("the fields of a series", () => {
  const text = withOverrides(
    series("FREQ=DAILY;COUNT=5"),
    [
      `RECURRENCE-ID${at("20260106T090000")}`,
      `DTSTART${at("20260106T090000")}`,
      "SUMMARY:Own",
      "LOCATION:Here",
    ],
    [
      `RECURRENCE-ID${at("20260107T090000")}`,
      `DTSTART${at("20260107T150000")}`,
      "SUMMARY:Whole",
      "LOCATION:There",
    ],
  );

  it("go to the series and to the overrides that say the same; what was edited on its own stays", async () => {
    const { text: edited, keptEdited, changed } = await edit(text, { patch: { summary: "New" } });
    expect(edited.match(/SUMMARY:New/g)).toHaveLength(2);
    expect(edited).toContain("SUMMARY:Own");
    expect(keptEdited).toBe(1);
    expect(changed).toEqual({ kind: "count", count: 4 });
  });

  it("leave an override untouched, stamps included, that keeps all it has", async () => {
    const { text: edited } = await edit(text, { patch: { summary: "New" } });
    const own = text.slice(
      text.indexOf("BEGIN:VEVENT", text.indexOf("END:VEVENT")),
      text.indexOf("SUMMARY:Own"),
    );
    expect(edited).toContain(own);
  });

  it("do not count as kept where an override says already what is asked for", async () => {
    expect(await edit(text, { patch: { summary: "Own" } })).toMatchObject({ keptEdited: 0 });
  });

  it("go to the override of the occurrence that is named all the same", async () => {
    const { text: edited, keptEdited } = await edit(
      text,
      { patch: { summary: "New" } },
      { occurrence: "20260106T090000" },
    );
    expect(edited).not.toContain("SUMMARY:Own");
    expect(keptEdited).toBe(0);
  });

  it("do not make attendees hear of what is one's own", async () => {
    expect((await edit(text, { patch: { categories: ["a"] } })).text).not.toContain("SEQUENCE");
    expect((await edit(text, { patch: { location: "a" } })).text).toContain("SEQUENCE:1");
  });
});

describe("the start of a series", () => {
  it("takes exclusions, extra dates, overrides and UNTIL along", async () => {
    const text = withOverrides(
      series(
        "FREQ=DAILY;UNTIL=20260110T080000Z",
        "EXDATE:20260106T080000Z",
        "EXDATE;VALUE=DATE:20260109",
        `RDATE${at("20260112T090000,20260113T180000")}`,
        "RDATE;VALUE=PERIOD:20260120T080000Z/PT3H,20260121T080000Z/20260121T093000Z",
      ),
      [`RECURRENCE-ID:20260107T080000Z`, "DTSTART:20260107T080000Z", "DTEND:20260107T090000Z", "SUMMARY:Own"],
    );
    const { text: edited } = await edit(text, { times: { start: "2026-01-05T10:30" } });
    expect(lostFrom(text, edited).length).toBeGreaterThan(8);
    expect(edited).toContain(`DTEND${at("20260105T113000")}\r\n`);
    expect(edited).toContain("RRULE:FREQ=DAILY;UNTIL=20260110T093000Z\r\n");
    expect(edited).toContain(`EXDATE${at("20260106T103000")}\r\n`);
    expect(edited).toContain("EXDATE;VALUE=DATE:20260109\r\n");
    expect(edited).toContain(`RDATE${at("20260112T103000,20260113T193000")}\r\n`);
    expect(edited.replaceAll("\r\n ", "")).toContain(
      "RDATE;TZID=Europe/Berlin;VALUE=PERIOD:20260120T103000/PT3H,20260121T103000/20260121T120000\r\n",
    );
    expect(edited).toContain(`RECURRENCE-ID${at("20260107T103000")}\r\n`);
    expect(starts(edited, berlin)).toEqual(
      starts(text, berlin).map((start) => start.replace("T09:00", "T10:30").replace("T18:00", "T19:30")),
    );
  });

  it("keeps excluded what is excluded on both sides of a change of clocks", async () => {
    const text = series(
      "FREQ=DAILY;INTERVAL=7;UNTIL=20260420T070000Z",
      "EXDATE:20260323T080000Z,20260330T070000Z",
    );
    const { text: edited } = await edit(text, { times: { start: "2026-01-06T10:30" } });
    expect(edited).toContain(`EXDATE${at("20260324T103000,20260331T103000")}\r\n`);
    const next = (start: string): string => {
      const moved = new Date(Date.parse(`${start.slice(0, 19)}Z`) + 25.5 * 3_600_000);
      return moved.toISOString().slice(0, 19);
    };
    expect(starts(edited, berlin).map((start) => start.slice(0, 19))).toEqual(starts(text, berlin).map(next));
  });

  it("keeps the time of day of UNTIL where that still includes the last occurrence", async () => {
    const text = series("FREQ=DAILY;UNTIL=20260110T225959Z");
    const { text: edited } = await edit(text, { times: { start: "2026-01-05T21:00" } });
    expect(edited).toContain("RRULE:FREQ=DAILY;UNTIL=20260110T225959Z\r\n");
  });

  it.each([
    ["FREQ=WEEKLY;BYDAY=MO;COUNT=4", "2026-01-07T09:00", "FREQ=WEEKLY;BYDAY=WE;COUNT=4"],
    ["FREQ=MONTHLY;BYMONTHDAY=5;COUNT=4", "2026-01-20T09:00", "FREQ=MONTHLY;BYMONTHDAY=20;COUNT=4"],
    ["FREQ=MONTHLY;BYDAY=1MO;COUNT=4", "2026-01-14T09:00", "FREQ=MONTHLY;BYDAY=2WE;COUNT=4"],
    [
      "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=5;COUNT=4",
      "2026-03-06T09:00",
      "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=6;COUNT=4",
    ],
    [
      "FREQ=YEARLY;BYMONTH=1;BYDAY=1MO;COUNT=4",
      "2026-02-10T09:00",
      "FREQ=YEARLY;BYMONTH=2;BYDAY=2TU;COUNT=4",
    ],
  ])("takes the day along that a rule names because it starts on it: %s", async (rule, start, expected) => {
    const { text, notes } = await edit(series(rule), { times: { start } });
    expect(text).toContain(`RRULE:${expected}\r\n`);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^The rule named the day of the old start and goes along with it: every /);
  });

  it("keeps excluded what is excluded where the new day of a month comes earlier in some months", async () => {
    const text = series("FREQ=MONTHLY;BYDAY=1MO;COUNT=6", `EXDATE${at("20260406T090000")}`);
    const { text: edited } = await edit(text, { times: { start: "2026-01-07T09:00" } });
    expect(starts(edited, berlin).map((start) => start.slice(0, 10))).toEqual([
      "2026-01-07",
      "2026-02-04",
      "2026-03-04",
      "2026-05-06",
      "2026-06-03",
    ]);
  });

  it("leaves a rule of several days as it is, says so, and moves the time of day only", async () => {
    const text = withOverrides(
      series("FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260120T080000Z", `EXDATE${at("20260112T090000")}`),
      [
        `RECURRENCE-ID${at("20260114T090000")}`,
        `DTSTART${at("20260114T090000")}`,
        `DTEND${at("20260114T100000")}`,
      ],
    );
    const { text: edited, notes } = await edit(text, { times: { start: "2026-01-06T10:00" } });
    expect(starts(edited, berlin).map((start) => start.slice(0, 16))).toEqual([
      "2026-01-06T10:00",
      "2026-01-07T10:00",
      "2026-01-14T10:00",
      "2026-01-19T10:00",
    ]);
    expect(notes.join(" ")).toMatch(/not a date that the rule names/);
  });

  it("moves where nothing is excluded or edited, by a monthly rule as well", async () => {
    const text = event("DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=MONTHLY;BYDAY=2TU,-1FR;UNTIL=20260401");
    const { text: edited } = await edit(text, { times: { start: "2026-01-06" } });
    expect(starts(edited, berlin)[0]).toBe("2026-01-06");
  });

  it("refuses to take such a rule along with one of its later occurrences", async () => {
    const text = series("FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6");
    await expect(
      edit(text, { times: { start: "2026-01-13T09:00" } }, { occurrence: "20260112T090000" }),
    ).rejects.toThrow(/names its days/);
    const { text: later } = await edit(
      text,
      { times: { start: "2026-01-12T10:00" } },
      { occurrence: "20260112T090000" },
    );
    expect(starts(later, berlin)[0]).toBe("2026-01-05T10:00:00+01:00");
  });

  it("is not where one of its occurrences is, when that one is named", async () => {
    const { text } = await edit(
      series("FREQ=DAILY;COUNT=3"),
      { times: { start: "2026-01-07T10:00" } },
      { occurrence: "20260107T090000" },
    );
    expect(starts(text, berlin)[0]).toBe("2026-01-05T10:00:00+01:00");
  });

  it("refuses where the rule names times of day, or cannot be followed", async () => {
    for (const rule of ["FREQ=DAILY;BYHOUR=9,12", "FREQ=NEVER"])
      await expect(edit(series(rule), { times: { start: "2026-01-05T10:00" } })).rejects.toMatchObject({
        code: "unsupported",
      });
  });

  it("moves every so many hours by exact time", async () => {
    const text = series("FREQ=HOURLY;INTERVAL=6;COUNT=4", "EXDATE:20260105T140000Z");
    const { text: edited } = await edit(text, { times: { start: "2026-01-05T09:30" } });
    expect(starts(edited, berlin)).toEqual(
      starts(text, berlin).map((start) => start.replace(":00:00+", ":30:00+")),
    );
  });

  it("drops an edited occurrence for which the series has no day any more, and says so", async () => {
    const text = withOverrides(series("FREQ=MONTHLY;COUNT=3"), [
      `RECURRENCE-ID${at("20260205T090000")}`,
      `DTSTART${at("20260205T090000")}`,
      "SUMMARY:Own",
    ]);
    const { text: edited, dropped, notes } = await edit(text, { times: { start: "2026-01-31T09:00" } });
    expect(dropped).toBe(1);
    expect(edited).not.toContain("SUMMARY:Own");
    expect(notes.join(" ")).toMatch(/1 occurrence that had been changed on its own is gone/);
  });

  it("keeps an override that no occurrence had before either", async () => {
    const text = withOverrides(series("FREQ=DAILY;COUNT=3"), [
      `RECURRENCE-ID${at("20260601T090000")}`,
      `DTSTART${at("20260601T090000")}`,
      "SUMMARY:Stray",
    ]);
    const { text: edited, dropped } = await edit(text, { times: { start: "2026-01-05T10:00" } });
    expect(dropped).toBe(0);
    expect(edited).toContain("SUMMARY:Stray");
  });

  it("goes to another zone with its VTIMEZONE, and follows the clocks there", async () => {
    const text = series("FREQ=WEEKLY;COUNT=12", `EXDATE${at("20260112T090000")}`);
    const { text: edited } = await edit(text, {
      times: { start: "2026-01-05T09:00", timezone: "America/New_York" },
    });
    expect(edited).toContain("TZID:America/New_York\r\n");
    expect(edited).toContain("EXDATE;TZID=America/New_York:20260112T090000\r\n");
    expect(
      starts(edited, { ...YEAR_2026, zone: "America/New_York" }).every((start) => start.includes("T09:00")),
    ).toBe(true);
    expect(starts(edited, berlin)).toHaveLength(11);
  });

  it("keeps the name that the document has for its zone", async () => {
    const text = series("FREQ=DAILY;COUNT=3").replaceAll("Europe/Berlin", "W. Europe Standard Time");
    const { text: edited } = await edit(text, {
      times: { start: "2026-01-05T10:00", timezone: "Europe/Berlin" },
    });
    expect(edited).toContain("DTSTART;TZID=W. Europe Standard Time:20260105T100000\r\n");
    expect(edited).not.toContain("TZID:Europe/Berlin");
  });

  it("moves an override that lasts longer, and keeps its length", async () => {
    const text = withOverrides(series("FREQ=DAILY;COUNT=3"), [
      `RECURRENCE-ID${at("20260106T090000")}`,
      `DTSTART${at("20260106T090000")}`,
      `DTEND${at("20260106T120000")}`,
    ]);
    const moved = await edit(text, { times: { start: "2026-01-05T10:00" } });
    expect(moved.text).toContain(`DTEND${at("20260106T130000")}`);
    expect(moved.keptEdited).toBe(0);
    const longer = await edit(text, { times: { end: "2026-01-05T11:00" } });
    expect(longer.text).toContain(`DTEND${at("20260106T120000")}`);
    expect(longer.keptEdited).toBe(1);
  });

  it("takes the end from the occurrence that is named, wherever that has been moved to", async () => {
    const text = withOverrides(series("FREQ=DAILY;COUNT=3"), [
      `RECURRENCE-ID${at("20260106T090000")}`,
      `DTSTART${at("20260106T150000")}`,
      `DTEND${at("20260106T160000")}`,
    ]);
    const { text: edited } = await edit(
      text,
      { times: { end: "2026-01-06T17:00" } },
      { occurrence: "20260106T090000" },
    );
    expect(edited).toContain(`DTEND${at("20260105T110000")}\r\n`);
    expect(edited).toContain(`DTEND${at("20260106T170000")}\r\n`);
  });

  it("moves a change that another program made for all later occurrences (F75)", async () => {
    const text = withOverrides(series("FREQ=DAILY;COUNT=5"), [
      `RECURRENCE-ID;RANGE=THISANDFUTURE${at("20260107T090000")}`,
      `DTSTART${at("20260107T110000")}`,
    ]);
    const { text: edited } = await edit(text, { times: { start: "2026-01-05T10:00" } });
    expect(edited).toContain(`RECURRENCE-ID;RANGE=THISANDFUTURE${at("20260107T100000")}\r\n`);
    expect(starts(edited, berlin).map((start) => start.slice(11, 16))).toEqual([
      "10:00",
      "10:00",
      "11:00",
      "11:00",
      "11:00",
    ]);
  });
});

describe("the recurrence of a series", () => {
  const text = withOverrides(
    series("FREQ=DAILY;UNTIL=20260110T080000Z;X-OWN=1", `EXDATE${at("20260106T090000,20260112T090000")}`),
    [`RECURRENCE-ID${at("20260107T090000")}`, `DTSTART${at("20260107T150000")}`, "SUMMARY:Gone"],
    [`RECURRENCE-ID${at("20260108T090000")}`, `DTSTART${at("20260108T150000")}`, "SUMMARY:Stays"],
  );

  it("is set anew, never with a count and an end both (F81); what no longer names an occurrence goes", async () => {
    const {
      text: edited,
      notes,
      dropped,
    } = await edit(text, { recurrence: "FREQ=WEEKLY;BYDAY=MO,TU,TH;COUNT=9" });
    expect(comeIn(text, edited)).toContain("RRULE:FREQ=WEEKLY;BYDAY=MO,TU,TH;COUNT=9");
    expect(edited).toContain("SUMMARY:Stays");
    expect(edited).not.toContain("SUMMARY:Gone");
    expect(edited).toContain(`EXDATE${at("20260106T090000,20260112T090000")}\r\n`);
    expect(dropped).toBe(1);
    expect(notes).toHaveLength(1);
  });

  it("drops exclusions of days that it no longer has", async () => {
    const { text: edited, notes } = await edit(text, { recurrence: "FREQ=WEEKLY;COUNT=9" });
    expect(edited).toContain(`EXDATE${at("20260112T090000")}\r\n`);
    expect(notes.join(" ")).toMatch(/1 excluded date was dropped/);
  });

  it("includes the whole last day on the clock of the series (F80)", async () => {
    const { text: edited } = await edit(
      event("DTSTART;TZID=America/Los_Angeles:20260105T200000", "RRULE:FREQ=DAILY"),
      { recurrence: { frequency: "daily", until: "2026-01-19" } },
    );
    expect(starts(edited, { ...YEAR_2026, zone: "America/Los_Angeles" }).at(-1)).toBe(
      "2026-01-19T20:00:00-08:00",
    );
  });

  it("is left alone where it says the same already", async () => {
    const same = series("FREQ=WEEKLY;BYDAY=MO;COUNT=4");
    expect(
      await edit(same, { recurrence: { frequency: "weekly", by_weekday: ["MO"], count: 4 } }),
    ).toMatchObject({
      text: same,
    });
  });

  it("keeps excluded days where they are when the start moves and the rule is given with it", async () => {
    const weekly = series("FREQ=WEEKLY;BYDAY=MO;COUNT=4", `EXDATE${at("20260112T090000")}`);
    const along = await edit(weekly, {
      times: { start: "2026-01-06T09:00" },
      recurrence: "FREQ=WEEKLY;BYDAY=TU;COUNT=4",
    });
    expect(along.text).toContain(`EXDATE${at("20260113T090000")}`);
    const stays = await edit(weekly, {
      times: { start: "2026-01-06T09:00" },
      recurrence: "FREQ=WEEKLY;BYDAY=MO;COUNT=4",
    });
    expect(stays.text).toContain(`EXDATE${at("20260112T090000")}`);
  });

  it("ends: one event is left, and the edited occurrences are counted", async () => {
    const { text: edited, dropped, changed } = await edit(text, { recurrence: null });
    expect(edited).not.toMatch(/RRULE:FREQ=DAILY|EXDATE|RECURRENCE-ID/);
    expect(starts(edited, berlin)).toEqual(["2026-01-05T09:00:00+01:00"]);
    expect(dropped).toBe(2);
    expect(changed).toEqual({ kind: "count", count: 1 });
  });

  it("may be set for a series whose rule cannot be read", async () => {
    const { text: edited } = await edit(series("FREQ=NEVER", "EXRULE:FREQ=DAILY"), {
      recurrence: "FREQ=DAILY;COUNT=2",
    });
    expect(starts(edited, berlin)).toHaveLength(2);
  });
});

it("refuses to change a series of which only single occurrences are stored", async () => {
  const lone = calendar(component("VEVENT", "RECURRENCE-ID:20260107T090000Z", "DTSTART:20260107T150000Z"));
  await expect(edit(lone, { patch: { summary: "x" } })).rejects.toMatchObject({ code: "unsupported" });
});
