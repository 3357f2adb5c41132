import { expect, it } from "vitest";
import { growth, repeated, type Shape } from "../../../scripts/linear-time.ts";
import { accountOf } from "../src/caldav/credentials.ts";
import { requireState } from "../src/caldav/conditions.ts";
import { readCalendar } from "../src/caldav/icalendar.ts";
import { readDuration, readMoment } from "../src/caldav/moments.ts";
import { readBound } from "../src/caldav/overlap.ts";
import { localPath, parsePath } from "../src/caldav/paths.ts";
import { readRule } from "../src/caldav/rule.ts";
import { createStore } from "../src/caldav/store.ts";
import { calendarText } from "../src/caldav/write.ts";
import { readXml } from "../src/caldav/xml.ts";
import { zoneOf } from "../src/caldav/zones.ts";
import { entryText } from "../src/sample/entry-text.ts";

const store = createStore([{ name: "ada", password: "p", addresses: [] }], () => 0);
const inCalendar =
  (lines: Shape): Shape =>
  (size) =>
    `BEGIN:VCALENDAR\r\n${lines(size)}\r\nEND:VCALENDAR\r\n`;

/** Every function that walks a text of a client's, with the texts that would be worst for a careless one. */
const WALKS: [name: string, walk: (text: string) => unknown, text: Shape][] = [
  ["parsePath, many segments", parsePath, repeated("/a")],
  ["parsePath, many escapes", parsePath, (size) => `/calendars/${repeated("%20")(size)}`],
  [
    "localPath, a long authority",
    (text) => localPath(text, new Set()),
    (size) => `http://${repeated(":")(size)}`,
  ],
  ["accountOf, spaces", (text) => accountOf(text, store), (size) => `Basic ${repeated(" ")(size)}!`],
  ["accountOf, credentials", (text) => accountOf(text, store), (size) => `Basic ${repeated("AAAA")(size)}`],
  [
    "If-Match, spaces",
    (text) => requireState({ ifMatch: text, ifNoneMatch: undefined }, '"x"'),
    repeated(" \t"),
  ],
  [
    "If-Match, many tags",
    (text) => requireState({ ifMatch: text, ifNoneMatch: undefined }, '"x"'),
    repeated('"a", '),
  ],
  [
    "If-Match, quotes",
    (text) => requireState({ ifMatch: text, ifNoneMatch: undefined }, '"x"'),
    repeated('W/"'),
  ],
  ["readXml, elements", readXml, (size) => `<a>${repeated("<b/>")(size)}</a>`],
  ["readXml, text", readXml, (size) => `<a>${repeated("&amp;x")(size)}</a>`],
  ["readXml, unclosed comments", readXml, (size) => `<a>${repeated("<!--")(size)}</a>`],
  ["readXml, open brackets", readXml, (size) => `<a>${repeated("<")(size)}`],
  ["readCalendar, lines", readCalendar, inCalendar(repeated("X-A:1\r\n"))],
  ["readCalendar, folds", readCalendar, inCalendar((size) => `X-A:1${repeated("\r\n 1")(size)}`)],
  ["readCalendar, quotes", readCalendar, inCalendar((size) => `X-A;P=${repeated('"')(size)}:1`)],
  ["readCalendar, escapes", readCalendar, inCalendar((size) => `CATEGORIES:${repeated("\\,")(size)}`)],
  ["readCalendar, open components", readCalendar, repeated("BEGIN:VCALENDAR\r\n")],
  ["calendarText", (text) => calendarText(Buffer.from(text)), repeated("ü")],
  ["readRule", readRule, (size) => `FREQ=DAILY;BYDAY=${repeated("MO,")(size)}`],
  ["readMoment", (text) => readMoment(text, undefined), repeated("2026-")],
  ["readDuration", readDuration, (size) => `P${repeated("1D")(size)}`],
  ["readBound", readBound, repeated("2026")],
  ["zoneOf", zoneOf, repeated("Europe/")],
  ["entryText", (text) => entryText("VEVENT", [[["SUMMARY", text]]]), repeated("ü")],
];

// Measured anew when a busy machine gets in the way; what is not linear fails every time.
it.each(WALKS)("%s takes time in step with the length", { retry: 3 }, async (_name, walk, text) => {
  const { tookMs, allowedMs } = await growth(walk, text);
  expect(tookMs).toBeLessThan(allowedMs);
});
