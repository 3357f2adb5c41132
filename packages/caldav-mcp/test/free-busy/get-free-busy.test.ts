import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { event } from "../behaviour/objects.ts";
import { type Desk, ERAS, limitsWith, openDesk, shown } from "../deviations/desk.ts";
import * as bad from "../deviations/deviations.ts";
import type { Deviation } from "../deviations/proxy.ts";

const NOW = Date.parse("2026-09-14T06:00:00Z");
const EVENTS = "/calendars/ada/events/";
const OTHER = "/calendars/ada/other/";
const WEEK = { from: "2026-09-14", to: "2026-09-20" };

const hour = (uid: string, start: string, more = ""): string =>
  event(`${uid}@example.org`, `DTSTART:${start}\nDURATION:PT1H\nSUMMARY:Zyzzyva eats ${uid}${more}`);

type Interval = { from: string; to: string; weekday: string; kind?: string; minutes?: number };
type Answer = {
  complete: boolean;
  busy: Interval[];
  free?: Interval[];
  free_unknown?: string;
  calendars: { calendar_id: string; computed_by: string; complete: boolean }[];
  not_reached?: { calendar_id: string; reason: string }[];
  unreadable?: number;
  missing?: number;
  incomplete?: boolean;
  not_expanded?: string[];
  covers_to?: string;
  shortened?: string;
};

const ask = async (desk: Desk, args: Record<string, unknown> = WEEK): Promise<Answer> =>
  shown(await desk.call("get_free_busy", args)) as Answer;
const times = (intervals: readonly Interval[] | undefined): string[] | undefined =>
  intervals?.map(({ from, to, kind }) =>
    [from.slice(5, 16), to.slice(5, 16), ...(kind ? [kind] : [])].join(" "),
  );

