import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { event } from "../behaviour/objects.ts";
import { type Desk, ERAS, openDesk, type Row, shown } from "../deviations/desk.ts";
import * as bad from "../deviations/deviations.ts";

const NOW = Date.parse("2026-09-14T06:00:00Z");
const EVENTS = "/calendars/ada/events/";

type Found = Row & {
  matched: string[];
  occurrences_in_window?: number;
  edited?: boolean;
  cancelled?: boolean;
};
type Answer = {
  events: Found[];
  count: number;
  cursor?: string;
  searched_to?: string;
  stopped?: string;
  missing?: number;
  unreadable?: number;
  not_expanded?: string[];
  not_reached?: { calendar_id: string; reason: string }[];
};

const search = async (desk: Desk, args: Record<string, unknown>): Promise<Answer> =>
  shown(await desk.call("search_events", args)) as Answer;

/** Every page, one after the other. */
async function pages(desk: Desk, args: Record<string, unknown>): Promise<Answer[]> {
  const { from: _from, to: _to, timezone: _zone, ...same } = args;
  const all = [await search(desk, args)];
  for (let cursor = all[0]?.cursor; cursor !== undefined; cursor = all.at(-1)?.cursor) {
    expect(all.length).toBeLessThan(60);
    all.push(await search(desk, { ...same, cursor }));
  }
  return all;
}

const titles = ({ events }: Answer): (string | undefined)[] =>
  events.map(({ untrusted_text }) => untrusted_text["summary"]);
const starts = ({ events }: Answer): string[] => events.map(({ start }) => start.value.slice(0, 16));

const hour = (uid: string, start: string, ...lines: string[]): string =>
  event(`${uid}@example.org`, [`DTSTART:${start}`, "DURATION:PT1H", ...lines].join("\n"));

