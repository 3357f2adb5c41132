import { describe, expect, it } from "vitest";
import { growth, repeated } from "../../../scripts/linear-time.ts";
import { readConfig } from "../src/config.ts";
import { calendarsDigest, decodeCursor, MAX_CURSOR_LENGTH } from "../src/listing/cursor.ts";
import { hasUnreadTimes } from "../src/free-busy/unread-times.ts";
import { readWanted } from "../src/free-busy/wanted.ts";
import { readDocument } from "../src/ical/document.ts";
import { type FilterRules, resolveFilter } from "../src/listing/filter.ts";
import { endOf, resolveListing } from "../src/listing/window.ts";
import { resolveSearch } from "../src/search/request.ts";
import { aCalendar, aDiscovery } from "./dav/samples.ts";

const RULES = { listing: "events", defaultFromDays: 0, defaultToDays: 30, longestDays: 366 };
const FILTER: FilterRules<"all"> = {
  listing: "tasks",
  kind: "task",
  statuses: ["all"],
  names: { from: "from", before: "to" },
  end: endOf,
};
const DISCOVERY = aDiscovery([aCalendar("/cal/team/")]);
const config = readConfig({});
const encoded = (text: string): string => Buffer.from(text, "utf8").toString("base64url");

/** Every function of this folder that walks a string which a caller or the operator chose. */
const WALKERS: Record<string, (text: string) => unknown> = {
  "decodeCursor, as it is": (text) => decodeCursor(text, "events"),
  "decodeCursor, up to the longest that is looked at": (text) =>
    decodeCursor(text.slice(0, MAX_CURSOR_LENGTH), "events"),
  "decodeCursor, inside": (text) =>
    decodeCursor(encoded(`[2,"events",[0,1,"${text.slice(0, 10_000)}"],"a",0,"b"]`), "events"),
  calendarsDigest: (text) => calendarsDigest([text, ...text.split("a").slice(0, 500)]),
  "the calendars, times and zone of a listing": (text) => {
    for (const args of [
      { from: text },
      { to: text },
      { timezone: text },
      { cursor: text },
      { calendars: [text, text] },
    ])
      attempt(() => resolveListing({ config, now: () => 0 }, DISCOVERY, "event", args, RULES));
  },
  "the calendars, times and zone of a filter": (text) => {
    for (const args of [
      { from: text },
      { before: text },
      { timezone: text },
      { cursor: text },
      { calendars: [text, text] },
    ])
      attempt(() => resolveFilter({ config }, DISCOVERY, args, FILTER));
  },
  "the query, times and cursor of a search": (text) => {
    for (const args of [
      { query: text },
      { query: "a", from: text },
      { query: "a", cursor: text },
      { query: "a", cursor: encoded(`[2,"search",[0,1,"UTC",0,1,"${text.slice(0, 10_000)}"],"a",0,"b"]`) },
    ])
      attempt(() => resolveSearch({ config, now: () => 0 }, DISCOVERY, args));
  },
  "the ends and dates of an event, for free time": (text) => {
    const lines = [
      "BEGIN:VEVENT",
      "DTSTART:20260914T090000Z",
      `DTEND:${text}`,
      `RDATE:${text}`,
      "END:VEVENT",
    ];
    const entry = ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
    attempt(() => hasUnreadTimes(readDocument(entry)));
  },
  "the hours of free time": (text) => {
    attempt(() => readWanted({ free_for_minutes: 1, day_start: text }, "UTC"));
    attempt(() => readWanted({ free_for_minutes: 1, day_end: text }, "UTC"));
  },
  readConfig: (text) => {
    for (const name of [
      "CALDAV_URL",
      "CALDAV_CALENDARS",
      "CALDAV_USER_EMAIL",
      "CALDAV_ALLOW_HOSTS",
      "CALDAV_ALLOW_TOOLS",
    ])
      attempt(() => readConfig({ [name]: text }));
  },
};

const PIECES = [
  "a",
  "/",
  ",",
  ", ",
  "@",
  "a@",
  "mailto:",
  ".",
  "-",
  "=",
  "[",
  '"',
  "\\",
  "2026-",
  "T09:",
  "9",
  " ",
  "\n",
  "\ud800",
  "%2e",
];

describe.each(Object.entries(WALKERS))("%s takes time in proportion to its input", (_name, walk) => {
  // Measured anew when a busy machine gets in the way; what is not linear fails every time.
  it.each(PIECES)("for %j", { retry: 3 }, async (piece) => {
    const { tookMs, allowedMs } = await growth(walk, repeated(piece), 25_000);
    expect(tookMs).toBeLessThan(allowedMs);
  });
});

/** Goes on after a refusal, since the next argument is to be walked as well. */
function attempt(run: () => unknown): void {
  try {
    run();
  } catch {
    // What is refused has been walked.
  }
}
