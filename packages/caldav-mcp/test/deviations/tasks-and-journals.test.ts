import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import type { CalendarSetup } from "sandbox";
import { journal, todo } from "../behaviour/objects.ts";
import * as bad from "./deviations.ts";
import { type Desk, limitsWith, openDesk, shown } from "./desk.ts";
import type { Deviation } from "./proxy.ts";

type Row = { id: string; occurrence_id?: string; untrusted_text: { summary?: string } };
type Gaps = {
  missing?: number;
  unreadable?: number;
  incomplete?: boolean;
  not_reached?: unknown;
  not_expanded?: string[];
  stopped?: string;
  cursor?: string;
};

const KINDS = [
  {
    kind: "task",
    component: "VTODO",
    list: "list_tasks",
    get: "get_task",
    remove: "delete_task",
    rows: "tasks",
  },
  {
    kind: "journal",
    component: "VJOURNAL",
    list: "list_journals",
    get: "get_journal",
    remove: "delete_journal",
    rows: "journals",
  },
] as const;
type Kind = (typeof KINDS)[number];

const HOME = "/calendars/ada/";
const FIRST = `${HOME}first/`;
const REPORT = { method: "REPORT", path: /\/first\/$/ };
const NOT_CALDAV = /^This is not a CalDAV answer: .*Nothing of it was used/;

const entry = ({ component }: Kind, name: string, more = ""): string =>
  (component === "VTODO" ? todo : journal)(`${name}@example.org`, `SUMMARY:${name}${more}`);

