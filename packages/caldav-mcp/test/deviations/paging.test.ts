import { textOf } from "confirm-guard/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { event } from "../behaviour/objects.ts";
import * as bad from "./deviations.ts";
import { type Desk, list, type Listed, onDay, openDesk, SEPTEMBER, summaries } from "./desk.ts";

/** Generous: what is looked at here is the listing, not how long a request may take. */
const LIMITS = { requestMs: 10_000, call: { ms: 30_000 } };

/** Both clock changes of Europe/Berlin lie in it, and two months between. */
const YEAR = { from: "2026-03-01", to: "2026-11-30" };

/** Every page, each asked for with the cursor of the one before; `between` runs before each further page. */
async function pages(
  desk: Desk,
  args: Record<string, unknown>,
  between: (page: number) => void = () => undefined,
) {
  const found: Listed[] = [];
  let cursor: string | undefined;
  do {
    if (found.length > 0) between(found.length);
    const { from: _from, to: _to, ...others } = args;
    const page: Listed = await list(
      desk,
      cursor === undefined ? args : { ...others, from: undefined, to: undefined, cursor },
    );
    found.push(page);
    ({ cursor } = page);
  } while (cursor !== undefined && found.length < 100);
  return found;
}

const ids = (found: readonly Listed[]): string[] => found.flatMap(({ events }) => events.map(({ id }) => id));
const instants = (found: readonly Listed[]): number[] =>
  found.flatMap(({ events }) =>
    events.map(({ start }) =>
      Date.parse(start.value.length === 10 ? `${start.value}T00:00:00Z` : start.value),
    ),
  );

/** 640 rows: single events with many equal starts, all-day and floating ones, and series over both clock changes. */
function seedYear(desk: Desk): number {
  const START = [
    (day: string) => `DTSTART:${day}T080000Z\nDTEND:${day}T090000Z`,
    (day: string) => `DTSTART;TZID=Europe/Berlin:${day}T100000\nDURATION:PT1H`,
    (day: string) => `DTSTART;VALUE=DATE:${day}`,
    (day: string) => `DTSTART:${day}T100000`,
  ];
  const days = [
    "20260328",
    "20260329",
    "20260330",
    "20260601",
    "20261024",
    "20261025",
    "20261026",
    "20260914",
  ];
  for (let index = 0; index < 200; index += 1) {
    const day = days[index % days.length] ?? "";
    const start = START[(index >> 3) % START.length]?.(day) ?? "";
    desk.seed(
      `single-${index}.ics`,
      event(`single-${index}`, `${start}\nSUMMARY:single ${index}`),
      index % 2 === 0 ? "events" : "other",
    );
  }
  for (const [name, zone] of [
    ["berlin", ";TZID=Europe/Berlin"],
    ["floating", ""],
  ] as const) {
    // 02:30 does not exist on 29 March and exists twice on 25 October.
    desk.seed(
      `${name}.ics`,
      event(
        name,
        `DTSTART${zone}:20260320T023000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=220\nSUMMARY:${name}`,
      ),
    );
  }
  return 200 + 2 * 220;
}

