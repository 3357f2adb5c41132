import { describe, expect, it } from "vitest";
import { CaldavError } from "../../../src/errors.ts";
import { readDocument } from "../../../src/ical/document.ts";
import { editOccurrence } from "../../../src/ical/edit/edit-occurrence.ts";
import { editRest } from "../../../src/ical/edit/edit-rest.ts";
import { editSeries } from "../../../src/ical/edit/edit-series.ts";
import type { EntryChange } from "../../../src/ical/edit/types.ts";
import { calendar, component, event } from "../documents.ts";

const options = { now: 0, zone: "UTC" };
const EVERYTHING: EntryChange = {
  patch: {
    summary: "a",
    description: "b",
    location: "c",
    categories: ["d"],
    status: "cancelled",
    transparent: true,
    priority: 1,
    reminders: [{ minutes_before: 5 }],
  },
  times: { start: "2026-01-06T10:00:00Z" },
};

/** Every edit of the second occurrence of a series, and of the series. */
async function editAll(text: string, name = "20260106T090000Z"): Promise<void> {
  const document = readDocument(text);
  const edits = [
    () => editOccurrence(document, name, EVERYTHING, options),
    () => editSeries(document, EVERYTHING, { ...options, occurrence: name }),
    () => editSeries(document, { recurrence: "FREQ=WEEKLY;COUNT=3" }, options),
    () => editRest(document, name, EVERYTHING, { ...options, uid: "two@example.org" }),
  ];
  for (const edit of edits) {
    try {
      await edit();
    } catch (error) {
      // Refused is as good as done here; only the time counts.
      if (!(error instanceof CaldavError)) throw error;
    }
  }
}

async function refusing(edit: () => Promise<void>): Promise<void> {
  try {
    await edit();
  } catch (error) {
    if (!(error instanceof CaldavError)) throw error;
  }
}

/** Texts of a size, each made to be the worst for something. */
const SHAPES: Record<string, (size: number) => string> = {
  "one long word": (size) => "x".repeat(size),
  spaces: (size) => " ".repeat(size),
  folds: (size) => `b\r\n${" x\r\n".repeat(size / 4)} y`,
  "open quotes": (size) => 'B="'.repeat(size / 3),
  parameters: (size) => `a${";TZID=c".repeat(size / 7)}:d`,
  "half parameters": (size) => ";TZID=".repeat(size / 6),
  escapes: (size) => "\\".repeat(size),
  semicolons: (size) => ";".repeat(size),
  commas: (size) => ",".repeat(size),
  "rule parts": (size) => "FREQ=DAILY;UNTIL=".repeat(size / 17),
  emoji: (size) => "😀".repeat(size / 2),
};

const PLACES: Record<string, (text: string) => string> = {
  "a text": (text) =>
    event("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=3", `SUMMARY:${text}`, `X-A:${text}`),
  parameters: (text) =>
    event(
      `DTSTART;X-A=${text}:20260105T090000Z`,
      "RRULE:FREQ=DAILY;COUNT=3",
      `EXDATE;X-B=${text}:20260107T090000Z`,
    ),
  "the rule": (text) =>
    event(
      "DTSTART:20260105T090000Z",
      `RRULE:FREQ=DAILY;COUNT=3;X-A=${text.slice(0, 9_000)}`,
      `EXRULE:${text}`,
    ),
  "lists of dates": (text) =>
    event(
      "DTSTART:20260105T090000Z",
      "RRULE:FREQ=DAILY;COUNT=3",
      `EXDATE:${text}`,
      `RDATE;VALUE=PERIOD:${text}`,
    ),
  "a UID and a reminder": (text) =>
    event(
      "DTSTART:20260105T090000Z",
      "RRULE:FREQ=DAILY;COUNT=3",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      `TRIGGER:${text}`,
      "END:VALARM",
    ).replace("one@example.org", text),
};

async function milliseconds(run: () => Promise<void>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 2; round += 1) {
    const before = process.cpuUsage();
    await refusing(run);
    best = Math.min(best, process.cpuUsage(before).user / 1000);
  }
  return best;
}

/** Eight times the input: linear is 8, quadratic is 64. The floor keeps noise out. */
async function isTooSlow(make: (size: number) => Promise<void>, size: number): Promise<boolean> {
  const small = await milliseconds(() => make(size));
  return (await milliseconds(() => make(size * 8))) >= Math.max(120, small * 32);
}

describe("the time of an edit grows with the length of the entry and no faster", { retry: 3 }, () => {
  it.each(Object.entries(PLACES))("in %s", async (_, place) => {
    const tooSlow: string[] = [];
    for (const [shape, make] of Object.entries(SHAPES))
      if (await isTooSlow((size) => editAll(place(make(size))), 4_000)) tooSlow.push(shape);
    expect(tooSlow).toEqual([]);
  });

  it.each(Object.entries(SHAPES))(
    "in the name of an occurrence and in a caller's text: %s",
    async (_, make) => {
      const series = event("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=3");
      const document = readDocument(series);
      expect(await isTooSlow((size) => editAll(series, make(size)), 10_000)).toBe(false);
      const write = async (size: number): Promise<void> => {
        const text = make(size);
        const patch = { description: text, categories: text.match(/[^]{1,200}/g)?.slice(0, 50) ?? [] };
        await editSeries(document, { patch, recurrence: text, times: { start: text } }, options);
      };
      expect(await isTooSlow(write, 12_000)).toBe(false);
    },
  );

  it("in overrides, dates, reminders and properties", async () => {
    const day = (index: number): string =>
      new Date(Date.UTC(2026, 0, 5 + index, 9)).toISOString().replaceAll(/[-:]|\.000/g, "");
    const many = (count: number): string =>
      calendar(
        component(
          "VEVENT",
          "DTSTART:20260105T090000Z",
          "RRULE:FREQ=DAILY;COUNT=2000",
          ...Array.from({ length: count }, (_, index) => `EXDATE:${day(3 * index + 2)}`),
          `RDATE:${Array.from({ length: count }, (_, index) => day(3 * index).replace("T09", "T11")).join(",")}`,
          ...Array.from({ length: count }, (_, index) => `CATEGORIES:c${index}`),
          ...Array.from(
            { length: count },
            () => "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nEND:VALARM",
          ),
        ),
        ...Array.from({ length: count }, (_, index) =>
          component("VEVENT", `RECURRENCE-ID:${day(3 * index)}`, `DTSTART:${day(3 * index)}`, "SUMMARY:x"),
        ),
      );
    expect(await isTooSlow((count) => editAll(many(count)), 40)).toBe(false);
  });
});
