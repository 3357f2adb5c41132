import { type ReceivedResult, textOf } from "confirm-guard/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CalendarSetup } from "sandbox";
import { body, both, doneBut, hangUp, header, html, inside, says } from "../deviations/deviations.ts";
import { type Desk, openDesk, shown } from "../deviations/desk.ts";
import { hostileText } from "../hostile-text.ts";
import { contentLines } from "../ical/documents.ts";

const CALENDARS: CalendarSetup[] = [
  { name: "events", displayName: "Events", components: ["VEVENT"] },
  { name: "tasks", displayName: "Tasks", components: ["VTODO"] },
  { name: "journals", displayName: "Journals", components: ["VJOURNAL"] },
  { name: "room", displayName: "Room", components: ["VTODO", "VJOURNAL"], readOnly: true },
];
const NEW = {
  create_task: { calendar_id: "tasks", summary: "New", due: "2026-09-14T12:00" },
  create_journal: { calendar_id: "journals", summary: "New", date: "2026-09-14T12:00" },
};
const TOOLS = [
  { tool: "create_task", component: "VTODO", kind: "tasks", time: "due" },
  { tool: "create_journal", component: "VJOURNAL", kind: "journal entries", time: "date" },
] as const;
const OBJECT = /\/(?:tasks|journals)\/[^/]+$/;

const objects = (desk: Desk): string[] =>
  CALENDARS.flatMap(({ name }) => desk.sandbox.store.list(`${desk.sandbox.home}${name}/`));
const refusal = (result: ReceivedResult): string => {
  expect(result.isError).toBe(true);
  return textOf(result);
};

describe.each(TOOLS)("$tool", ({ tool, kind, time }) => {
  const create = (desk: Desk, args: Record<string, unknown> = {}): Promise<ReceivedResult> =>
    desk.call(tool, { ...NEW[tool], ...args });

  it("writes once, under a name nobody can guess, and only if nothing is there", async () => {
    await using desk = await openDesk({ calendars: CALENDARS });
    const made = shown(await create(desk));
    expect(made).toMatchObject({ created: true, verified: true, notes: [] });
    const puts = desk.proxy.asked.filter(({ method }) => method === "PUT");
    expect(puts.map(({ headers }) => headers["if-none-match"])).toEqual(["*"]);
    expect(puts[0]?.path).toMatch(/\/[A-Za-z0-9_-]{20,}\.ics$/);
    expect(objects(desk)).toHaveLength(1);
  });

  it("refuses a calendar that takes none, before anything is sent, and names one that does (F108, F110)", async () => {
    await using desk = await openDesk({ calendars: CALENDARS });
    expect(refusal(await create(desk, { calendar_id: "events" }))).toBe(
      `This calendar takes no ${kind}. These do: "/calendars/ada/${NEW[tool].calendar_id}/". Nothing was changed.`,
    );
    expect(refusal(await create(desk, { calendar_id: "room" }))).toMatch(/no right to write/);
    expect(desk.proxy.count({ method: "PUT" })).toBe(0);
  });

  it.each<[string, ReturnType<typeof says>]>([
    ["an error", says(500)],
    ["a page", html(200)],
    ["nothing", hangUp],
  ])("is done, when reading it back gives %s", async (_what, deviation) => {
    await using desk = await openDesk({ calendars: CALENDARS });
    desk.proxy.bend({ method: "GET", path: OBJECT }, deviation);
    desk.proxy.bend({ method: "REPORT" }, says(500));
    expect(shown(await create(desk))).toMatchObject({
      created: true,
      verified: false,
      [time]: { value: "2026-09-14T12:00:00+02:00" },
      notes: [expect.stringMatching(/do not create it again/)],
    });
    expect(objects(desk)).toHaveLength(1);
  });

  it("is done, when only the answer to the write was lost", async () => {
    await using desk = await openDesk({ calendars: CALENDARS });
    desk.proxy.bend({ method: "PUT" }, doneBut(hangUp));
    expect(shown(await create(desk))).toMatchObject({ created: true, verified: true });
    expect(desk.proxy.count({ method: "PUT" })).toBe(1);
  });

  it("is not done after a refusal", async () => {
    await using desk = await openDesk({ calendars: CALENDARS });
    desk.proxy.bend({ method: "PUT" }, inside(403));
    expect(refusal(await create(desk))).toMatch(/nothing was changed/i);
    expect(objects(desk)).toEqual([]);
  });

  it("says so when the server makes a time of a date (F100)", async () => {
    await using desk = await openDesk({ calendars: CALENDARS });
    const name = time === "due" ? "DUE" : "DTSTART";
    desk.proxy.bend(
      { method: "GET", path: OBJECT },
      both(
        header("etag", '"1"'),
        body((text) =>
          text.replace(`${name};VALUE=DATE:20260914`, `${name};TZID=Europe/Berlin:20260914T000000`),
        ),
      ),
    );
    const made = shown(await create(desk, { [time]: "2026-09-14" }));
    expect(made["notes"]).toEqual(["The server stored other times than were sent."]);
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ summary: "" }, /`summary` must not be empty/],
    [{ description: "x".repeat(100_001) }, /`description` must be at most 100000/],
    [{ location: "x" }, /a parameter is unknown/],
    [{ [time]: "soon" }, /must be written as/],
    [{ timezone: "Nowhere/Land" }, /IANA name/],
    [{ calendar_id: "nowhere" }, /no such calendar/],
  ])("refuses %j in one sentence", async (args, why) => {
    await using desk = await openDesk({ calendars: CALENDARS });
    expect(refusal(await create(desk, args))).toMatch(why);
    expect(objects(desk)).toEqual([]);
  });
});

