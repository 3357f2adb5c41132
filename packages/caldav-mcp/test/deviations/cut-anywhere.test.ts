import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { encodeEntryId } from "../../src/dav/entry-id.ts";
import type { EntryKind } from "../../src/ical/types.ts";
import { event, journal, todo } from "../behaviour/objects.ts";
import * as bad from "./deviations.ts";
import { type Desk, openDesk } from "./desk.ts";
import type { Deviation } from "./proxy.ts";

const SERIES = event("s@example.org", "DTSTART:20260914T090000Z\nRRULE:FREQ=DAILY;COUNT=4\nSUMMARY:Series");

/** A write, what stands there before it, and how to see afterwards that it was done. */
type Trial = {
  before: Record<string, string>;
  call(desk: Desk): ReturnType<Desk["call"]>;
  isDone: (texts: readonly string[]) => boolean;
};

const idIn = (desk: Desk, kind: EntryKind, resource: string, recurrence?: string): string =>
  encodeEntryId({ kind, calendar: calendarIn(desk), resource, recurrence });
const calendarIn = (desk: Desk): string => `${desk.sandbox.home}all/`;
const creating = (tool: string, args: Record<string, unknown>): Trial => ({
  before: {},
  call: (desk) => desk.call(tool, { calendar_id: calendarIn(desk), summary: "New one", ...args }),
  isDone: (texts) => texts.length === 1 && texts.every((text) => text.includes("SUMMARY:New one")),
});
const deleting = (tool: string, kind: EntryKind, text: string): Trial => ({
  before: { "a.ics": text },
  call: (desk) => desk.call(tool, { id: idIn(desk, kind, "a.ics") }),
  isDone: (texts) => texts.length === 0,
});

const TRIALS: Record<string, Trial> = {
  create_event: creating("create_event", { start: "2026-09-14T09:00", end: "2026-09-14T10:00" }),
  create_task: creating("create_task", { due: "2026-09-14" }),
  create_journal: creating("create_journal", { date: "2026-09-14" }),
  "delete_event of one": deleting(
    "delete_event",
    "event",
    event("a@example.org", "DTSTART:20260914T090000Z"),
  ),
  "delete_event of an occurrence": {
    before: { "s.ics": SERIES },
    call: (desk) => desk.call("delete_event", { id: idIn(desk, "event", "s.ics", "20260915T090000Z") }),
    isDone: (texts) => texts.length === 1 && texts.every((text) => text.includes("EXDATE:20260915T090000Z")),
  },
  "delete_event of the rest": {
    before: { "s.ics": SERIES },
    call: (desk) =>
      desk.call("delete_event", {
        id: idIn(desk, "event", "s.ics", "20260916T090000Z"),
        scope: "this_and_future",
      }),
    isDone: (texts) => texts.length === 1 && texts.every((text) => text.includes("UNTIL=")),
  },
  delete_task: deleting("delete_task", "task", todo("a@example.org", "SUMMARY:Task")),
  delete_journal: deleting("delete_journal", "journal", journal("a@example.org", "SUMMARY:Entry")),
};

const CUTS: Record<string, Deviation> = {
  "before the server gets it": bad.hangUp,
  "after the server has done it": bad.doneBut(bad.hangUp),
};

async function deskFor({ before }: Trial): Promise<Desk> {
  const desk = await openDesk({
    script: ["yes"],
    limits: { requestMs: 10_000, call: { ms: 20_000 } },
    calendars: [{ name: "all", displayName: "All", components: ["VEVENT", "VTODO", "VJOURNAL"] }],
  });
  for (const [name, text] of Object.entries(before)) desk.seed(name, text, "all");
  return desk;
}

function stateOf(desk: Desk, { before, isDone }: Trial): "before" | "after" | "odd" {
  const texts = desk.sandbox.store
    .list(calendarIn(desk))
    .map((path) => desk.sandbox.store.get(path)?.text ?? "");
  if (JSON.stringify(texts) === JSON.stringify(Object.values(before))) return "before";
  return isDone(texts) ? "after" : "odd";
}

/** What the answer says of the state; a deletion of several tells it entry by entry, here there is one. */
function claimOf(result: Awaited<ReturnType<Desk["call"]>>): "before" | "after" | "open" {
  if (result.isError !== true) return "after";
  return /nothing was (?:read or )?changed/i.test(textOf(result)) ? "before" : "open";
}

describe.each(Object.entries(TRIALS))("%s, when the connection is cut", (_name, trial) => {
  it.each(Object.keys(CUTS))(
    "at any one request, %s, leaves it before or after, and the answer says which or that it cannot know",
    async (when) => {
      const whole = await requestsOf(trial);
      expect(whole).toBeGreaterThan(3);
      for (let place = 0; place < whole; place += 1) {
        await using desk = await deskFor(trial);
        let seen = 0;
        desk.proxy.bend({}, async (asked, forward) => {
          seen += 1;
          return seen - 1 === place ? (CUTS[when] ?? bad.hangUp)(asked, forward) : forward(asked);
        });
        const result = await trial.call(desk);
        const state = stateOf(desk, trial);
        const claim = claimOf(result);
        const at = `request ${place + 1}: ${textOf(result)}`;
        expect([at, state === "odd" ? "odd" : "whole"]).toEqual([at, "whole"]);
        expect([at, claim === "open" ? state : claim]).toEqual([at, state]);
      }
    },
    60_000,
  );
});

/** How many requests it makes when nothing is cut. */
async function requestsOf(trial: Trial): Promise<number> {
  await using desk = await deskFor(trial);
  const result = await trial.call(desk);
  expect([textOf(result), result.isError]).toEqual([textOf(result), undefined]);
  expect(stateOf(desk, trial)).toBe("after");
  return desk.proxy.asked.length;
}