const deskAt = (options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> =>
  openDesk({ now: () => NOW, ...options });

const SERIES = event(
  "standup@example.org",
  "DTSTART:20260101T080000Z\nDURATION:PT15M\nRRULE:FREQ=DAILY\nSUMMARY:Stand-up",
  "RECURRENCE-ID:20260920T080000Z\nDTSTART:20260920T090000Z\nDURATION:PT15M\nSUMMARY:Stand-up at the dentist",
  "RECURRENCE-ID:20260922T080000Z\nDTSTART:20260922T090000Z\nDURATION:PT15M\nSUMMARY:Dentist again",
);

describe.each(ERAS)("search_events (%s)", (era) => {
  it("finds a text in each field, and names the fields", async () => {
    await using desk = await deskAt({ era });
    desk.seed("a.ics", hour("a", "20260915T090000Z", "SUMMARY:Zahnärztin"));
    desk.seed("b.ics", hour("b", "20260916T090000Z", "SUMMARY:b", "DESCRIPTION:bei der\\nZAHNARZTIN"));
    desk.seed("c.ics", hour("c", "20260917T090000Z", "SUMMARY:c", "LOCATION:Zahnärztinnen"));
    desk.seed(
      "d.ics",
      hour("d", "20260918T090000Z", "SUMMARY:d", 'ATTENDEE;CN="Dr. Zahnärztin":mailto:d@example.org'),
    );
    desk.seed("e.ics", hour("e", "20260919T090000Z", "SUMMARY:e", "CATEGORIES:x,zahnärztin"), "other");
    desk.seed("f.ics", hour("f", "20260920T090000Z", "SUMMARY:Zahn Ärztin"));
    const answer = await search(desk, { query: "zahnarztin" });
    expect(answer.events.map(({ matched }) => matched)).toEqual([
      ["summary"],
      ["description"],
      ["location"],
      ["attendees"],
      ["categories"],
    ]);
    expect(starts(answer)[0]).toBe("2026-09-15T11:00");
    expect([answer.cursor, answer.searched_to]).toEqual([undefined, undefined]);
    expect((await search(desk, { query: "zahnarztin", fields: ["location", "categories"] })).count).toBe(2);
  });

  it("finds a person by the address, and who organises", async () => {
    await using desk = await deskAt({ era });
    desk.seed(
      "a.ics",
      hour("a", "20260915T090000Z", "SUMMARY:a", "ORGANIZER;CN=Grace:mailto:hopper@example.org"),
    );
    expect((await search(desk, { query: "HOPPER@example" })).events[0]?.matched).toEqual(["attendees"]);
    expect((await search(desk, { query: "grace" })).count).toBe(1);
  });

  it("shows a series once, with its next occurrence, so that a daily one buries nothing", async () => {
    await using desk = await deskAt({ era });
    desk.seed("s.ics", SERIES);
    desk.seed("d.ics", hour("d", "20260930T090000Z", "SUMMARY:Stand-up desk"));
    const answer = await search(desk, { query: "stand-up" });
    expect(titles(answer)).toEqual(["Stand-up", "Stand-up desk"]);
    expect(starts(answer)).toEqual(["2026-09-14T10:00", "2026-09-30T11:00"]);
    // 30 days back and 365 ahead, without the occurrence that was given another title.
    expect(answer.events[0]?.occurrences_in_window).toBe(394);
    expect(answer.events[1]).not.toHaveProperty("occurrences_in_window");
  });

  it("shows the occurrences that match on their own where the series does not", async () => {
    await using desk = await deskAt({ era });
    desk.seed("s.ics", SERIES);
    const answer = await search(desk, { query: "dentist" });
    expect(titles(answer)).toEqual(["Stand-up at the dentist", "Dentist again"]);
    expect(answer.events.map(({ edited }) => edited)).toEqual([true, true]);
    const [first] = answer.events;
    const read = shown(await desk.call("get_event", { id: first?.id ?? "" }));
    expect(JSON.stringify(read)).toContain("Stand-up at the dentist");
  });

  it("shows the last occurrence of a series that is over, and prefers one that is not cancelled", async () => {
    await using desk = await deskAt({ era });
    desk.seed("over.ics", hour("over", "20260901T090000Z", "RRULE:FREQ=DAILY;COUNT=5", "SUMMARY:Course"));
    const cancelled = event(
      "next@example.org",
      "DTSTART:20260914T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3\nSUMMARY:Choir",
      "RECURRENCE-ID:20260914T090000Z\nDTSTART:20260914T090000Z\nDURATION:PT1H\nSTATUS:CANCELLED\nSUMMARY:Choir",
    );
    desk.seed("next.ics", cancelled);
    expect(starts(await search(desk, { query: "course" }))).toEqual(["2026-09-05T11:00"]);
    const choir = await search(desk, { query: "choir" });
    expect([starts(choir), choir.events[0]?.occurrences_in_window]).toEqual([["2026-09-21T11:00"], 3]);
  });

  it("shows an occurrence that is going on now, and counts it once", async () => {
    await using desk = await deskAt({ era });
    desk.seed(
      "now.ics",
      event(
        "now@example.org",
        "DTSTART:20260913T220000Z\nDURATION:PT24H\nRRULE:FREQ=DAILY;COUNT=3\nSUMMARY:Fair",
      ),
    );
    desk.seed(
      "one.ics",
      event("one@example.org", "DTSTART:20260912T220000Z\nDURATION:PT72H\nSUMMARY:Big fair"),
    );
    const answer = await search(desk, { query: "fair" });
    expect(starts(answer)).toEqual(["2026-09-13T00:00", "2026-09-14T00:00"]);
    expect(answer.events[1]?.occurrences_in_window).toBe(3);
  });

  it("looks 30 days back and 365 ahead when it is told nothing, and where it is told otherwise", async () => {
    await using desk = await deskAt({ era });
    for (const [name, day] of Object.entries({
      old: "20260801",
      past: "20260820",
      next: "20270901",
      far: "20271001",
    }))
      desk.seed(`${name}.ics`, hour(name, `${day}T090000Z`, `SUMMARY:Trip ${name}`));
    expect(titles(await search(desk, { query: "trip" }))).toEqual(["Trip past", "Trip next"]);
    expect(titles(await search(desk, { query: "trip", from: "2026-01-01", to: "2027-12-31" }))).toEqual([
      "Trip old",
      "Trip past",
      "Trip next",
      "Trip far",
    ]);
  });

  it("finds in ten years what it finds in one, in order of start", async () => {
    await using desk = await deskAt({ era });
    const years = Array.from({ length: 10 }, (_, index) => 2020 + index);
    for (const year of years.toReversed())
      desk.seed(`y${year}.ics`, hour(`y${year}`, `${year}0601T090000Z`, `SUMMARY:Party ${year}`));
    desk.seed("s.ics", hour("s", "20200115T090000Z", "RRULE:FREQ=MONTHLY", "SUMMARY:Party every month"));
    const answer = await search(desk, { query: "party", from: "2020-01-01", to: "2029-12-31" });
    expect(titles(answer)).toEqual([
      ...years.slice(0, 7).map((year) => `Party ${year}`),
      "Party every month",
      ...years.slice(7).map((year) => `Party ${year}`),
    ]);
    expect(answer.events[7]?.occurrences_in_window).toBe(120);
  });

  it.each([1, 2, 3, 7])("pages by %i without losing or repeating a row (F124)", async (limit) => {
    await using desk = await deskAt({ era });
    for (let day = 1; day <= 9; day += 1)
      desk.seed(
        `d${day}.ics`,
        hour(`d${day}`, `202${day % 5 === 0 ? 5 : 6}100${day}T090000Z`, `SUMMARY:Day ${day}`),
      );
    desk.seed("same.ics", hour("same", "20261003T090000Z", "SUMMARY:Day 3 too"), "other");
    desk.seed("s.ics", hour("s", "20250105T090000Z", "RRULE:FREQ=WEEKLY", "SUMMARY:Every day of rest"));
    const args = { query: "day", from: "2025-01-01", to: "2027-12-31", limit };
    const all = await pages(desk, args);
    expect(all.flatMap(titles)).toEqual(titles(await search(desk, { ...args, limit: 100 })));
    expect(all.slice(0, -1).every(({ count }) => count === limit)).toBe(true);
    expect(all.flatMap(titles)).toHaveLength(11);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ["nothing to look for", { query: " \u200b " }, /visible character/],
    [
      "a window of more than ten years",
      { query: "a", from: "2010-01-01", to: "2026-01-01" },
      /at most 3660 days/,
    ],
    ["a cursor that it did not return", { query: "a", cursor: "bm8" }, /not one that this listing returned/],
  ])("refuses %s in one sentence", async (_what, args, says) => {
    await using desk = await deskAt({ era });
    const result = await desk.call("search_events", args);
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringMatching(says)]);
  });

  it("takes no cursor that asks for more than the tool would (F124)", async () => {
    await using desk = await deskAt({ era });
    for (const day of [15, 16])
      desk.seed(`${day}.ics`, hour(`${day}`, `202609${day}T090000Z`, "SUMMARY:Trip"));
    const { cursor = "" } = await search(desk, { query: "trip", limit: 1 });
    const changed = (change: (frame: number[]) => void): string => {
      const parts = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [number, string, number[]];
      change(parts[2]);
      return Buffer.from(JSON.stringify(parts)).toString("base64url");
    };
    const day = 86_400_000;
    for (const other of [
      changed((frame) => frame.splice(4, 1, 1)),
      changed((frame) => frame.splice(4, 1, 401 * day)),
      changed((frame) => frame.splice(1, 1, (frame[0] ?? 0) + 4_000 * day)),
    ]) {
      const result = await desk.call("search_events", { query: "trip", cursor: other });
      expect([result.isError, textOf(result)]).toEqual([true, expect.stringMatching(/not one that this/)]);
    }
    expect((await search(desk, { query: "trip", cursor: changed(() => undefined) })).count).toBe(1);
  });

  it("refuses to go on with another search than the first page", async () => {
    await using desk = await deskAt({ era });
    for (const day of [15, 16])
      desk.seed(`${day}.ics`, hour(`${day}`, `202609${day}T090000Z`, "SUMMARY:Trip"));
    const { cursor } = await search(desk, { query: "trip", limit: 1 });
    for (const [args, says] of [
      [{ query: "trap" }, /another search/],
      [{ query: "trip", fields: ["summary"] }, /another search/],
      [{ query: "trip", calendars: [EVENTS] }, /another set of calendars/],
      [{ query: "trip", to: "2026-12-31" }, /brings its own window/],
    ] as const) {
      const result = await desk.call("search_events", { ...args, cursor });
      expect([result.isError, textOf(result)]).toEqual([true, expect.stringMatching(says)]);
    }
    expect((await search(desk, { query: "TRIP", cursor })).count).toBe(1);
    const listed = await desk.call("list_events", { cursor });
    expect(listed.isError).toBe(true);
  });

  it("says which of several series it could not expand", async () => {
    await using desk = await deskAt({ era });
    desk.seed("odd.ics", hour("odd", "20260914T090000Z", "RRULE:FREQ=SECONDLY", "SUMMARY:Trip"));
    desk.seed("other.ics", hour("other", "20260914T090000Z", "RRULE:FREQ=SECONDLY", "SUMMARY:Else"));
    const answer = await search(desk, { query: "trip" });
    expect([answer.count, answer.not_expanded?.length]).toEqual([1, 1]);
  });
});