describe("the arguments of create_task and create_journal", () => {
  const PLACES: Record<string, (text: string) => Record<string, unknown>> = {
    calendar_id: (text) => ({ calendar_id: text }),
    summary: (text) => ({ summary: text }),
    start: (text) => ({ start: text }),
    "start, after a time": (text) => ({ start: `2026-09-14T12:00${text}` }),
    due: (text) => ({ due: `2026-09-14T13:00${text}` }),
    date: (text) => ({ date: `2026-09-14T13:00${text}` }),
    timezone: (text) => ({ timezone: text }),
    description: (text) => ({ description: text }),
    categories: (text) => ({ categories: [text] }),
    priority: (text) => ({ priority: text }),
    recurrence: (text) => ({ recurrence: `FREQ=DAILY;COUNT=2${text}` }),
    "reminders.at": (text) => ({ reminders: [{ at: `2026-09-14T08:00${text}` }] }),
  };
  const NAMES =
    /^(?:BEGIN|END|VERSION|PRODID|TZID|TZNAME|TZOFFSETFROM|TZOFFSETTO|RDATE|RRULE|UID|DTSTAMP|CREATED|SEQUENCE|DTSTART|DUE|SUMMARY|DESCRIPTION|CATEGORIES|PRIORITY|STATUS|ACTION|TRIGGER)[;:]/;

  it("add no line of their own, whatever they hold: refused in one sentence, or written as they are (F116)", async () => {
    await using desk = await openDesk({ calendars: CALENDARS });
    const outcomes = { created: 0, refused: 0 };
    const of = { create_task: /^(?!date$)/, create_journal: /^(?!start|due|priority|recurrence|reminders)/ };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...TOOLS),
        fc.constantFrom(...Object.keys(PLACES)),
        hostileText(150),
        async ({ tool, component }, place, text) => {
          fc.pre(of[tool].test(place));
          const before = new Set(objects(desk));
          const result = await desk.call(tool, { ...NEW[tool], ...PLACES[place]?.(text) });
          const created = result.isError !== true;
          outcomes[created ? "created" : "refused"] += 1;
          const added = objects(desk).filter((path) => !before.has(path));
          expect(added).toHaveLength(created ? 1 : 0);
          const stored = desk.sandbox.store.get(added[0] ?? "")?.text ?? "";
          const lines = contentLines(stored);
          expect(lines.filter((line) => !NAMES.test(line))).toEqual([]);
          expect(lines.filter((line) => line.endsWith(component))).toHaveLength(created ? 2 : 0);
          expect(lines.filter((line) => /^(?:SUMMARY|UID)/.test(line))).toHaveLength(created ? 2 : 0);
        },
      ),
      { numRuns: 400 },
    );
    expect(Math.min(outcomes.created, outcomes.refused)).toBeGreaterThan(40);
  }, 120_000);
});
