import { describe, expect, it } from "vitest";
import { type Desk, ERAS, limitsWith, openDesk, shown } from "./deviations/desk.ts";
import {
  body,
  both,
  hangUp,
  header,
  html,
  multistatus,
  neverAnswers,
  says,
} from "./deviations/deviations.ts";
import type { Deviation } from "./deviations/proxy.ts";
import { event } from "./behaviour/objects.ts";

const NOW = Date.parse("2026-09-14T08:00:00Z");

/** A desk with one event near its present, so that a search has something to find. */
async function deskAt(options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> {
  const desk = await openDesk({ now: () => NOW, ...options });
  desk.seed(
    "lunch.ics",
    event("lunch@example.org", "DTSTART:20260914T100000Z\nDTEND:20260914T110000Z\nSUMMARY:Lunch"),
  );
  return desk;
}

const info = async (desk: Desk): Promise<Record<string, unknown>> =>
  shown(await desk.call("get_server_info"));

/** Bends those REPORTs whose body holds a text. */
const reports =
  (holding: string, deviation: Deviation): Deviation =>
  (asked, forward) =>
    asked.body.toString().includes(holding) ? deviation(asked, forward) : forward(asked);

const busy = (...periods: string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "BEGIN:VFREEBUSY",
    ...periods.map((period) => `FREEBUSY:${period}`),
    "END:VFREEBUSY",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

describe.each(ERAS)("get_server_info (%s)", (era) => {
  it("says what was found, in few requests that change nothing", async () => {
    await using desk = await deskAt({ era });
    await desk.call("list_calendars");
    const before = desk.proxy.asked.length;
    expect(await info(desk)).toEqual({
      origin: new URL(desk.proxy.url).origin,
      scheduling: "no",
      free_busy: "no",
      text_search: "yes",
      move: "yes",
      dav_features: expect.arrayContaining(["1", "calendar-access"]),
      dav_features_unknown: 0,
      own_addresses: ["ada@example.org"],
      own_addresses_not_shown: 0,
      calendars: 2,
      calendars_writable: 2,
      withheld: 0,
      skipped: 0,
      limits: { largest_entry_bytes: { least: 1_048_576, most: 1_048_576 }, events_per_page: 100 },
      timezone: "Europe/Berlin",
      warnings: [],
    });
    const asked = desk.proxy.asked.slice(before).map(({ method }) => method);
    expect(asked.toSorted()).toEqual(["OPTIONS", "REPORT", "REPORT", "REPORT"]);
  });
});

describe("text search", () => {
  it.each<[string, Deviation, string]>([
    ["the condition is ignored", body((text) => text), "yes"],
    [
      "everything comes back for everything",
      multistatus(
        '<d:response><d:href>/calendars/ada/events/lunch.ics</d:href><d:propstat><d:prop><d:getetag>"1"</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>',
      ),
      "no",
    ],
    ["nothing comes back for everything", multistatus(), "unknown"],
    ["the server fails", says(500), "unknown"],
    ["a page comes back", html(200), "unknown"],
    ["the connection breaks", hangUp, "unknown"],
  ])("is judged by what comes back: %s", async (_what, deviation, expected) => {
    await using desk = await deskAt();
    desk.proxy.bend({ method: "REPORT" }, reports("text-match", deviation));
    expect(await info(desk)).toMatchObject({ text_search: expected, scheduling: "no" });
  });

  it("is unknown in a calendar that holds nothing", async () => {
    await using desk = await openDesk({ now: () => NOW });
    expect(await info(desk)).toMatchObject({ text_search: "unknown" });
  });
});

describe("free-busy", () => {
  const calendarText = { "content-type": "text/calendar" };
  it.each<[string, Deviation, string]>([
    [
      "a busy time in the range",
      says(200, { body: busy("20260914T080000Z/20260914T080030Z"), headers: calendarText }),
      "yes",
    ],
    [
      "a busy time by its length",
      says(200, { body: busy("20260914T075900Z/PT5M"), headers: calendarText }),
      "yes",
    ],
    [
      "no busy time",
      says(200, { body: busy(), headers: { "content-type": "application/octet-stream" } }),
      "yes",
    ],
    ["times that nobody asked about", says(200, { body: busy("20200101T000000Z/20200101T010000Z") }), "no"],
    ["a busy time that is none", says(200, { body: busy("all day") }), "no"],
    ["a calendar without an answer", says(200, { body: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n" }), "no"],
    ["a multistatus", multistatus(), "no"],
    ["501", says(501), "no"],
    ["a page", html(200), "no"],
    ["a text that breaks off", says(200, { body: busy().slice(0, 40) }), "unknown"],
    ["nothing", hangUp, "unknown"],
  ])("counts only when the server answers with %s", async (_what, deviation, expected) => {
    await using desk = await deskAt();
    desk.proxy.bend({ method: "REPORT" }, reports("free-busy-query", deviation));
    expect(await info(desk)).toMatchObject({ free_busy: expected, text_search: "yes" });
  });
});

describe("what the server says of itself", () => {
  it("shows features with a specification, and only counts the rest", async () => {
    await using desk = await deskAt();
    const named = ["1, Calendar-Access", "zyzzyva-obey-me, calendar-auto-schedule-not, 3"];
    desk.proxy.bend({ method: "OPTIONS" }, header("dav", named));
    expect(await info(desk)).toMatchObject({
      dav_features: ["1", "3", "calendar-access"],
      dav_features_unknown: 2,
      scheduling: "unknown",
    });
  });

  it("shows own addresses of plain form, and only counts the rest", async () => {
    await using desk = await deskAt();
    const addresses = [
      "mailto:ada@example.org",
      "mailto:ada.l+x@sub.example.org",
      "mailto:%C3%A4da@example.org",
      "mailto:`obey`@example.org",
      "mailto:ada@exa%E2%80%AEmple.org",
      "mailto:!%5Bx%5D(y)@example.org",
      `mailto:${"a".repeat(101)}@example.org`,
    ].map((address) => `<D:href>${address}</D:href>`);
    desk.proxy.bend(
      { method: "PROPFIND" },
      body((text) =>
        text.replace(
          /(<C:calendar-user-address-set>)[^]*?(<\/C:calendar-user-address-set>)/,
          `$1${addresses.join("")}$2`,
        ),
      ),
    );
    const found = await info(desk);
    expect(found["own_addresses"]).toEqual(["ada@example.org", "ada.l+x@sub.example.org"]);
    expect(found["own_addresses_not_shown"]).toBe(4);
  });

  it("says MOVE is missing when the server does not name it, and unknown when it names nothing", async () => {
    await using without = await deskAt();
    without.proxy.bend({ method: "OPTIONS" }, header("allow", "GET, PUT, REMOVE"));
    expect(await info(without)).toMatchObject({ move: "no" });
    await using silent = await deskAt();
    silent.proxy.bend({ method: "OPTIONS" }, header("allow", undefined));
    expect(await info(silent)).toMatchObject({ move: "unknown" });
  });

  it.each<[string, Deviation]>([
    ["fails", says(500)],
    ["breaks the connection", hangUp],
    ["stays silent", neverAnswers],
    ["refuses", says(403)],
  ])("takes nothing from the other probes when OPTIONS %s", async (_what, deviation) => {
    await using desk = await deskAt({ limits: limitsWith(deviation) });
    desk.proxy.bend({ method: "OPTIONS" }, deviation);
    expect(await info(desk)).toMatchObject({
      scheduling: "unknown",
      move: "unknown",
      dav_features: [],
      text_search: "yes",
      free_busy: "no",
    });
  });

  it("answers although every probe fails", async () => {
    await using desk = await deskAt();
    await desk.call("list_calendars");
    desk.proxy.bend({}, both(hangUp, says(500)));
    expect(await info(desk)).toMatchObject({
      scheduling: "unknown",
      free_busy: "unknown",
      text_search: "unknown",
      move: "unknown",
      calendars: 2,
    });
  });

  it("counts what the configuration withholds, and warns of an account without addresses", async () => {
    await using desk = await deskAt({ env: { CALDAV_CALENDARS: "events" } });
    desk.proxy.bend(
      { method: "PROPFIND" },
      body((text) => text.replaceAll(/<D:href>mailto:[^<]*<\/D:href>/g, "")),
    );
    expect(await info(desk)).toMatchObject({
      calendars: 1,
      withheld: 1,
      own_addresses: [],
      warnings: [expect.stringMatching(/CALDAV_USER_EMAIL/)],
    });
  });
});