describe("a listing of 640 events in pages", () => {
  it.each([500, 97, 64])(
    "of %i shows each of them once, in order, over both clock changes",
    async (limit) => {
      await using desk = await openDesk({ limits: LIMITS });
      const total = seedYear(desk);
      const found = await pages(desk, { ...YEAR, limit });
      expect(ids(found)).toHaveLength(total);
      expect(new Set(ids(found)).size).toBe(total);
      for (const page of found) {
        expect(page.count).toBe(page.events.length);
        expect(page.events.length).toBeLessThanOrEqual(limit);
      }
      const timed = found.map((page) => ({
        ...page,
        events: page.events.filter(({ start }) => start.value.length > 10),
      }));
      expect(instants(timed)).toEqual(instants(timed).toSorted((one, other) => one - other));
    },
  );

  it("shows what was there all the time exactly once, whatever is added and deleted between the pages", async () => {
    await using desk = await openDesk({ limits: LIMITS });
    const kept = Array.from({ length: 60 }, (_, index) => `kept-${index}`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ day: fc.integer({ min: 1, max: 30 }), add: fc.boolean(), last: fc.boolean() }), {
          maxLength: 8,
        }),
        fc.integer({ min: 7, max: 25 }),
        async (changes, limit) => {
          const path = (name: string): string => `${desk.sandbox.home}events/${name}.ics`;
          for (const [index, name] of kept.entries()) desk.seed(`${name}.ics`, onDay(name, 1 + (index % 30)));
          const seen: string[] = [];
          const guests = changes.map(({ day }, index) => ({ name: `guest-${index}`, day }));
          for (const { name, day } of guests.filter((_, index) => !(changes[index]?.add ?? true)))
            desk.seed(`${name}.ics`, onDay(name, day));
          const found = await pages(desk, { ...SEPTEMBER, limit }, (page) => {
            const change = changes[page - 1];
            const guest = guests[page - 1];
            if (change === undefined || guest === undefined) return;
            if (change.add) desk.seed(`${guest.name}.ics`, onDay(guest.name, guest.day));
            else desk.seed(`${guest.name}.ics`, "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n");
          });
          seen.push(...found.flatMap(summaries).map(String));
          expect(seen.filter((name) => name.startsWith("kept")).toSorted()).toEqual(kept.toSorted());
          expect(new Set(ids(found)).size).toBe(ids(found).length);
          for (const { name } of guests)
            if (desk.sandbox.store.get(path(name)) !== undefined)
              desk.seed(`${name}.ics`, "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n");
        },
      ),
      { numRuns: 12 },
    );
  }, 60_000);

  it("goes on although the event that the cursor names is gone", async () => {
    await using desk = await openDesk();
    for (const name of ["a", "b", "c", "d"]) desk.seed(`${name}.ics`, onDay(name, 14));
    const first = await list(desk, { limit: 2 });
    desk.seed("b.ics", onDay("b", 28));
    const second = await list(desk, { from: undefined, to: undefined, cursor: first.cursor });
    expect([...summaries(first), ...summaries(second)]).toEqual(["a", "b", "c", "d", "b"]);
  });

  it("keeps its window while time goes by", async () => {
    let now = Date.parse("2026-09-01T00:00:00Z");
    await using desk = await openDesk({ now: () => now });
    for (let day = 2; day < 28; day += 1) desk.seed(`${day}.ics`, onDay(`day ${day}`, day));
    const found = await pages(desk, { from: undefined, to: undefined, limit: 5 }, () => (now += 86_400_000));
    expect(ids(found)).toHaveLength(26);
    expect(
      new Set(
        found.map((page) =>
          JSON.stringify([
            (page as Record<string, unknown>)["from"],
            (page as Record<string, unknown>)["to"],
          ]),
        ),
      ).size,
    ).toBe(1);
  });

  it.each([
    ["another set of calendars", { calendars: ["events"] }, /another set of calendars/],
    ["another window", { from: "2026-01-01" }, /brings its own window/],
    ["another zone", { timezone: "Asia/Tokyo" }, /brings its own window/],
  ])("is not continued with %s", async (_name, more, says) => {
    await using desk = await openDesk();
    for (const name of ["a", "b"]) desk.seed(`${name}.ics`, onDay(name, 14));
    const { cursor } = await list(desk, { limit: 1 });
    const result = await desk.call("list_events", { cursor, ...more });
    expect(textOf(result)).toMatch(says);
  });
});