describe("the server's own search", () => {
  it("is never asked for", async () => {
    await using desk = await deskAt();
    desk.seed("a.ics", hour("a", "20260915T090000Z", "SUMMARY:Trip"));
    await search(desk, { query: "trip" });
    expect(desk.proxy.asked.filter(({ body }) => body.toString().includes("text-match"))).toEqual([]);
  });
});

describe("a search that cannot see everything", () => {
  it("shows what the other calendars hold, and names the one that failed", async () => {
    await using desk = await deskAt();
    desk.seed("a.ics", hour("a", "20260915T090000Z", "SUMMARY:Trip"));
    desk.seed("b.ics", hour("b", "20260916T090000Z", "SUMMARY:Trip"), "other");
    desk.proxy.bend({ method: "REPORT", path: /events/ }, bad.says(500));
    const answer = await search(desk, { query: "trip" });
    expect([answer.count, answer.cursor]).toEqual([1, undefined]);
    expect(answer.not_reached).toEqual([
      { calendar_id: EVENTS, reason: expect.stringMatching(/status 500/) },
    ]);
  });

  it("fails when all calendars do", async () => {
    await using desk = await deskAt();
    desk.proxy.bend({ method: "REPORT" }, bad.html(200));
    const result = await desk.call("search_events", { query: "trip" });
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringMatching(/not a CalDAV answer/)]);
  });

  it("stops where a later part of its window fails, and says until when it has searched", async () => {
    await using desk = await deskAt();
    desk.seed("a.ics", hour("a", "20200601T090000Z", "SUMMARY:Trip"));
    desk.seed("b.ics", hour("b", "20260601T090000Z", "SUMMARY:Trip"));
    const late = { method: "REPORT", path: /events|other/ };
    desk.proxy.bend(late, (asked, forward) =>
      (/start="(\d{4})/.exec(asked.body.toString())?.[1] ?? "") > "2023"
        ? bad.says(500)(asked, forward)
        : forward(asked),
    );
    const args = { query: "trip", from: "2020-01-01", to: "2027-12-31" };
    const first = await search(desk, args);
    expect([first.count, first.searched_to?.slice(0, 4)]).toEqual([1, "2024"]);
    expect(first.not_reached).toHaveLength(2);
    const again = await desk.call("search_events", { query: "trip", cursor: first.cursor });
    expect([again.isError, textOf(again)]).toEqual([true, expect.stringMatching(/status 500/)]);
  });

  it("counts entries that cannot be read once, in however many parts the window is searched", async () => {
    await using desk = await deskAt();
    desk.seed("s.ics", hour("s", "20200105T090000Z", "RRULE:FREQ=WEEKLY", "SUMMARY:Broken"));
    desk.proxy.bend(
      { method: "REPORT" },
      bad.body((text) => text.replace("END:VEVENT", "END:VODD")),
    );
    const answer = await search(desk, { query: "broken", from: "2020-01-01", to: "2026-12-31" });
    expect([answer.count, answer.unreadable]).toEqual([0, 1]);
  });
});