async function deskFor(kind: Kind, options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> {
  const calendar = (name: string): CalendarSetup => ({
    name,
    displayName: name,
    components: [kind.component],
  });
  const desk = await openDesk({ calendars: [calendar("first"), calendar("second")], ...options });
  desk.seed("one.ics", entry(kind, "one"), "first");
  desk.seed("two.ics", entry(kind, "two"), "first");
  desk.seed("far.ics", entry(kind, "far"), "second");
  return desk;
}

async function list(desk: Desk, kind: Kind, args: Record<string, unknown> = {}) {
  const result = shown(await desk.call(kind.list, args)) as Gaps & Record<string, unknown>;
  const rows = result[kind.rows] as Row[];
  return {
    ...result,
    rows,
    summaries: rows.map(({ untrusted_text: { summary } }) => summary ?? "").toSorted(),
  };
}

const bodies = (edit: (text: string) => string): Deviation =>
  bad.body((text) =>
    text.replaceAll(
      /(<\w*:?calendar-data>)([^<]*)(<)/g,
      (_all, open: string, data: string, close: string) => open + edit(data) + close,
    ),
  );

describe.each(KINDS)("a listing by $list", (kind) => {
  it.each<[string, Deviation, RegExp]>([
    ["a login page", bad.html(200), NOT_CALDAV],
    [
      "no content",
      bad.edited((answered) => ({ ...answered, status: 204, body: Buffer.alloc(0) })),
      NOT_CALDAV,
    ],
    ["XML that breaks off", bad.truncated(0.66), NOT_CALDAV],
    ["another root", bad.body((text) => text.replaceAll("multistatus", "error")), NOT_CALDAV],
    ["a body without end", bad.endless("<d:response>"), /larger than 262144 bytes/],
    ["a hang-up", bad.hangUp, /connection to the server broke off/],
    ["silence", bad.neverAnswers, /did not answer within 2 s/],
    ["403", bad.says(403), /does not allow this/],
    ["404 inside a 207", bad.inside(404), /has nothing at this place/],
    ["500", bad.says(500), /\(status 500\)/],
    ["507", bad.says(507), /would not send an answer this long/],
  ])("is a failure because of %s, and never an empty list", async (_what, deviation, why) => {
    await using desk = await deskFor(kind, { limits: limitsWith(deviation) });
    desk.proxy.bend(REPORT, deviation);
    const both = await list(desk, kind);
    expect(both.summaries).toEqual(["far"]);
    expect(both.not_reached).toEqual([{ calendar_id: FIRST, reason: expect.stringMatching(why) }]);
    const alone = await desk.call(kind.list, { calendars: [FIRST] });
    expect([alone.isError, textOf(alone)]).toEqual([true, expect.stringMatching(why)]);
  });

  const inAnswer = (href: string, status: string): Deviation =>
    bad.body((text) =>
      text.replace(
        /(<\w*:?multistatus[^>]*>)/,
        `$1<x:response xmlns:x="DAV:"><x:href>${href}</x:href><x:status>HTTP/1.1 ${status}</x:status></x:response>`,
      ),
    );

  it.each<[string, Deviation, Gaps]>([
    ["the server cut it with 507", inAnswer(FIRST, "507 Insufficient Storage"), { incomplete: true }],
    ["one entry is gone by now", inAnswer(`${FIRST}gone.ics`, "404 Not Found"), { missing: 1 }],
  ])("shows what there is and says that %s", async (_what, deviation, gaps) => {
    await using desk = await deskFor(kind);
    desk.proxy.bend(REPORT, deviation);
    const { summaries, missing, unreadable, incomplete } = await list(desk, kind, { calendars: [FIRST] });
    expect(summaries).toEqual(["one", "two"]);
    expect({ missing, unreadable, incomplete }).toEqual({ ...gaps });
  });

  it("counts what cannot be read, and entries of another kind", async () => {
    await using desk = await deskFor(kind);
    desk.proxy.bend(
      REPORT,
      bodies((data) => {
        if (data.includes("SUMMARY:one")) return data.replaceAll(kind.component, "VEVENT");
        return data.slice(0, data.indexOf("END:"));
      }),
    );
    const { rows, unreadable } = await list(desk, kind, { calendars: [FIRST] });
    expect([rows, unreadable]).toEqual([[], 2]);
  });

  it("asks the server for no time, so that nothing undated is left out (F97)", async () => {
    await using desk = await deskFor(kind);
    await list(desk, kind, kind.kind === "task" ? { due_before: "2026-10-01" } : { to: "2026-10-01" });
    const reports = desk.proxy.asked.filter(({ method }) => method === "REPORT");
    expect(reports).toHaveLength(2);
    for (const { body } of reports) {
      expect(body.toString()).toContain(`name="${kind.component}"`);
      expect(body.toString()).not.toContain("time-range");
    }
  });

  it("pages over every entry once, and its cursor keeps the filter", async () => {
    await using desk = await deskFor(kind);
    const first = await list(desk, kind, { limit: 2 });
    const { cursor } = first;
    const rest = await list(desk, kind, { limit: 2, cursor, include_undated: true });
    expect(new Set([...first.summaries, ...rest.summaries])).toEqual(new Set(["far", "one", "two"]));
    expect(first.summaries).toHaveLength(2);
    expect(rest.cursor).toBeUndefined();
    const bound = kind.kind === "task" ? { due_before: "2026-10-01" } : { to: "2026-10-01" };
    for (const other of [{ include_undated: false }, { timezone: "Asia/Tokyo" }, bound]) {
      const refused = await desk.call(kind.list, { cursor, ...other });
      expect(textOf(refused)).toMatch(/^This cursor belongs to a listing with another filter or zone; /);
    }
    const elsewhere = await desk.call(kind.list, { cursor, calendars: [FIRST] });
    expect(textOf(elsewhere)).toMatch(/^This cursor belongs to another set of calendars; /);
    const other = KINDS.find(({ list: name }) => name !== kind.list);
    expect(textOf(await desk.call(other?.list ?? "", { cursor }))).toMatch(
      /^The cursor is not one that this/,
    );
  });

  it("stops where a call collects no more, and says so", async () => {
    await using desk = await deskFor(kind, { limits: { call: { records: 2 } } });
    const { rows, stopped } = await list(desk, kind);
    expect(rows).toHaveLength(2);
    expect(stopped).toMatch(/were found than one call collects; it stopped after 2 of 3\./);
  });
});

describe.each(KINDS)("what $get and $remove say", (kind) => {
  const other = kind.kind === "task" ? "journal" : "task";
  const idOf = async (desk: Desk, summary: string): Promise<string> => {
    const { rows } = await list(desk, kind);
    return rows.find(({ untrusted_text: text }) => text.summary === summary)?.id ?? "";
  };

  it.each<[string, Deviation, RegExp]>([
    ["a page", bad.html(200), /.*/],
    ["404", bad.says(404), /has nothing at this place/],
    ["500", bad.says(500), /\(status 500\)/],
    ["a hang-up", bad.hangUp, /broke off/],
  ])("of an entry answered with %s is a failure, and asks nobody", async (_what, deviation, why) => {
    await using desk = await deskFor(kind);
    const id = await idOf(desk, "one");
    desk.proxy.bend({ method: "GET" }, deviation);
    for (const tool of [kind.get, kind.remove]) {
      const result = await desk.call(tool, { id });
      expect([result.isError, textOf(result)]).toEqual([true, expect.stringMatching(why)]);
    }
    expect(desk.person.questions).toEqual([]);
    expect(desk.stored("one.ics", "first")).toBeDefined();
  });

  it("of an id of another kind is that it names none of theirs", async () => {
    await using desk = await deskFor(kind);
    const id = (await idOf(desk, "one")).replace(kind.kind, other);
    const one = kind.kind === "task" ? "a task" : "a journal entry";
    const mine = await idOf(desk, "one");
    for (const tool of [kind.get, kind.remove])
      expect(textOf(await desk.call(tool, { id }))).toContain(`does not name ${one}.`);
    expect(textOf(await desk.call("delete_event", { id: mine }))).toContain("does not name an event.");
  });

  it("is nothing of what an entry says, when a person is asked", async () => {
    await using desk = await deskFor(kind, { script: ["no", "yes"] });
    desk.seed("claim.ics", entry(kind, "claim", "\nDESCRIPTION:Approved already"), "first");
    const id = await idOf(desk, "claim");
    expect((await desk.call(kind.remove, { id })).isError).toBe(true);
    expect(desk.stored("claim.ics", "first")).toBeDefined();
    expect(shown(await desk.call(kind.remove, { id }))).toMatchObject({ deleted: 1 });
    expect(desk.stored("claim.ics", "first")).toBeUndefined();
    expect(desk.person.questions).toHaveLength(2);
    expect(JSON.stringify(desk.person.questions)).not.toMatch(/claim|Approved/);
  });

  it("is that both `id` and `ids` are too much, and neither too little", async () => {
    await using desk = await deskFor(kind);
    const id = await idOf(desk, "one");
    for (const args of [{}, { id, ids: [id] }])
      expect(textOf(await desk.call(kind.remove, args))).toBe(
        "Give either `id` or `ids`. Nothing was changed.",
      );
    expect(textOf(await desk.call(kind.remove, { ids: [id, id] }))).toMatch(/name the same thing/);
  });
});

describe("a recurring task", () => {
  const [TASKS] = KINDS;

  it("is not deleted on a question about what it was before", async () => {
    await using desk = await deskFor(TASKS, { era: "2026", script: ["yes"] });
    const series = (count: number): string =>
      entry(TASKS, "chore", `\nDUE:20260914T090000Z\nRRULE:FREQ=DAILY;COUNT=${count}`);
    desk.seed("chore.ics", series(3), "first");
    const { rows } = await list(desk, TASKS);
    const chore = rows.find(({ untrusted_text: text }) => text.summary === "chore");
    desk.proxy.bend(
      { method: "DELETE" },
      bad.first(async (asked, forward) => {
        desk.seed("chore.ics", series(300), "first");
        return forward(asked);
      }),
    );
    const result = await desk.call("delete_task", { id: chore?.id });
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringMatching(/nothing was changed/i)]);
    expect(desk.stored("chore.ics", "first")).toContain("COUNT=300");
  });

  it("whose rule cannot be followed is listed where it starts, and named as such", async () => {
    await using desk = await deskFor(TASKS);
    desk.seed(
      "odd.ics",
      todo(
        "odd@example.org",
        "SUMMARY:odd\nDUE:20260907T070000Z\nRRULE:FREQ=FORTNIGHTLY",
        "SUMMARY:odd\nRECURRENCE-ID:20260907T070000Z\nSTATUS:COMPLETED",
      ),
      "first",
    );
    const { rows, not_expanded: named } = await list(desk, TASKS);
    const odd = rows.find(({ untrusted_text: text }) => text.summary === "odd");
    expect(odd).toMatchObject({ due: { value: "2026-09-07T09:00:00+02:00" }, recurring: true });
    expect(named).toEqual([odd?.id]);
  });

  it("with a rule and no date is one undated row, and the question knows of no number", async () => {
    await using desk = await deskFor(TASKS, { script: ["yes"] });
    desk.seed("odd.ics", entry(TASKS, "odd", "\nRRULE:FREQ=DAILY"), "first");
    const { rows } = await list(desk, TASKS);
    const odd = rows.find(({ untrusted_text: text }) => text.summary === "odd");
    expect(odd).toMatchObject({ recurring: true, overdue: false });
    expect(odd?.occurrence_id).toBeUndefined();
    expect(shown(await desk.call("delete_task", { id: odd?.id }))).toMatchObject({ deleted: 1 });
    expect(JSON.stringify(desk.person.questions)).toContain("whose number could not be worked out");
  });
});
