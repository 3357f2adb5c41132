import { expect, it } from "vitest";
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
const repeat = (text: string) => (size: number) => text.repeat(Math.ceil(size / text.length));
const inCalendar = (lines: (size: number) => string) => (size: number) =>
  `BEGIN:VCALENDAR\r\n${lines(size)}\r\nEND:VCALENDAR\r\n`;

/** Every function that walks a text of a client's, with the texts that would be worst for a careless one. */
const WALKS: [name: string, walk: (text: string) => unknown, text: (size: number) => string][] = [
  ["parsePath, many segments", parsePath, repeat("/a")],
  ["parsePath, many escapes", parsePath, (size) => `/calendars/${repeat("%20")(size)}`],
  [
    "localPath, a long authority",
    (text) => localPath(text, new Set()),
    (size) => `http://${repeat(":")(size)}`,
  ],
  ["accountOf, spaces", (text) => accountOf(text, store), (size) => `Basic ${repeat(" ")(size)}!`],
  ["accountOf, credentials", (text) => accountOf(text, store), (size) => `Basic ${repeat("AAAA")(size)}`],
  [
    "If-Match, spaces",
    (text) => requireState({ ifMatch: text, ifNoneMatch: undefined }, '"x"'),
    repeat(" \t"),
  ],
  [
    "If-Match, many tags",
    (text) => requireState({ ifMatch: text, ifNoneMatch: undefined }, '"x"'),
    repeat('"a", '),
  ],
  [
    "If-Match, quotes",
    (text) => requireState({ ifMatch: text, ifNoneMatch: undefined }, '"x"'),
    repeat('W/"'),
  ],
  ["readXml, elements", readXml, (size) => `<a>${repeat("<b/>")(size)}</a>`],
  ["readXml, text", readXml, (size) => `<a>${repeat("&amp;x")(size)}</a>`],
  ["readXml, unclosed comments", readXml, (size) => `<a>${repeat("<!--")(size)}</a>`],
  ["readXml, open brackets", readXml, (size) => `<a>${repeat("<")(size)}`],
  ["readCalendar, lines", readCalendar, inCalendar(repeat("X-A:1\r\n"))],
  ["readCalendar, folds", readCalendar, inCalendar((size) => `X-A:1${repeat("\r\n 1")(size)}`)],
  ["readCalendar, quotes", readCalendar, inCalendar((size) => `X-A;P=${repeat('"')(size)}:1`)],
  ["readCalendar, escapes", readCalendar, inCalendar((size) => `CATEGORIES:${repeat("\\,")(size)}`)],
  ["readCalendar, open components", readCalendar, repeat("BEGIN:VCALENDAR\r\n")],
  ["calendarText", (text) => calendarText(Buffer.from(text)), repeat("ü")],
  ["readRule", readRule, (size) => `FREQ=DAILY;BYDAY=${repeat("MO,")(size)}`],
  ["readMoment", (text) => readMoment(text, undefined), repeat("2026-")],
  ["readDuration", readDuration, (size) => `P${repeat("1D")(size)}`],
  ["readBound", readBound, repeat("2026")],
  ["zoneOf", zoneOf, repeat("Europe/")],
  ["entryText", (text) => entryText("VEVENT", [[["SUMMARY", text]]]), repeat("ü")],
];

/** Processor time: what else runs on the machine does not count. */
function fastest(walk: (text: string) => unknown, text: string): number {
  let best = Infinity;
  for (let turn = 0; turn < 3; turn += 1) {
    const began = process.cpuUsage();
    try {
      walk(text);
    } catch {
      // A refusal counts as an answer.
    }
    best = Math.min(best, process.cpuUsage(began).user / 1000);
  }
  return best;
}

// Measured anew when a busy machine gets in the way; what is not linear fails every time.
it.each(WALKS)("%s takes time in step with the length", { retry: 3 }, (_name, walk, text) => {
  const [short, long] = [fastest(walk, text(20_000)), fastest(walk, text(320_000))];
  // Sixteen times the text: a quadratic walk takes 256 times as long. Below 30 ms the measure says nothing.
  expect(long).toBeLessThan(Math.max(30, short * 64));
});
