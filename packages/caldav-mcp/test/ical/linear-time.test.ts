import { describe, expect, it } from "vitest";
import { growth, processorMs, type Shape } from "../../../../scripts/linear-time.ts";
import { plainAddress } from "../../src/ical/addresses.ts";
import { readDocument } from "../../src/ical/document.ts";
import { describeRecurrence } from "../../src/ical/describe.ts";
import { currentTask } from "../../src/ical/current-task.ts";
import { readEventTimes } from "../../src/ical/event-times.ts";
import { readTaskTimes } from "../../src/ical/task-times.ts";
import { textLine } from "../../src/ical/gate.ts";
import { searchText } from "../../src/ical/fields.ts";
import { readFreeBusy } from "../../src/ical/free-busy.ts";
import { expand, fieldsOf } from "../../src/ical/occurrences.ts";
import { foldLine, makeLine, parseLines, partsOf } from "../../src/ical/lines.ts";
import { linesIn, lineTable, partsAt } from "../../src/ical/line-table.ts";
import { parseTree } from "../../src/ical/tree.ts";
import { parseMomentInput } from "../../src/ical/moment-input.ts";
import { readRecurrence } from "../../src/ical/recurrence-input.ts";
import { parseRule } from "../../src/ical/rule.ts";
import { endBefore } from "../../src/ical/edit/end-before.ts";
import { excludeOccurrence } from "../../src/ical/edit/exclude.ts";
import { replyTo } from "../../src/ical/edit/reply.ts";
import { peopleIn } from "../../src/ical/people.ts";
import { isWholeCopy } from "../../src/moving/whole-copy.ts";
import { escapeText, requireText } from "../../src/ical/text-values.ts";
import { searchValues } from "../../src/ical/search-text.ts";
import { parseDuration, parseTimeValue, parseUtcOffset } from "../../src/ical/time-values.ts";
import { ianaZone } from "../../src/ical/iana-zone.ts";
import { zoneOfTzid } from "../../src/ical/zones.ts";
import { calendar, component, event } from "./documents.ts";

const view = { zone: "UTC", ownAddresses: new Set<string>() };
const ignoringErrors = (run: () => unknown) => {
  try {
    run();
  } catch {
    // Refused is as good as read here; only the time counts.
  }
};

/** Inputs of a size, each made to be the worst for something. */
const SHAPES: Record<string, Shape> = {
  "one long line": (size) => "x".repeat(size),
  spaces: (size) => " ".repeat(size),
  folds: (size) => "A:b\r\n" + " x\r\n".repeat(size / 4),
  "a folded name": (size) => `${"A\r\n ".repeat(size / 4)}A:b`,
  "empty lines": (size) => "\r\n".repeat(size / 2),
  "carriage returns": (size) => "\r".repeat(size),
  "open quotes": (size) => `A;${'B="'.repeat(size / 3)}`,
  parameters: (size) => `A${";B=c".repeat(size / 4)}:d`,
  "parameter values": (size) => `A;B=${"c,".repeat(size / 2)}:d`,
  "quoted values": (size) => `A;B=${'"c",'.repeat(size / 4)}"c":d`,
  equals: (size) => `A;${"=".repeat(size)}`,
  escapes: (size) => "\\".repeat(size),
  digits: (size) => "1".repeat(size),
  slashes: (size) => "/".repeat(size),
  "rule parts": (size) => "FREQ=DAILY;".repeat(size / 11),
  "rule list": (size) => `FREQ=DAILY;BYHOUR=${"1,".repeat(size / 2)}1`,
  duration: (size) => `P${"1W".repeat(size / 2)}`,
  emoji: (size) => "😀".repeat(size / 2),
};

const OWN = { zone: "UTC", ownAddresses: new Set(["a@example.org", "b%@example.org"]) };
const OWN_LINE = "ATTENDEE;PARTSTAT=DECLINED:mailto:%61@example.org";

/** Everything that looks for our own address in an entry. */
function answered(text: string): unknown {
  const document = readDocument(text);
  return [
    peopleIn(document.components, OWN.ownAddresses),
    fieldsOf(document, OWN).ownReply,
    replyTo(document, document.components, "accepted", { ...OWN, now: 0 }),
  ];
}