const deskAt = (options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> =>
  openDesk({ now: () => NOW, ...options });

/** Bends the question that asks for events, or the one for the server's own answer, of one calendar. */
function bend(
  desk: Desk,
  question: "calendar-query" | "free-busy-query",
  deviation: Deviation,
  of = "events",
): void {
  desk.proxy.bend({ method: "REPORT", path: new RegExp(`/${of}/$`) }, (asked, forward) =>
    asked.body.toString().includes(question) ? deviation(asked, forward) : forward(asked),
  );
}

const freeBusy = (...lines: string[]): Deviation =>
  bad.says(200, {
    body: ["BEGIN:VCALENDAR", "BEGIN:VFREEBUSY", ...lines, "END:VFREEBUSY", "END:VCALENDAR", ""].join("\r\n"),
  });

/** The server announces what RFC 6638 asks for: only then its own answer is enough. */
function schedules(desk: Desk): void {
  desk.proxy.bend({ method: "OPTIONS" }, bad.header("dav", "1, 3, calendar-access, calendar-auto-schedule"));
  desk.proxy.bend(
    { method: "PROPFIND" },
    bad.body((text) =>
      text.replace(
        "</C:calendar-user-address-set>",
        "</C:calendar-user-address-set><C:schedule-inbox-URL><D:href>/i/</D:href></C:schedule-inbox-URL><C:schedule-outbox-URL><D:href>/o/</D:href></C:schedule-outbox-URL>",
      ),
    ),
  );
}

describe.each(ERAS)("get_free_busy (%s)", (era) => {
  it("merges all calendars, each day in the zone that is asked for, and leaves out what takes no time (F125, F93)", async () => {
    await using desk = await deskAt({ era });
    desk.seed("a.ics", hour("a", "20260914T090000Z", "\nRRULE:FREQ=DAILY;COUNT=3"));
    desk.seed("b.ics", hour("b", "20260914T093000Z"), "other");
    desk.seed("c.ics", hour("c", "20260915T100000Z", "\nSTATUS:TENTATIVE"), "other");
    desk.seed("d.ics", event("d@example.org", "DTSTART;VALUE=DATE:20260917\nSUMMARY:Away"), "other");
    desk.seed("e.ics", hour("e", "20260918T090000Z", "\nTRANSP:TRANSPARENT"));
    desk.seed("f.ics", hour("f", "20260918T100000Z", "\nSTATUS:CANCELLED"));
    const declined =
      "\nORGANIZER:mailto:grace@example.org\nATTENDEE;PARTSTAT=DECLINED:mailto:ada@example.org";
    desk.seed("g.ics", hour("g", "20260918T110000Z", declined));
    const answer = await ask(desk);
    expect(times(answer.busy)).toEqual([
      "09-14T11:00 09-14T12:30 busy",
      "09-15T11:00 09-15T12:00 busy",
      "09-15T12:00 09-15T13:00 tentative",
      "09-16T11:00 09-16T12:00 busy",
      "09-17T00:00 09-18T00:00 busy",
    ]);
    expect(answer.busy.map(({ weekday }) => weekday)).toEqual([
      "Monday",
      "Tuesday",
      "Tuesday",
      "Wednesday",
      "Thursday",
    ]);
    expect(answer.calendars).toEqual([
      { calendar_id: EVENTS, computed_by: "here", complete: true },
      { calendar_id: OTHER, computed_by: "here", complete: true },
    ]);
    expect([answer.complete, answer.free]).toEqual([true, undefined]);
  });

  it("shows a whole day as that day in another zone", async () => {
    await using desk = await deskAt({ era });
    desk.seed("d.ics", event("d@example.org", "DTSTART;VALUE=DATE:20260917"));
    const { busy } = await ask(desk, { ...WEEK, timezone: "America/New_York" });
    expect(busy).toEqual([
      {
        from: "2026-09-17T00:00:00-04:00",
        to: "2026-09-18T00:00:00-04:00",
        weekday: "Thursday",
        kind: "busy",
      },
    ]);
  });

  it("finds the gaps within the hours and on the days that are asked for", async () => {
    await using desk = await deskAt({ era });
    desk.seed("a.ics", hour("a", "20260914T090000Z", "\nRRULE:FREQ=DAILY"));
    const wanted = { free_for_minutes: 90, day_start: "10:00", day_end: "14:00", weekdays: ["TU", "SA"] };
    const { free } = await ask(desk, { ...WEEK, ...wanted });
    expect(free).toEqual([
      {
        from: "2026-09-15T12:00:00+02:00",
        to: "2026-09-15T14:00:00+02:00",
        weekday: "Tuesday",
        minutes: 120,
      },
      {
        from: "2026-09-19T12:00:00+02:00",
        to: "2026-09-19T14:00:00+02:00",
        weekday: "Saturday",
        minutes: 120,
      },
    ]);
  });

  it("begins now and covers a week when it is told nothing", async () => {
    await using desk = await deskAt({ era });
    expect(shown(await desk.call("get_free_busy"))).toMatchObject({
      from: "2026-09-14T08:00:00+02:00",
      to: "2026-09-21T08:00:00+02:00",
      count: 0,
    });
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ["hours without a length", { day_start: "09:00" }, /free_for_minutes/],
    ["weekdays without a length", { weekdays: ["MO"] }, /free_for_minutes/],
    [
      "hours that end before they begin",
      { free_for_minutes: 5, day_start: "10:00", day_end: "09:00" },
      /before/,
    ],
    ["an hour that no clock shows", { free_for_minutes: 5, day_start: "24:30" }, /times of the day/],
    ["a length that no day has room for", { free_for_minutes: 600, day_end: "06:00" }, /longer than/],
    ["a window of more than a year", { from: "2026-01-01", to: "2027-06-01" }, /at most 366 days/],
  ])("refuses %s in one sentence", async (_what, args, says) => {
    await using desk = await deskAt({ era });
    const result = await desk.call("get_free_busy", args);
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringMatching(says)]);
  });

  it("shows no word of what the times are taken by", async () => {
    await using desk = await deskAt({ era });
    desk.seed(
      "a.ics",
      hour("a", "20260914T090000Z", "\nLOCATION:Zyzzyva\nATTENDEE;CN=Zyzzyva:mailto:zyzzyva@example.org"),
    );
    const result = await desk.call("get_free_busy", { ...WEEK, free_for_minutes: 30 });
    expect(JSON.stringify(result)).not.toMatch(/zyzzyva/i);
    expect(textOf(result)).not.toContain("UNTRUSTED");
  });

  it("is cut at 500 intervals with the place where to go on, and loses none of them", async () => {
    await using desk = await deskAt({ era, limits: {} });
    desk.seed("a.ics", hour("a", "20260914T000000Z", "\nRRULE:FREQ=HOURLY;INTERVAL=3;COUNT=700"));
    const first = await ask(desk, { from: "2026-09-14", to: "2026-12-31", free_for_minutes: 30 });
    expect(first.busy).toHaveLength(500);
    expect(first.shortened).toMatch(/Ask again from there/);
    const second = await ask(desk, { from: first.covers_to, to: "2026-12-31", free_for_minutes: 30 });
    expect(second.busy).toHaveLength(200);
    expect(second.covers_to).toBeUndefined();
    const all = [...first.busy, ...second.busy].map(({ from }) => Date.parse(from));
    expect(new Set(all.slice(1).map((from, index) => from - (all[index] ?? 0)))).toEqual(
      new Set([3 * 3_600_000]),
    );
  });
});

