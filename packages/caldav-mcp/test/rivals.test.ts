import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { encodeEntryId } from "../src/dav/entry-id.ts";
import type { EntryKind } from "../src/ical/types.ts";
import { object } from "./behaviour/objects.ts";
import { type Desk, openDesk, shown } from "./deviations/desk.ts";

const NOW = Date.UTC(2026, 8, 14, 7);
const SERIES = "DTSTART:20260907T090000Z\nRRULE:FREQ=WEEKLY;COUNT=4";
const LATER = "20260921T090000Z";

/** The lines of an entry of its kind; a task is due. */
const linesFor = (kind: EntryKind, lines: string, day = "20260907"): string =>
  kind === "task" ? `${lines}\nDUE:${day}T100000Z` : lines;

const COMPONENTS = { event: "VEVENT", task: "VTODO", journal: "VJOURNAL" } as const;

async function deskWith(kind: EntryKind, ...entries: string[]): Promise<Desk> {
  const desk = await openDesk({
    now: () => NOW,
    script: Array.from({ length: 4 }, () => "yes" as const),
    calendars: [
      { name: "events", displayName: "All", components: ["VEVENT", "VTODO", "VJOURNAL"] },
      { name: "other", displayName: "Other", components: ["VEVENT"] },
    ],
    env: { CALDAV_USER_EMAIL: "ada@example.org" },
  });
  desk.seed("a.ics", object(COMPONENTS[kind], "a@example.org", ...entries));
  return desk;
}

const idOf = (desk: Desk, kind: EntryKind, recurrence?: string): string =>
  encodeEntryId({ kind, calendar: `${desk.sandbox.home}events/`, resource: "a.ics", recurrence });

type Write = [name: string, kind: EntryKind, recurrence: string | undefined, args: Record<string, unknown>];

/** One call of each way in which a write can reach an entry. */
const WRITES: Write[] = [
  ["update_event", "event", undefined, { summary: "x" }],
  ["update_event", "event", undefined, { categories: ["x"] }],
  ["update_event", "event", undefined, { recurrence: null }],
  ["update_event", "event", LATER, { summary: "x" }],
  ["update_event", "event", LATER, { summary: "x", scope: "this_and_future" }],
  ["respond_to_event", "event", undefined, { response: "accepted" }],
  ["respond_to_event", "event", LATER, { response: "accepted" }],
  ["move_event", "event", undefined, { destination_calendar_id: "other" }],
  ["delete_event", "event", undefined, {}],
  ["delete_event", "event", LATER, {}],
  ["delete_event", "event", LATER, { scope: "this_and_future" }],
  ["update_task", "task", undefined, { summary: "x" }],
  ["update_task", "task", LATER, { status: "completed" }],
  ["complete_task", "task", undefined, { done: true }],
  ["complete_task", "task", LATER, { done: true }],
  ["delete_task", "task", undefined, {}],
  ["delete_task", "task", LATER, {}],
  ["update_journal", "journal", undefined, { summary: "x" }],
  ["update_journal", "journal", LATER, { summary: "x" }],
  ["delete_journal", "journal", undefined, {}],
  ["delete_journal", "journal", LATER, {}],
];

const PEOPLE = "ORGANIZER:mailto:bob@example.org\nATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ada@example.org";
const callOf = ([name, kind, recurrence]: Write): string =>
  `${name} of ${recurrence === undefined ? `a ${kind}` : "an occurrence"}`;

describe("an object that holds two entries of one name", () => {
  const second = ["SUMMARY:Second\nDTSTART:20261001T090000Z", `SUMMARY:Second\n${SERIES}\nSEQUENCE:7`];
  const rows = WRITES.flatMap((write) =>
    second.map((other) => ({ write, other, call: `${callOf(write)} ${JSON.stringify(write[3])}` })),
  );

  it.each(rows)("is left alone by $call", async ({ write: [name, kind, recurrence, args], other }) => {
    const people = name === "respond_to_event" ? `\n${PEOPLE}` : "";
    await using desk = await deskWith(
      kind,
      linesFor(kind, `SUMMARY:First\n${SERIES}\nSEQUENCE:3${people}`),
      linesFor(kind, `${other}${people}`),
    );
    const stored = desk.stored("a.ics");
    const result = await desk.call(name, { id: idOf(desk, kind, recurrence), ...args });
    expect(result.isError).toBe(true);
    const whole = name.startsWith("delete") && recurrence === undefined;
    expect(textOf(result)).toMatch(whole ? /together with others/ : /stored twice in one object/);
    expect(textOf(result)).toMatch(/nothing was changed/i);
    expect(desk.person.questions).toEqual([]);
    expect(desk.stored("a.ics")).toBe(stored);
  });

  it("can still be read", async () => {
    await using desk = await deskWith("event", `SUMMARY:First\n${SERIES}`, `SUMMARY:Second\n${SERIES}`);
    expect(shown(await desk.call("get_event", { id: idOf(desk, "event") }))).toMatchObject({
      event: { untrusted_text: { summary: "Second" } },
    });
  });
});

describe("an occurrence that stands there in two versions", () => {
  const version = (kind: EntryKind, summary: string): string =>
    linesFor(kind, `SUMMARY:${summary}\nRECURRENCE-ID:${LATER}\nDTSTART:${LATER}`, "20260921");
  /** Stamped by a clock of their own, in place of the one that every object gets here. */
  const stamped = (desk: Desk, stamps: readonly string[]): string => {
    const left = [...stamps];
    const text = (desk.stored("a.ics") ?? "").replaceAll(/DTSTAMP:\d+T\d+Z/g, () => {
      const stamp = left.shift();
      return `DTSTAMP:${stamp ?? "20260101T000000Z"}`;
    });
    desk.seed("a.ics", text);
    return text;
  };

  const CASES: Write[] = [
    ["complete_task", "task", LATER, { done: true }],
    ["update_event", "event", LATER, { categories: ["x"] }],
    ["update_event", "event", undefined, { categories: ["x"] }],
  ];

  it.each(CASES)("gets no older one back by %s of a %s (%s)", async (name, kind, recurrence, args) => {
    const versions = ["Newer", "Older"].map((summary) => version(kind, summary));
    await using desk = await deskWith(kind, linesFor(kind, `SUMMARY:Series\n${SERIES}`), ...versions);
    const text = stamped(desk, ["20260101T000000Z", "20300102T000000Z", "20300101T000000Z"]);
    const result = await desk.call(name, { id: idOf(desk, kind, recurrence), ...args });
    expect(textOf(result)).toMatch(/stored twice in one object.*Nothing was changed/);
    expect(desk.stored("a.ics")).toBe(text);
    expect(desk.person.questions).toEqual([]);
  });

  it("is changed, and the older version goes, when all clocks were right", async () => {
    const versions = ["Newer", "Older"].map((summary) => version("event", summary));
    await using desk = await deskWith("event", `SUMMARY:Series\n${SERIES}`, ...versions);
    stamped(desk, ["20260101T000000Z", "20260102T000000Z", "20260101T000000Z"]);
    const id = idOf(desk, "event", LATER);
    shown(await desk.call("update_event", { id, categories: ["x"] }));
    expect(shown(await desk.call("get_event", { id }))).toMatchObject({
      event: { untrusted_text: { summary: "Newer", categories: ["x"] } },
    });
    expect(desk.stored("a.ics")).not.toContain("Older");
  });
});