const READERS: Record<string, (text: string) => unknown> = {
  "linesIn, partsAt and parseTree": (text) => {
    const table = lineTable(text);
    linesIn(table).forEach((_line, index) => partsAt(table, index));
    ignoringErrors(() => parseTree(table));
  },
  parseLines: (text) => parseLines(text),
  partsOf: (text) => parseLines(text).map(partsOf),
  foldLine: (text) => foldLine(text),
  makeLine: (text) => makeLine(`A:${text}`),
  escapeText,
  requireText: (text) => requireText(text, "summary"),
  textLine: (text) => textLine("description", text.slice(0, 100_000)),
  "textLine, of a list": (text) => textLine("categories", text.match(/[^]{1,200}/g) ?? []),
  readEventTimes: (text) => readEventTimes({ start: text }, { zone: "UTC", recurring: true }),
  readTaskTimes: (text) =>
    readTaskTimes({ start: "2026-01-05", due: text, timezone: text }, { zone: "UTC", recurring: true }),
  readRecurrence: (text) => readRecurrence(text, { wall: 0, form: "utc", zone: undefined }),
  parseRule,
  parseTimeValue,
  parseDuration,
  parseUtcOffset,
  zoneOfTzid,
  ianaZone,
  plainAddress: (text) => [plainAddress(text), plainAddress(`mailto:${text.slice(0, 1_000)}`)],
  "peopleIn, replyTo and the own reply, one line": (text) => {
    for (const line of [
      `ATTENDEE${text.slice(1)}`,
      `ATTENDEE:${text}`,
      `ATTENDEE;CN=${text}:mailto:a@example.org`,
    ])
      ignoringErrors(() => answered(event("DTSTART:20260105T090000Z", line)));
  },
  "peopleIn, replyTo and the own reply, many lines": (text) =>
    answered(event("DTSTART:20260105T090000Z", ...Array.from({ length: text.length / 40 }, () => OWN_LINE))),
  isWholeCopy: (text) => {
    const stored = event(
      "DTSTART:20260105T090000Z",
      ...text
        .split("")
        .slice(0, 5_000)
        .map((_, index) => `X-${index}:a`),
      `SUMMARY:${text}`,
    );
    return isWholeCopy(readDocument(stored), stored);
  },
  "excludeOccurrence and endBefore, the name": (text) => {
    const series = event("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=3");
    for (const edit of [excludeOccurrence, endBefore])
      ignoringErrors(() => edit(series, text, { now: 0, zone: "UTC" }));
  },
  "excludeOccurrence and endBefore, the document": (text) => {
    const series = event("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=3", `SUMMARY:${text}`, text);
    for (const edit of [excludeOccurrence, endBefore])
      ignoringErrors(() => edit(series, "20260106T090000Z", { now: 0, zone: "UTC" }));
  },
  "searchText and expand": (text) => {
    const document = readDocument(
      event("DTSTART:20260105T090000Z", `SUMMARY:${text}`, `ATTENDEE;CN=${text}:mailto:a@example.org`, text),
    );
    const { master } = document;
    if (master === undefined) throw new Error("There is no entry.");
    const fields = (["summary", "attendees"] as const).map((field) => searchText(master, field));
    return [fields, expand(document, { from: 0, to: 2 ** 41 }, { ...view, maxOccurrences: 10 })];
  },
  currentTask: (text) => {
    const properties = ["DUE", "STATUS", "COMPLETED", "PERCENT-COMPLETE", "PRIORITY", "DESCRIPTION"];
    const lines = properties.map((name) => `${name}:${text}`);
    const series = component("VTODO", "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=3", ...lines, text);
    const changed = component("VTODO", "RECURRENCE-ID:20260105T090000Z", ...lines);
    const { fields } = currentTask(readDocument(calendar(series, changed)), view);
    return [fields.progress, fields.descriptions, fields.categories];
  },
  searchValues: (text) => {
    const lines = ["SUMMARY", "CATEGORIES", "ATTENDEE", "ORGANIZER"].map((name) => `${name}:${text}`);
    const { master } = readDocument(
      event("DTSTART:20260105T090000Z", ...lines, `ATTENDEE;CN=${text}:a`, text),
    );
    if (master === undefined) throw new Error("There is no entry.");
    return (["summary", "categories", "attendees"] as const).map((field) =>
      [...searchValues(master, field)].map((pieces) => [...pieces]),
    );
  },
  readFreeBusy: (text) => {
    const window = { from: 0, to: 2 ** 41 };
    for (const line of [
      `FREEBUSY:${text}`,
      `FREEBUSY;FBTYPE=${text}:20260105T090000Z/PT1H`,
      `DTSTART:${text}`,
      text,
    ])
      ignoringErrors(() => readFreeBusy(calendar(component("VFREEBUSY", line)), window));
    ignoringErrors(() => readFreeBusy(text, window));
  },
  "readFreeBusy, of many periods": (text) =>
    readFreeBusy(
      calendar(component("VFREEBUSY", `FREEBUSY:${"20260105T090000Z/PT1H,".repeat(text.length / 22)}`)),
      { from: 0, to: 2 ** 41 },
    ),
  "a time zone of the document": (text) =>
    readDocument(
      calendar(
        component(
          "VTIMEZONE",
          `TZID:${text}`,
          "BEGIN:STANDARD",
          `DTSTART:${text}`,
          `TZOFFSETTO:${text}`,
          `RRULE:${text}`,
          "END:STANDARD",
        ),
        component(
          "VEVENT",
          "UID:a",
          `DTSTART;TZID="${text}":20260105T090000`,
          `RDATE:${text}`,
          `EXDATE:${text}`,
        ),
      ),
    ),
  parseMomentInput: (text) => parseMomentInput(text, { zone: "UTC" }),
  readDocument: (text) => readDocument(text),
  "readDocument, as a value": (text) => readDocument(event("DTSTART:20260105T090000Z", `SUMMARY:${text}`)),
  fieldsOf: (text) =>
    fieldsOf(
      readDocument(
        event(
          "DTSTART:20260105T090000Z",
          ...["SUMMARY", "CATEGORIES", "ATTENDEE", "STATUS", "ATTACH"].map((name) => `${name}:${text}`),
          text,
        ),
      ),
      view,
    ),
};

