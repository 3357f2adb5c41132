import * as fc from "fast-check";
import { RRuleTemporal } from "rrule-temporal";
import { expect, it } from "vitest";
import { readMoment } from "../src/caldav/moments.ts";
import { GAVE_UP, startsIn } from "../src/caldav/recurrence.ts";
import { readRule } from "../src/caldav/rule.ts";
import { calendarQuery, event, inRange, openSandbox } from "./client.ts";

const ENDLESS = { isSpent: () => false };

function starts(wall: string, tzid: string, rule: string, window: { from: string; to: string }): string[] {
  const start = readMoment(wall, tzid);
  const read = readRule(rule);
  if (start === undefined || read === undefined) throw new Error("not understood");
  const bounds = { from: Date.parse(window.from), to: Date.parse(window.to) };
  return [...startsIn(start, read, bounds, ENDLESS)].map((instant) =>
    instant === GAVE_UP ? "gave up" : new Date(instant).toISOString(),
  );
}

const weekday = fc.constantFrom("MO", "TU", "WE", "TH", "FR", "SA", "SU");
const list = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<string> =>
  fc.uniqueArray(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(","));
const ordinalDay = fc.tuple(fc.constantFrom("", "1", "2", "4", "-1"), weekday).map((parts) => parts.join(""));
const month = list(fc.integer({ min: 1, max: 12 }));
const monthDay = list(fc.constantFrom(1, 2, 15, 28, 29, 30, 31, -1, -2));
const part = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  value.map((text) => `;${name}=${text}`);

const rule = fc
  .tuple(
    fc.oneof(
      fc.constantFrom("FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY"),
      part("BYMONTH", month).map((text) => `FREQ=DAILY${text}`),
      part("BYDAY", list(weekday)).map((text) => `FREQ=WEEKLY${text}`),
      part("BYMONTHDAY", monthDay).map((text) => `FREQ=MONTHLY${text}`),
      part("BYDAY", list(ordinalDay)).map((text) => `FREQ=MONTHLY${text}`),
      fc
        .tuple(part("BYDAY", list(weekday)), part("BYSETPOS", fc.constantFrom("1", "2", "-1")))
        .map((texts) => `FREQ=MONTHLY${texts.join("")}`),
      fc
        .tuple(part("BYMONTH", month), part("BYMONTHDAY", monthDay))
        .map((texts) => `FREQ=YEARLY${texts.join("")}`),
      fc
        .tuple(part("BYMONTH", month), part("BYDAY", list(ordinalDay)))
        .map((texts) => `FREQ=YEARLY${texts.join("")}`),
    ),
    fc.constantFrom("", ";INTERVAL=2", ";INTERVAL=3"),
    fc.constantFrom(";COUNT=7", ";UNTIL=20280630T000000Z"),
    fc.constantFrom("", ";WKST=SU"),
  )
  .map((texts) => texts.join(""));

it("finds the days that a library finds, by walking", () => {
  fc.assert(
    fc.property(rule, fc.integer({ min: 0, max: 700 }), (text, offset) => {
      const date = new Date(Date.UTC(2026, 0, 1 + offset, 9));
      const wall = date.toISOString().slice(0, 19);
      const library = new RRuleTemporal({
        rruleString: `DTSTART:${wall.replaceAll(/[-:]/g, "")}Z\nRRULE:${text}`,
      });
      const window = { from: "2026-01-01T00:00:00Z", to: "2028-07-01T00:00:00Z" };
      const expected = library.between(new Date(window.from), new Date(window.to), true);
      expect(starts(wall, "UTC", text, window)).toEqual(
        expected.map(({ epochMilliseconds }) => new Date(epochMilliseconds).toISOString()),
      );
    }),
    { numRuns: 300 },
  );
});

it("keeps the wall time of the zone, leaves out a time that the clocks skip, takes the first of a repeated one", () => {
  const window = { from: "2026-03-01T00:00:00Z", to: "2026-11-30T00:00:00Z" };
  expect(starts("2026-03-28T02:30:00", "Europe/Berlin", "FREQ=DAILY;COUNT=3", window)).toEqual([
    "2026-03-28T01:30:00.000Z",
    "2026-03-30T00:30:00.000Z",
    "2026-03-31T00:30:00.000Z",
  ]);
  expect(starts("2026-10-24T02:30:00", "Europe/Berlin", "FREQ=DAILY;COUNT=2", window)).toEqual([
    "2026-10-24T00:30:00.000Z",
    "2026-10-25T00:30:00.000Z",
  ]);
});

it.each([
  "FREQ=HOURLY",
  "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=YEARLY;BYWEEKNO=20",
  "FREQ=YEARLY;BYDAY=20MO",
  "FREQ=DAILY;BYHOUR=9,10",
  "FREQ=DAILY;COUNT=1000000",
  "RSCALE=CHINESE;FREQ=YEARLY",
  "FREQ=DAILY;INTERVAL=0",
])("does not pretend to understand %s", (text) => {
  expect(readRule(text)).toBeUndefined();
});

const HOSTILE = [
  "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=MONTHLY;INTERVAL=1000000;BYMONTHDAY=31",
  "FREQ=DAILY;INTERVAL=365;BYDAY=MO;COUNT=999",
  "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=9",
  "FREQ=SECONDLY",
  "FREQ=DAILY;INTERVAL=7;BYDAY=MO",
  "FREQ=YEARLY;BYMONTH=2;BYDAY=5MO",
  "FREQ=DAILY;UNTIL=99991231T235959Z",
];

it(
  "answers a query over two hundred hostile rules in seconds, in a window of any size",
  { timeout: 120_000 },
  async () => {
    await using open = await openSandbox();
    const { store, home } = open.sandbox;
    for (let index = 0; index < 200; index += 1) {
      const text = HOSTILE[index % HOSTILE.length] ?? "";
      const lines = `DTSTART;TZID=Europe/Berlin:19000105T093000\r\nRRULE:${text}`;
      store.put(`${home}events/${index}.ics`, event(`${index}@example.org`, lines));
    }
    for (const [from, to] of [
      ["20260901T000000Z", "20261001T000000Z"],
      ["19500101T000000Z", "99990101T000000Z"],
    ] as const) {
      const began = process.cpuUsage();
      const answer = await open.request("REPORT", `${home}events/`, {
        body: calendarQuery(inRange(from, to)),
      });
      expect(answer.status).toBe(207);
      expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000);
    }
  },
);

it.each([
  ["a rule that is not understood", "DTSTART:20260101T090000Z\r\nRRULE:FREQ=HOURLY;COUNT=2", true],
  ["two rules", "DTSTART:20260101T090000Z\r\nRRULE:FREQ=YEARLY\r\nRRULE:FREQ=YEARLY;INTERVAL=2", true],
  ["an impossible rule", "DTSTART:20260101T090000Z\r\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", false],
  [
    "a series in a zone that nobody knows",
    "DTSTART;TZID=Moon/Base:20260913T220000\r\nRRULE:FREQ=YEARLY",
    true,
  ],
  ["a zone with a prefix", "DTSTART;TZID=/example.org/2026/Europe/Berlin:20260914T233000", true],
  ["the same wall time in UTC", "DTSTART:20260914T233000Z", false],
])("decides about %s", async (_what, lines, isListed) => {
  await using open = await openSandbox();
  const { store, home } = open.sandbox;
  store.put(`${home}events/a.ics`, event("a@example.org", lines));
  const body = calendarQuery(inRange("20260914T000000Z", "20260914T230000Z"));
  const answer = await open.request("REPORT", `${home}events/`, { body });
  expect(answer.text.includes("events/a.ics")).toBe(isListed);
});
