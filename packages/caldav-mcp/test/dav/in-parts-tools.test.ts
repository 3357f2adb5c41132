import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { event, journal, todo } from "../behaviour/objects.ts";
import * as bad from "../deviations/deviations.ts";
import { type Desk, openDesk, shown } from "../deviations/desk.ts";

const NAMES = Array.from({ length: 120 }, (_, at) => `Entry ${String(at).padStart(3, "0")}`);
const WINDOW = { from: "2026-09-01", to: "2026-09-30" };

/** Every answer that holds all of them is larger than this. */
const CEILINGS = { multistatus: 60_000, entry: 60_000, inParts: 1_000_000 };

const KINDS = {
  VTODO: { write: todo, times: "" },
  VJOURNAL: { write: journal, times: "" },
  VEVENT: { write: event, times: "DTSTART:20260914T090000Z\nDTEND:20260914T100000Z\n" },
};

async function deskWith(component: keyof typeof KINDS, ceilings = CEILINGS): Promise<Desk> {
  const desk = await openDesk({
    limits: { requestMs: 30_000, call: { ms: 30_000 }, ceilings },
    calendars: [{ name: "events", displayName: "All", components: [component] }],
  });
  const { write, times } = KINDS[component];
  for (const [at, name] of NAMES.entries()) {
    const lines = `${times}SUMMARY:${name}\nDESCRIPTION:${"x".repeat(1_000)}`;
    desk.seed(`${at}.ics`, write(`${at}@example.org`, lines));
  }
  return desk;
}

type Row = { untrusted_text: { summary: string } };

async function everyPage(desk: Desk, tool: string, rows: string, args: Record<string, unknown> = {}) {
  const titles: string[] = [];
  const gaps: unknown[] = [];
  let cursor: unknown;
  do {
    const { from: _from, to: _to, ...others } = args;
    const page = shown(await desk.call(tool, cursor === undefined ? args : { ...others, cursor }));
    titles.push(...(page[rows] as Row[]).map(({ untrusted_text: { summary } }) => summary));
    gaps.push([page["missing"], page["incomplete"], page["not_reached"], page["stopped"]]);
    ({ cursor } = page);
  } while (cursor !== undefined);
  return { titles: titles.toSorted(), gaps };
}

describe("a calendar that no answer has room for", () => {
  it.each([
    ["list_tasks", "tasks", "VTODO", {}],
    ["list_journals", "journals", "VJOURNAL", {}],
    ["list_events", "events", "VEVENT", WINDOW],
    ["search_events", "events", "VEVENT", { query: "entry", ...WINDOW }],
  ] as const)("is listed whole by %s, page by page", async (tool, rows, component, args) => {
    await using desk = await deskWith(component);
    const { titles, gaps } = await everyPage(desk, tool, rows, { ...args, limit: 50 });
    expect(titles).toEqual(NAMES);
    expect(gaps).toEqual(Array.from({ length: 3 }, () => [undefined, undefined, undefined, undefined]));
    expect(desk.proxy.asked.some(({ body }) => body.includes("calendar-multiget"))).toBe(true);
  });

  it("is known to be busy, as a whole", async () => {
    await using desk = await deskWith("VEVENT");
    const answer = shown(await desk.call("get_free_busy", WINDOW));
    expect(answer).toMatchObject({ complete: true });
    expect(JSON.stringify(answer["busy"])).toContain("2026-09-14T11:00:00+02:00");
  });

  it("is said to be incomplete where one call reads no more of it", async () => {
    await using desk = await deskWith("VTODO", { ...CEILINGS, inParts: 50_000 });
    const answer = shown(await desk.call("list_tasks"));
    expect(answer).toMatchObject({ incomplete: true });
    expect(answer["count"]).toBeGreaterThan(0);
    expect(answer["count"]).toBeLessThan(NAMES.length);
  });

  it("is an error when the server fails in the middle of it, and never a short list", async () => {
    await using desk = await deskWith("VTODO");
    await desk.call("list_calendars");
    const failing = bad.says(500);
    desk.proxy.bend({ method: "REPORT" }, async (asked, forward) =>
      asked.body.includes("/7.ics") ? failing(asked, forward) : forward(asked),
    );
    const answer = await desk.call("list_tasks");
    expect([answer.isError, textOf(answer)]).toEqual([true, expect.stringMatching(/status 500/)]);
  });

  it("is an error that says so where the server gives no entries by name", async () => {
    await using desk = await deskWith("VTODO");
    await desk.call("list_calendars");
    const unknown = bad.says(501);
    desk.proxy.bend({ method: "REPORT" }, async (asked, forward) =>
      asked.body.includes("calendar-multiget") ? unknown(asked, forward) : forward(asked),
    );
    const answer = await desk.call("list_tasks");
    expect([answer.isError, textOf(answer)]).toEqual([
      true,
      expect.stringMatching(/larger than 60000 bytes/),
    ]);
  });
});