describe("time grows with the length of the input and no faster", { retry: 3 }, () => {
  it.each(Object.entries(READERS))("in %s", async (_, reader) => {
    const tooSlow: string[] = [];
    for (const [shape, make] of Object.entries(SHAPES)) {
      const { tookMs, allowedMs } = await growth(reader, make);
      if (tookMs >= allowedMs) tooSlow.push(`${shape}: ${tookMs} ms, and not ${allowedMs}`);
    }
    expect(tooSlow).toEqual([]);
  });

  it("in the parameters of one line, which ical.js reads in quadratic time", async () => {
    const attendee = (size: number) =>
      event("DTSTART:20260105T090000Z", `ATTENDEE${";B=c".repeat(size / 4)}:mailto:a@example.org`);
    expect(await processorMs(() => fieldsOf(readDocument(attendee(2_000_000)), view))).toBeLessThan(1000);
  });

  it("in documents of many components, dates and overrides", async () => {
    const overrides = (count: number) =>
      calendar(
        component(
          "VEVENT",
          "DTSTART:20200105T090000Z",
          "RRULE:FREQ=DAILY",
          `EXDATE:${Array.from({ length: count }, (_, day) => `2021${String((day % 12) + 1).padStart(2, "0")}05T0900${String(day % 60).padStart(2, "0")}Z`).join(",")}`,
        ),
        ...Array.from({ length: count }, (_, index) =>
          component(
            "VEVENT",
            `RECURRENCE-ID:20200105T09${String(Math.floor(index / 60) % 60).padStart(2, "0")}${String(index % 60).padStart(2, "0")}Z`,
            "DTSTART:20200105T090000Z",
          ),
        ),
      );
    const run = (text: string) => [
      describeRecurrence(readDocument(text)),
      excludeOccurrence(text, "20260105T090000Z", { now: 0, zone: "UTC" }),
    ];
    const { tookMs, allowedMs } = await growth(run, overrides, 300);
    expect(tookMs).toBeLessThan(allowedMs);
  });
});
