import { CaldavError } from "../errors.ts";
import { readEntryTime, type EntryTime } from "./entry-time.ts";
import type { LineParts } from "./line-parts.ts";
import type { LineTable } from "./line-table.ts";
import { parseRule, type Rule, type RuleProblem } from "./rule.ts";
import { parseDuration, type Duration } from "./time-values.ts";
import { propertiesOf, propertyOf, type ComponentNode } from "./tree.ts";
import type { ZoneFinder } from "./zones.ts";

/** An additional date (RDATE); a PERIOD brings its own length. */
export type ExtraDate = { time: EntryTime; length: EntryTime | Duration | undefined };

/** What one VEVENT, VTODO or VJOURNAL says about time, and where its lines stand. */
export type EntryComponent = {
  lines: LineTable;
  node: ComponentNode;
  uid: string | undefined;
  sequence: number;
  /** DTSTAMP in unix milliseconds, 0 when absent. */
  stamp: number;
  cancelled: boolean;
  start: EntryTime | undefined;
  /** DTEND, or DUE of a task. */
  end: EntryTime | undefined;
  duration: Duration | undefined;
  recurrenceId: EntryTime | undefined;
  thisAndFuture: boolean;
  rules: readonly (Rule | RuleProblem)[];
  exdates: readonly EntryTime[];
  rdates: readonly ExtraDate[];
};

const MAX_DATES = 20_000;
const MAX_RULES = 16;

export function readComponent(lines: LineTable, node: ComponentNode, findZone: ZoneFinder): EntryComponent {
  const property = (name: string): LineParts | undefined => propertyOf(lines, node, name);
  const time = (found: LineParts | undefined): EntryTime | undefined =>
    found === undefined ? undefined : readEntryTime(found.value, found.params, findZone);
  const [startLine, recurrenceLine, length] = [
    property("DTSTART"),
    property("RECURRENCE-ID"),
    property("DURATION"),
  ];
  const recurrenceId = time(recurrenceLine);
  const start = time(startLine);
  if (
    (start === undefined && isFilled(startLine)) ||
    (recurrenceId === undefined && isFilled(recurrenceLine))
  )
    throw new CaldavError(
      "unreadable-entry",
      "This entry has a date that cannot be read; nothing was changed.",
    );
  if (node.name === "VEVENT" && start === undefined && recurrenceId === undefined)
    throw new CaldavError("unreadable-entry", "This event has no start; nothing was changed.");
  return {
    lines,
    node,
    uid: property("UID")?.value,
    sequence: sequenceOf(property("SEQUENCE")?.value),
    stamp: time(property("DTSTAMP"))?.wall ?? 0,
    cancelled: property("STATUS")?.value.trim().toUpperCase() === "CANCELLED",
    start,
    end: time(property(node.name === "VTODO" ? "DUE" : "DTEND")),
    duration: length === undefined ? undefined : parseDuration(length.value),
    recurrenceId,
    thisAndFuture: recurrenceLine?.params.get("RANGE")?.[0]?.toUpperCase() === "THISANDFUTURE",
    rules: readRules(lines, node),
    exdates: timesOf(readDates(lines, node, "EXDATE", findZone)),
    rdates: readDates(lines, node, "RDATE", findZone),
  };
}

function timesOf(dates: readonly ExtraDate[]): readonly EntryTime[] {
  return dates.length === 0 ? NONE : dates.map(({ time }) => time);
}

function isFilled(line: LineParts | undefined): boolean {
  return line !== undefined && line.value.trim() !== "";
}

function sequenceOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
}

/** One for all components that have none of something: a listing holds thousands of them. */
const NONE: readonly never[] = [];

function readRules(lines: LineTable, node: ComponentNode): EntryComponent["rules"] {
  const rules = propertiesOf(lines, node, "RRULE")
    .filter(({ value }) => value.trim() !== "")
    .map(({ value }) => parseRule(value));
  if (rules.length > MAX_RULES) return ["unsupported-rule"];
  // EXRULE left the standard with RFC 5545; what it takes away is not worked out, so the series is not either.
  if (propertyOf(lines, node, "EXRULE") !== undefined) return [...rules, "unsupported-rule"];
  return rules.length === 0 ? NONE : rules;
}

function readDates(
  lines: LineTable,
  node: ComponentNode,
  name: "EXDATE" | "RDATE",
  findZone: ZoneFinder,
): readonly ExtraDate[] {
  const dates: ExtraDate[] = [];
  for (const { params, value } of propertiesOf(lines, node, name)) {
    for (const item of value.split(",")) {
      if (dates.length >= MAX_DATES)
        throw new CaldavError(
          "unreadable-entry",
          "This entry lists too many single dates to be read; nothing was changed.",
        );
      const [from, to] = item.split("/", 2);
      const time = readEntryTime(from ?? "", params, findZone);
      if (time === undefined) continue;
      const length =
        to === undefined ? undefined : (parseDuration(to) ?? readEntryTime(to, params, findZone));
      dates.push({ time, length });
    }
  }
  return dates.length === 0 ? NONE : dates;
}