describe("a failure is never free time", () => {
  const WANTED = { ...WEEK, free_for_minutes: 30 };

  it.each<[string, Deviation]>([
    ["nonsense with status 207", bad.multistatus("<d:nonsense/>", "<d:response/>")],
    ["a login page with status 200", bad.html(200)],
    ["501", bad.says(501)],
    ["403", bad.says(403)],
    ["XML that breaks off", bad.truncated(0.6)],
    ["nothing", bad.hangUp],
    ["silence", bad.neverAnswers],
    ["a failure inside", bad.inside(500)],
  ])("when one of two calendars answers with %s", async (_what, deviation) => {
    await using desk = await deskAt({ limits: limitsWith(deviation) });
    desk.seed("a.ics", hour("a", "20260914T090000Z"));
    desk.seed("b.ics", hour("b", "20260915T090000Z"), "other");
    bend(desk, "calendar-query", deviation);
    bend(desk, "free-busy-query", bad.says(501));
    const answer = await ask(desk, WANTED);
    expect(times(answer.busy)).toEqual(["09-15T11:00 09-15T12:00 busy"]);
    expect([answer.complete, answer.free]).toEqual([false, undefined]);
    expect(answer.free_unknown).toMatch(/no time can be said to be free/);
    expect(answer.calendars[1]).toMatchObject({ calendar_id: OTHER, computed_by: "here", complete: true });
    const [broken] = answer.calendars;
    expect(broken).toMatchObject({ calendar_id: EVENTS, complete: false });
    expect(broken?.computed_by === "nobody").toBe(answer.not_reached?.[0]?.calendar_id === EVENTS);
  });

  it.each([
    ["an end", "DTEND:tomorrow"],
    ["a length", "DURATION:an hour"],
    ["another date", "DURATION:PT1H\nRDATE:15 September"],
    ["the length of another date", "DURATION:PT1H\nRDATE;VALUE=PERIOD:20260915T090000Z/for long"],
  ])("when an event says %s that cannot be read", async (_what, lines) => {
    await using desk = await deskAt();
    desk.seed("a.ics", event("a@example.org", `DTSTART:20260914T090000Z\n${lines}`));
    const answer = await ask(desk, WANTED);
    expect([answer.complete, answer.free]).toEqual([false, undefined]);
  });

  it("when a calendar is left out that failed, the others are free again", async () => {
    await using desk = await deskAt();
    bend(desk, "calendar-query", bad.says(500));
    const answer = await ask(desk, { ...WANTED, calendars: [OTHER] });
    expect([answer.complete, answer.free?.length]).toEqual([true, 1]);
  });

  it("when all calendars fail, and then that is the answer", async () => {
    await using desk = await deskAt();
    desk.proxy.bend({ method: "REPORT" }, bad.says(500));
    const result = await desk.call("get_free_busy", WANTED);
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringMatching(/status 500/)]);
  });

  it("when the time is used up", async () => {
    await using desk = await deskAt({ limits: { requestMs: 10_000, call: { ms: 2_000 } } });
    await desk.call("list_calendars");
    bend(desk, "calendar-query", bad.neverAnswers);
    const answer = await ask(desk, WANTED);
    expect([answer.complete, answer.free]).toEqual([false, undefined]);
    expect(answer.not_reached).toEqual([
      { calendar_id: EVENTS, reason: expect.stringMatching(/stopped after/) },
    ]);
  });

  it.each<[string, string, Partial<Answer>]>([
    ["cannot be read", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n", { unreadable: 1 }],
    [
      "hides another entry",
      event("a@example.org", "DTSTART:20260914T090000Z\nDURATION:PT1H").replace(
        "END:VCALENDAR",
        "BEGIN:VEVENT\r\nUID:z@example.org\r\nDTSTART:20260915T090000Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR",
      ),
      { unreadable: 1 },
    ],
    [
      "repeats in a way that is not understood",
      event(
        "a@example.org",
        "DTSTART:20260914T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;X-EVERY=OTHER;SKIP=OMIT;RSCALE=HEBREW",
      ),
      { not_expanded: [expect.stringMatching(/^event\./)] },
    ],
  ])("when an event %s", async (_what, text, missing) => {
    await using desk = await deskAt();
    desk.seed("a.ics", hour("a", "20260914T090000Z"));
    const seeded = desk.stored("a.ics") ?? "";
    bend(
      desk,
      "calendar-query",
      bad.body((answered) => answered.replace(lastEvent(answered), escaped(text))),
    );
    expect(seeded).not.toBe("");
    const answer = await ask(desk, WANTED);
    expect(answer).toMatchObject({ complete: false, ...missing });
    expect(answer.free).toBeUndefined();
  });

  it("when the server names an entry without giving it, or cuts its answer short", async () => {
    await using desk = await deskAt();
    const response = (name: string, status: string): string =>
      `<d:response><d:href>${EVENTS}${name}</d:href><d:status>HTTP/1.1 ${status}</d:status></d:response>`;
    bend(desk, "calendar-query", bad.multistatus(response("a.ics", "404 Not Found")));
    bend(desk, "calendar-query", bad.multistatus(response("", "507 Insufficient Storage")), "other");
    const answer = await ask(desk, WANTED);
    expect(answer).toMatchObject({ complete: false, missing: 1, incomplete: true });
    expect(answer.free).toBeUndefined();
  });
});