describe("a search of much", () => {
  const PADDING = `DESCRIPTION:${"x".repeat(20_000)}`;

  function seedMonths(desk: Desk, months: number): void {
    for (let month = 0; month < months; month += 1) {
      const date = new Date(Date.UTC(2026, 9 + month, 5)).toISOString().slice(0, 10).replaceAll("-", "");
      desk.seed(`m${month}.ics`, hour(`m${month}`, `${date}T090000Z`, `SUMMARY:Trip ${month}`, PADDING));
    }
  }

  it("takes shorter parts of the window where an answer is too large, and finds everything", async () => {
    await using desk = await deskAt({
      limits: { ceilings: { multistatus: 100_000, entry: 100_000, inParts: 400_000 } },
    });
    seedMonths(desk, 24);
    const answer = await search(desk, { query: "trip", from: "2026-10-01", to: "2028-12-31" });
    expect(titles(answer)).toEqual(Array.from({ length: 24 }, (_, month) => `Trip ${month}`));
    expect(answer.not_reached).toBeUndefined();
  });

  it("counts an entry that no answer has room for once, in however many parts it lies, and searches all others to the end", async () => {
    await using desk = await deskAt({
      limits: { ceilings: { multistatus: 60_000, entry: 60_000, inParts: 240_000 } },
    });
    desk.seed(
      "big.ics",
      hour("big", "20261005T090000Z", "SUMMARY:Trip", `DESCRIPTION:${"x".repeat(80_000)}`),
    );
    desk.seed("beside.ics", hour("beside", "20261005T100000Z", "SUMMARY:Trip"));
    desk.seed("a.ics", hour("a", "20261001T090000Z", "SUMMARY:Trip"), "other");
    desk.seed("b.ics", hour("b", "20270801T090000Z", "SUMMARY:Trip"), "other");
    const answer = await search(desk, { query: "trip" });
    expect([answer.count, answer.cursor]).toEqual([3, undefined]);
    expect(answer.missing).toBe(1);
    expect(answer.not_reached).toBeUndefined();
  });

  it("goes on in shorter parts when the time is used up before the first one, and comes to an end", async () => {
    await using desk = await deskAt({ limits: { requestMs: 800, call: { ms: 1_200 } } });
    await desk.call("list_calendars");
    seedMonths(desk, 12);
    // Slow in proportion to the time that is asked for: more than some 100 days at once never come.
    desk.proxy.bend({ method: "REPORT" }, async (asked, forward) => {
      const [from, to] = [...asked.body.toString().matchAll(/(?:start|end)="(\d{4})(\d{2})(\d{2})T/g)].map(
        ([, year, month, day]) => Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000,
      );
      return (to ?? 0) - (from ?? 0) > 100 ? bad.neverAnswers(asked, forward) : forward(asked);
    });
    const all = await pages(desk, { query: "trip", from: "2026-10-01", to: "2027-12-31" });
    expect(all[0]).toMatchObject({ count: 0, searched_to: "2026-10-01T00:00:00+02:00" });
    expect(all[0]?.not_reached).toHaveLength(2);
    expect(all.flatMap(titles)).toEqual(Array.from({ length: 12 }, (_, month) => `Trip ${month}`));
  });

  it("fails at last when not even a day can be searched", async () => {
    await using desk = await deskAt({ limits: { requestMs: 800, call: { ms: 1_200 } } });
    await desk.call("list_calendars");
    desk.proxy.bend({ method: "REPORT" }, bad.neverAnswers);
    let cursor: string | undefined;
    for (let turn = 0; ; turn += 1) {
      expect(turn).toBeLessThan(12);
      const result = await desk.call("search_events", {
        query: "trip",
        ...(cursor === undefined ? {} : { cursor }),
      });
      if (result.isError === true) break;
      const answer = shown(result) as Answer;
      expect(answer.cursor).not.toBe(cursor);
      cursor = answer.cursor;
    }
    expect(cursor).toBeDefined();
  });
});
