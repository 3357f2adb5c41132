import { describe, expect, it } from "vitest";
import { event, journal } from "../behaviour/objects.ts";
import { type Desk, list, onDay, openDesk, SEPTEMBER, shown, summaries } from "./desk.ts";
import { FIELD_SERVERS, type FieldServer } from "./field-servers.ts";

const CALENDARS = [
  { name: "events", displayName: "Events", components: ["VEVENT" as const] },
  { name: "other", displayName: "Other", components: ["VEVENT" as const] },
  { name: "journal", displayName: "Journal", components: ["VJOURNAL" as const] },
];

async function open({ sandbox, bends }: FieldServer, answers = 1): Promise<Desk> {
  const script = Array.from({ length: answers }, () => "yes" as const);
  const desk = await openDesk({ script, calendars: CALENDARS, ...sandbox });
  desk.seed("one.ics", onDay("one", 14));
  desk.seed("%C3%BC%20b%2Bc%25%40.ics", onDay("odd name", 15));
  desk.seed("daily.ics", onDay("daily", 20, "\nRRULE:FREQ=DAILY;COUNT=3"));
  desk.seed("entry.ics", journal("entry@example.org", "SUMMARY:entry"), "journal");
  for (const [aim, deviation] of bends) desk.proxy.bend(aim, deviation);
  return desk;
}

describe.each(FIELD_SERVERS)("a server that answers as $name does", (server) => {
  const idOf = async (desk: Desk, summary: string): Promise<string | undefined> =>
    (await list(desk)).events.find(({ untrusted_text: text }) => text["summary"] === summary)?.id;

  it("is found, with its calendars and nothing else", async () => {
    await using desk = await open(server);
    const { calendars } = shown(await desk.call("list_calendars")) as {
      calendars: { id: string; components: string[]; read_only: boolean }[];
    };
    expect(calendars.map(({ id }) => id)).toEqual(CALENDARS.map(({ name }) => `/calendars/ada/${name}/`));
    const [events, , journals] = calendars;
    expect([events?.components, journals?.components]).toEqual(server.components);
    expect(calendars.some(({ read_only: readOnly }) => readOnly)).toBe(false);
  });

  it("is described by what was seen of it", async () => {
    await using desk = await open(server);
    expect(shown(await desk.call("get_server_info"))).toMatchObject(server.info);
  });

  it("gives its events, those with odd names and the occurrences of a series too", async () => {
    await using desk = await open(server);
    const listed = await list(desk);
    expect(summaries(listed)).toEqual(["one", "odd name", "daily", "daily", "daily"]);
    expect([listed.missing, listed.unreadable, listed.incomplete, listed.not_reached]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const odd = shown(await desk.call("get_event", { id: await idOf(desk, "odd name") }));
    expect(odd["event"]).toMatchObject({ untrusted_text: { summary: "odd name" } });
    const busy = shown(await desk.call("get_free_busy", SEPTEMBER)) as {
      busy: { from: string }[];
      complete: boolean;
    };
    expect(busy.complete).toBe(true);
    expect(busy.busy.map(({ from }) => from.slice(0, 10))).toEqual(
      [14, 15, 20, 21, 22].map((day) => `2026-09-${day}`),
    );
  });

  it("gives its journal entries without a date", async () => {
    await using desk = await open(server);
    const { journals } = shown(await desk.call("list_journals")) as { journals: unknown[] };
    expect(journals).toMatchObject([{ untrusted_text: { summary: "entry" } }]);
  });

  it("stores a new event once", async () => {
    await using desk = await open(server);
    const before = desk.sandbox.store.list(`${desk.sandbox.home}events/`).length;
    const args = { calendar_id: "events", summary: "New", start: "2026-09-10T09:00" };
    expect(shown(await desk.call("create_event", args))).toMatchObject({ created: true, verified: true });
    expect(desk.sandbox.store.list(`${desk.sandbox.home}events/`)).toHaveLength(before + 1);
    expect(summaries(await list(desk))).toContain("New");
  });

  it("loses one occurrence, or one event, and nothing beside it", async () => {
    await using desk = await open(server, 2);
    expect(shown(await desk.call("delete_event", { id: await idOf(desk, "daily") }))["deleted"]).toBe(1);
    expect(shown(await desk.call("delete_event", { id: await idOf(desk, "odd name") }))["deleted"]).toBe(1);
    expect(summaries(await list(desk))).toEqual(["one", "daily", "daily"]);
    expect(desk.person.questions).toHaveLength(2);
  });

  it("keeps an event that has changed since it was approved", async () => {
    await using desk = await open(server, 3);
    const id = await idOf(desk, "one");
    let changes = 0;
    desk.proxy.bend({ method: "DELETE" }, (asked, forward) => {
      changes += 1;
      return forward(asked);
    });
    desk.proxy.bend({ path: /one\.ics$/ }, (asked, forward) => {
      // Whoever looks finds another version than the one before.
      desk.seed("one.ics", event("one@example.org", `DTSTART:20260914T09${desk.proxy.asked.length % 60}00Z`));
      return forward(asked);
    });
    const result = await desk.call("delete_event", { id });
    expect(result.isError).toBe(true);
    expect([changes, desk.stored("one.ics") === undefined]).toEqual([0, false]);
  });

  it("has an event moved to another calendar, whole", async () => {
    await using desk = await open(server);
    const args = { id: await idOf(desk, "one"), destination_calendar_id: "other" };
    expect(shown(await desk.call("move_event", args))).toMatchObject({ outcome: "moved", verified: true });
    expect(desk.stored("one.ics")).toBeUndefined();
    expect((await list(desk, { calendars: ["other"] })).events).toHaveLength(1);
    expect(desk.proxy.count({ method: "DELETE" })).toBe(server.moveIsOffered ? 0 : 1);
  });

  it("is asked for no token of what has changed", async () => {
    await using desk = await open(server);
    await list(desk);
    await desk.call("get_server_info");
    const asked = desk.proxy.asked.map(({ body }) => body.toString("utf8")).join("\n");
    expect(asked).toContain("calendar-query");
    expect(asked).not.toMatch(/sync-(?:collection|token)/);
  });
});