/** The calendar data of the one event in a multistatus. */
function lastEvent(answered: string): string {
  return /BEGIN:VCALENDAR[^<]*/.exec(answered)?.[0] ?? "";
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

describe("the server's own answer", () => {
  const WANTED = { ...WEEK, free_for_minutes: 600 };
  const BUSY = "FREEBUSY:20260914T090000Z/20260914T100000Z,20260914T093000Z/PT1H";

  it("is not asked for where the events can be read", async () => {
    await using desk = await deskAt();
    schedules(desk);
    bend(desk, "free-busy-query", freeBusy(BUSY));
    const { busy, calendars } = await ask(desk);
    expect([busy, calendars[0]?.computed_by]).toEqual([[], "here"]);
    expect(desk.proxy.asked.filter(({ body }) => body.toString().includes("free-busy-query"))).toEqual([]);
  });

  it("stands in for a calendar whose events are withheld, on a server that schedules", async () => {
    await using desk = await deskAt();
    schedules(desk);
    bend(desk, "calendar-query", bad.says(403));
    bend(desk, "free-busy-query", freeBusy(BUSY));
    const answer = await ask(desk, WANTED);
    expect(times(answer.busy)).toEqual(["09-14T11:00 09-14T12:30 busy"]);
    expect(answer.calendars[0]).toEqual({ calendar_id: EVENTS, computed_by: "server", complete: true });
    expect([answer.complete, answer.not_reached]).toEqual([true, undefined]);
    expect(times(answer.free)).toEqual(["09-14T00:00 09-14T11:00", "09-14T12:30 09-21T00:00"]);
  });

  it("is added to what could be read, on a server that schedules", async () => {
    await using desk = await deskAt();
    schedules(desk);
    desk.seed("a.ics", hour("a", "20260915T090000Z"));
    bend(desk, "calendar-query", (asked, forward) =>
      bad.body((text) =>
        text.replace(
          /<\/(\w+:)?multistatus>/,
          `<x:response xmlns:x="DAV:"><x:href>${EVENTS}gone.ics</x:href><x:status>HTTP/1.1 404 Not Found</x:status></x:response>$&`,
        ),
      )(asked, forward),
    );
    bend(desk, "free-busy-query", freeBusy(BUSY));
    const answer = await ask(desk, WANTED);
    expect(times(answer.busy)).toEqual(["09-14T11:00 09-14T12:30 busy", "09-15T11:00 09-15T12:00 busy"]);
    expect(answer.calendars[0]).toEqual({ calendar_id: EVENTS, computed_by: "both", complete: true });
    expect(answer.missing).toBeUndefined();
  });

  it("says what is busy but not what is free, on a server that may leave series out", async () => {
    await using desk = await deskAt();
    bend(desk, "calendar-query", bad.says(403));
    bend(desk, "free-busy-query", freeBusy(BUSY));
    const answer = await ask(desk, WANTED);
    expect(times(answer.busy)).toEqual(["09-14T11:00 09-14T12:30 busy"]);
    expect(answer.calendars[0]).toEqual({ calendar_id: EVENTS, computed_by: "server", complete: false });
    expect([answer.complete, answer.free]).toEqual([false, undefined]);
    expect(answer.not_reached?.[0]?.calendar_id).toBe(EVENTS);
  });

  it.each<[string, Deviation]>([
    ["a multistatus", bad.multistatus()],
    ["times that nobody asked about", freeBusy("FREEBUSY:19700101T000000Z/PT24H")],
    ["a part of the time", freeBusy("DTSTART:20260914T000000Z", "DTEND:20260915T000000Z")],
    ["a text that breaks off", bad.both(bad.truncated(0.5), freeBusy(BUSY))],
    ["501", bad.says(501)],
    ["a page", bad.html(200)],
    ["silence", bad.neverAnswers],
  ])("does not count when it is %s", async (_what, deviation) => {
    await using desk = await deskAt({ limits: limitsWith(deviation) });
    schedules(desk);
    bend(desk, "calendar-query", bad.says(403));
    bend(desk, "free-busy-query", deviation);
    const answer = await ask(desk, WANTED);
    expect([answer.busy, answer.complete, answer.free]).toEqual([[], false, undefined]);
    expect(answer.calendars[0]).toEqual({ calendar_id: EVENTS, computed_by: "nobody", complete: false });
  });
});
