import { describe, expect, it } from "vitest";
import { growth, repeated } from "../../../../scripts/linear-time.ts";
import { refuseOrganisersPart } from "../../src/direct-edit/assigned.ts";
import { refuseLoss } from "../../src/direct-edit/loss.ts";
import { readJournalUpdate, readTaskUpdate } from "../../src/direct-edit/requested.ts";
import { taskInWords } from "../../src/direct-edit/task-facts.ts";
import { type CalendarDocument, readDocument } from "../../src/ical/document.ts";
import { editCompletion } from "../../src/ical/edit/completion-series.ts";
import { progressPatch, reopenedPatch, repairPatch } from "../../src/ical/edit/completion.ts";
import { nextOpen } from "../../src/ical/next-open.ts";
import { completionOf } from "../../src/ical/task-state.ts";
import { viewerZone } from "../../src/ical/view.ts";
import { todo } from "../behaviour/objects.ts";

const view = { zone: "Europe/Berlin", ownAddresses: new Set(["ada@example.org"]) };
const options = { now: 0, view, viewer: viewerZone(view.zone) };

/** Properties that hold the text, in a series and in an occurrence that was changed on its own. */
function series(text: string): CalendarDocument {
  const value = text.replaceAll(/[\r\n]/g, " ");
  const names = ["SUMMARY", "DESCRIPTION", "COMPLETED", "PERCENT-COMPLETE", "EXDATE", "X-FOO"];
  const lines = [
    ...names.map((name) => `${name}:${value}`),
    `ORGANIZER;CN="${value.replaceAll('"', "")}":${value}`,
    `ATTENDEE:${value}`,
  ].join("\n");
  return readDocument(
    todo(
      "a@example.org",
      `DUE:20260914T090000Z\nRRULE:FREQ=DAILY;COUNT=3\n${lines}`,
      `RECURRENCE-ID:20260914T090000Z\nDUE:20260914T090000Z\nSTATUS:COMPLETED\n${lines}`,
    ),
  );
}

function componentOf(text: string) {
  const { master } = series(text);
  if (master === undefined) throw new Error("The series has a component.");
  return master;
}

/** Every function about completions and unasked changes that walks a string which the server or the caller chose. */
const WALKERS: Record<string, (text: string) => unknown> = {
  nextOpen: (text) => nextOpen(series(text), view),
  "completionOf, and what mends it": (text) => [
    completionOf(componentOf(text)),
    repairPatch(componentOf(text), options),
    reopenedPatch(componentOf(text)),
    progressPatch(componentOf(text), { percentComplete: 50 }, options),
  ],
  "editCompletion, done": (text) =>
    editCompletion(series(text), { recurrence: undefined, done: true }, options),
  "editCompletion, undone": (text) =>
    editCompletion(series(text), { recurrence: undefined, done: false }, options),
  "editCompletion, of a name": (text) =>
    editCompletion(series("a"), { recurrence: text, done: true }, options),
  taskInWords: (text) => taskInWords(series(text), view),
  refuseOrganisersPart: (text) => refuseOrganisersPart([componentOf(text)], ["summary"], view.ownAddresses),
  refuseLoss: (text) => {
    const document = series(text);
    refuseLoss(document, document.overrides, view);
  },
  "what a caller wants changed": (text) => [
    readTaskUpdate({ summary: text, description: text, due: text, categories: [text], recurrence: text }),
    readJournalUpdate({ summary: text, description: text, date: text }),
  ],
};

const PIECES = [
  "a",
  ",",
  "\\",
  "\\,",
  '"',
  ";",
  ":",
  "=",
  "mailto:",
  " ",
  "1",
  "20260914T090000Z,",
  "\ud800",
];

describe.each(Object.entries(WALKERS))("%s takes time in proportion to its input", (_name, walk) => {
  // Measured anew when a busy machine gets in the way; what is not linear fails every time.
  it.each(PIECES)("for %j", { retry: 3 }, async (piece) => {
    const { tookMs, allowedMs } = await growth(walk, repeated(piece), 10_000);
    expect(tookMs).toBeLessThan(allowedMs);
  });
});

describe("a series in which thousands of occurrences were completed", () => {
  const lines = "DUE:20160101T090000Z\nRRULE:FREQ=DAILY";
  const day = (nth: number): string =>
    new Date(Date.UTC(2016, 0, 1 + nth, 9)).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const many = (count: number): CalendarDocument => {
    const done = Array.from(
      { length: count },
      (_, nth) => `RECURRENCE-ID:${day(nth)}\nDUE:${day(nth)}\nSTATUS:COMPLETED\nCOMPLETED:${day(nth)}`,
    );
    return readDocument(todo("a@example.org", lines, ...done));
  };

  it("takes time in proportion to them, and finds the next one", { retry: 3 }, async () => {
    const complete = (document: CalendarDocument) =>
      editCompletion(document, { recurrence: undefined, done: true }, options);
    expect(complete(many(4_000)).recurrence).toBe(day(4_000));
    const { tookMs, allowedMs } = await growth(complete, many, 500);
    expect(tookMs).toBeLessThan(allowedMs);
  });

  it("is looked through once for what would be lost", { retry: 3 }, async () => {
    const refuse = (document: CalendarDocument): void => refuseLoss(document, document.overrides, view);
    expect(() => {
      refuse(many(4_000));
    }).toThrow(/^This would take away 4000 occurrences with a status or progress of their own/);
    const moved = readDocument(
      todo(
        "a@example.org",
        lines,
        `RECURRENCE-ID:${day(1)}\nDUE:${day(2)}`,
        `RECURRENCE-ID:${day(3)}\nDUE:${day(4)}`,
      ),
    );
    expect(() => {
      refuse(moved);
    }).toThrow(/^This would take away 2 occurrences that were changed on their own/);
    const { tookMs, allowedMs } = await growth(refuse, many, 500);
    expect(tookMs).toBeLessThan(allowedMs);
  });
});