describe("a listing longer than a result may be", () => {
  it("is cut between records, and its cursor goes on at the first one that was not shown", async () => {
    await using desk = await openDesk({ limits: LIMITS });
    const long = "long words ".repeat(90);
    for (let index = 0; index < 200; index += 1)
      desk.seed(`e${index}.ics`, onDay(`e${index} ${long}`, 1 + (index % 30)));
    const found = await pages(desk, { ...SEPTEMBER, limit: 500 });
    expect(found.length).toBeGreaterThan(2);
    expect(ids(found)).toHaveLength(200);
    expect(new Set(ids(found)).size).toBe(200);
    for (const page of found) expect(page.count).toBe(page.events.length);
    for (const page of found.slice(0, -1))
      expect((page as unknown as { truncated: unknown }).truncated).toEqual({
        shown: page.count,
        of: expect.any(Number),
      });
  });

  it("shows one line per record in at most 80,000 characters", async () => {
    await using desk = await openDesk({ limits: LIMITS });
    for (let index = 0; index < 200; index += 1)
      desk.seed(`e${index}.ics`, onDay(`e${index} ${"x".repeat(900)}`, 14));
    const result = await desk.call("list_events", { ...SEPTEMBER, limit: 500 });
    const lines = textOf(result).split("\n");
    expect(textOf(result).length).toBeLessThanOrEqual(80_000);
    expect(lines.filter((line) => /\| \{"id":/.test(line))).toHaveLength(
      (result.structuredContent as Listed).count,
    );
  });

  it("shows an event that is too long alone, shortened, and goes on after it", async () => {
    await using desk = await openDesk({ limits: LIMITS });
    desk.seed("a.ics", onDay(`a ${"endless ".repeat(40_000)}`, 14));
    desk.seed("b.ics", onDay("b", 15));
    const found = await pages(desk, SEPTEMBER);
    expect(ids(found)).toHaveLength(2);
    expect(found[0]?.events[0]?.untrusted_text["summary"]).toMatch(/^a endless/);
    expect(JSON.stringify(found[0])).toContain('"shortened"');
  });
});

describe("a listing that its budget ends", () => {
  const CALENDARS = Array.from({ length: 6 }, (_, index) => ({
    name: `c${index}`,
    components: ["VEVENT" as const],
  }));

  it(
    "says after how many of how many calendars, and names those that were not reached",
    { timeout: 60_000 },
    async () => {
      await using desk = await openDesk({
        calendars: CALENDARS,
        // Time enough for a slow machine to read the four calendars that answer.
        limits: { requestMs: 30_000, call: { ms: 10_000 } },
      });
      for (const { name } of CALENDARS) desk.seed("e.ics", onDay(name, 14), name);
      await desk.call("list_calendars");
      desk.proxy.bend({ method: "REPORT", path: /c[45]\/$/ }, bad.neverAnswers);
      const listed = await list(desk);
      expect(summaries(listed)).toEqual(["c0", "c1", "c2", "c3"]);
      expect(listed.stopped).toMatch(/used up after 4 of 6 calendars/);
      expect(listed.not_reached?.map(({ calendar_id }) => calendar_id)).toEqual([
        "/calendars/ada/c4/",
        "/calendars/ada/c5/",
      ]);
    },
  );

  it("is a failure when nothing was read", async () => {
    await using desk = await openDesk({
      calendars: CALENDARS,
      limits: { requestMs: 10_000, call: { ms: 1_000 } },
    });
    desk.proxy.bend({ method: "REPORT" }, bad.neverAnswers);
    const result = await desk.call("list_events", SEPTEMBER);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/stopped after 1 s of its own work/);
  });

  it("waits no longer for a Retry-After than it has time", async () => {
    await using desk = await openDesk({
      calendars: CALENDARS,
      limits: { requestMs: 10_000, call: { ms: 15_000 } },
    });
    desk.proxy.bend({ method: "REPORT", path: /c0/ }, bad.says(503, { headers: { "retry-after": "25" } }));
    desk.seed("e.ics", onDay("e", 14), "c1");
    const listed = await list(desk);
    expect(summaries(listed)).toEqual(["e"]);
    expect(listed.not_reached).toHaveLength(1);
  });

  it("says where it stopped when there are more occurrences than it collects", async () => {
    await using desk = await openDesk({ limits: { ...LIMITS, call: { ms: 30_000, records: 50 } } });
    desk.seed("a.ics", onDay("a", 1, "\nRRULE:FREQ=DAILY;COUNT=20"));
    desk.seed("b.ics", onDay("b", 1, "\nRRULE:FREQ=HOURLY;COUNT=40"));
    desk.seed("c.ics", onDay("c", 1));
    const listed = await list(desk, { limit: 500 });
    expect(listed.count).toBe(50);
    expect(listed.stopped).toMatch(/stopped after 2 of 3 entries. Ask for a shorter window/);
  });
});

it("everything that a listing could not show is counted", async () => {
  await using desk = await openDesk({ limits: LIMITS, env: { CALDAV_CALENDARS: "events" } });
  desk.seed("fine.ics", onDay("fine", 14));
  desk.seed("mad.ics", onDay("mad", 14, "\nRRULE:FREQ=SECONDLY"));
  desk.seed("odd.ics", onDay("odd", 14, "\nRRULE:FREQ=FORTNIGHTLY"));
  desk.seed("broken.ics", "BEGIN:VCALENDAR\r\nthis is no calendar");
  desk.seed("gone.ics", onDay("gone", 14));
  desk.proxy.bend(
    { method: "REPORT" },
    bad.hrefs((href) => (href.includes("gone") ? `${"g".repeat(9_000)}.ics` : href)),
  );
  const listed = await list(desk, { limit: 500 });
  expect(summaries(listed)).toContain("fine");
  expect(listed).toMatchObject({ withheld: 1, unreadable: 1, missing: 1 });
  const named = listed.not_expanded?.map((id) => Buffer.from(id.split(".")[2] ?? "", "base64url").toString());
  expect(named?.toSorted()).toEqual(["mad.ics", "odd.ics"]);
  expect(listed.not_expanded_count).toBe(2);
});

it("hundreds of rules that cannot be read leave the room of a page to the rows", async () => {
  await using desk = await openDesk({ limits: LIMITS });
  for (let index = 0; index < 300; index += 1)
    desk.seed(`${"n".repeat(240)}${index}.ics`, onDay(`odd${index}`, 14, "\nRRULE:FREQ=FORTNIGHTLY"));
  const listed = await list(desk, { limit: 500 });
  expect(listed.not_expanded_count).toBe(300);
  expect(listed.not_expanded?.length).toBeLessThanOrEqual(20);
  expect(listed.count).toBeGreaterThan(50);
});
