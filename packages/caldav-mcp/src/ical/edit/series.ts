import { CaldavError } from "../../errors.ts";
import { DAY, SECOND } from "../civil.ts";
import type { EntryComponent } from "../component.ts";
import { readDocument, type CalendarDocument } from "../document.ts";
import { instantOfTime, nameableTime, readEntryTime, recurrenceOf, type EntryTime } from "../entry-time.ts";
import { joinLines, makeLine, partsOf, replaceLines, type ContentLine } from "../lines.ts";
import { recurrenceSet, type RecurrenceSet } from "../recurrence-set.ts";
import { parseRule } from "../rule.ts";
import { formatTimeValue } from "../time-values.ts";
import { viewerZone } from "../view.ts";
import { UTC } from "../zone.ts";

/** `now` in unix milliseconds, for DTSTAMP and LAST-MODIFIED; `zone` as in the listing that the name comes from. */
export type EditOptions = { now: number; zone: string };

type Viewing = Pick<EditOptions, "zone">;

/** Where a series is ended. */
type Cut = { document: CalendarDocument; set: RecurrenceSet; time: EntryTime; key: number };

type Edits = Map<number, readonly ContentLine[] | undefined>;

/** {@link excludeOccurrences} for one occurrence of a stored text. */
export function excludeOccurrence(text: string, recurrence: string, options: EditOptions): string {
  return excludeOccurrences(readDocument(text), [recurrence], options);
}

/**
 * The document without some of its occurrences: EXDATEs in DTSTART's form, and their overrides gone. Every other line
 * stays as it is and where it is, but for DTSTAMP, LAST-MODIFIED and SEQUENCE of the series (attendees have to hear).
 *
 * @throws CaldavError `bad-input` when a name names no occurrence, or two of them the same one
 */
export function excludeOccurrences(
  document: CalendarDocument,
  recurrences: readonly string[],
  options: EditOptions,
): string {
  const set = recurrenceSet(document, viewerZone(options.zone));
  const named = recurrences.map((recurrence) => locateIn(document, set, { recurrence, ...options }));
  const keys = new Set(named.map(({ key }) => key));
  if (keys.size < named.length)
    throw new CaldavError("bad-input", "Two of the names mean the same occurrence; nothing was changed.");
  const edits: Edits = new Map();
  const { master } = document;
  const standing = new Set(document.overrides);
  // A change that stands for all later occurrences outlives the one that it begins with, which EXDATE hides.
  const isGone = (override: EntryComponent): boolean =>
    keys.has(keyOfOverride(override, set, options)) &&
    (master === undefined || !override.thisAndFuture || !standing.has(override));
  removeOverrides(document, edits, isGone);
  if (master !== undefined) {
    const after = lastLineOf(master, ["EXDATE", "RDATE", "RRULE", "DTSTART", "DUE"]);
    for (const { time } of named) insertAfter(document, edits, after, exdateLine(master, time));
    touch(document, master, edits, options);
  }
  dropEmptyDates(document, edits);
  return joinLines(replaceLines(document.lines, edits));
}

/**
 * The document with the series ended before one of its occurrences: UNTIL in place of COUNT or a later UNTIL, no extra
 * dates and overrides from there on. What was excluded before stays excluded.
 *
 * @throws CaldavError `bad-input`, `unreadable-entry`; `unsupported` when an override stands for all later occurrences
 */
export function endBefore(text: string, recurrence: string, options: EditOptions): string {
  const document = readDocument(text);
  if (document.overridesThisAndFuture)
    throw new CaldavError(
      "unsupported",
      "This series holds a change that another program made for all later occurrences; nothing was changed.",
    );
  const { set, time, key } = locate(document, recurrence, options);
  const edits: Edits = new Map();
  removeOverrides(document, edits, (override) => keyOfOverride(override, set, options) >= key);
  const { master } = document;
  if (master !== undefined && set !== undefined) {
    if (set.problem !== undefined)
      throw new CaldavError(
        "unsupported",
        "This series repeats by a rule that cannot be read; nothing was changed.",
      );
    const cut = { document, set, time, key };
    for (const index of master.node.properties) {
      const line = document.lines[index];
      if (line?.name === "RRULE") edits.set(index, [endRule(line, cut)]);
      if (line?.name === "RDATE") edits.set(index, earlierDates(line, cut));
    }
    // DTSTART is an instance whatever UNTIL says; where an extra date comes before it, it may have to go as well.
    const first = { time: set.start, key: set.keyOf(set.start) };
    if (first.key >= key && !set.isExcluded(first))
      insertAfter(document, edits, lastLineOf(master, ["DTSTART", "DUE"]), exdateLine(master, set.start));
    touch(document, master, edits, options);
  }
  dropEmptyDates(document, edits);
  return joinLines(replaceLines(document.lines, edits));
}

function locate(
  document: CalendarDocument,
  recurrence: string,
  { zone }: Viewing,
): { set: RecurrenceSet | undefined; time: EntryTime; key: number } {
  const set = recurrenceSet(document, viewerZone(zone));
  return { set, ...locateIn(document, set, { recurrence, zone }) };
}

function locateIn(
  document: CalendarDocument,
  set: RecurrenceSet | undefined,
  { recurrence, zone }: Viewing & { recurrence: string },
): { time: EntryTime; key: number } {
  const loneIds = document.overrides.flatMap(({ recurrenceId }) => recurrenceId ?? []);
  const time =
    set === undefined ? loneIds.find((id) => recurrenceOf(id) === recurrence) : set.namedTime(recurrence);
  if (time === undefined || !document.recurs)
    throw new CaldavError(
      "bad-input",
      "This does not name an occurrence of the series; nothing was changed.",
    );
  // Occurrences whose series is stored elsewhere stand in forms of their own; only the instant compares.
  return { time, key: set === undefined ? instantOfTime(time, viewerZone(zone)) : set.keyOf(time) };
}

/** The components that show occurrences from the named one on: the series itself, and the overrides of later ones. */
export function componentsFrom(
  document: CalendarDocument,
  recurrence: string,
  options: Viewing,
): EntryComponent[] {
  const { set, key } = locate(document, recurrence, options);
  return document.components.filter(
    (component) => component.recurrenceId === undefined || keyOfOverride(component, set, options) >= key,
  );
}

function keyOfOverride(
  { recurrenceId }: EntryComponent,
  set: RecurrenceSet | undefined,
  { zone }: Viewing,
): number {
  if (recurrenceId === undefined) return Number.NaN;
  if (set === undefined) return instantOfTime(recurrenceId, viewerZone(zone));
  return set.keyOf(set.inOwnForm(recurrenceId));
}

/** All components of the occurrence go, also older versions that reading passes over. */
function removeOverrides(
  document: CalendarDocument,
  edits: Edits,
  isGone: (override: EntryComponent) => boolean,
): void {
  for (const override of document.components) {
    if (override.recurrenceId === undefined || !isGone(override)) continue;
    for (let index = override.node.first; index <= override.node.last; index += 1)
      edits.set(index, undefined);
  }
}

/** TZID and VALUE as DTSTART has them, character by character. */
function exdateLine(master: EntryComponent, named: EntryTime): ContentLine {
  const time = nameableTime(named);
  const start = master.start === undefined ? "DUE" : "DTSTART";
  const line = master.node.properties.map((index) => master.lines[index]).find((own) => own?.name === start);
  const tzid = /;TZID=(?:"[^"]*"|[^;:,"]*)/i.exec(line?.content ?? "")?.[0];
  const params = time.form === "date" ? ";VALUE=DATE" : time.form === "local" ? (tzid ?? "") : "";
  return makeLine(`EXDATE${params}:${formatTimeValue(time)}`, line);
}

function lastLineOf(component: EntryComponent, names: readonly string[]): number {
  for (const name of names) {
    const found = component.node.properties.findLast((index) => component.lines[index]?.name === name);
    if (found !== undefined) return found;
  }
  return component.node.first;
}

function insertAfter(document: CalendarDocument, edits: Edits, index: number, line: ContentLine): void {
  const kept = edits.has(index) ? (edits.get(index) ?? []) : document.lines.slice(index, index + 1);
  edits.set(index, [...kept, line]);
}

/** A change that matters to attendees (RFC 5546 section 2.1.4): SEQUENCE goes up by one. */
function touch(document: CalendarDocument, master: EntryComponent, edits: Edits, { now }: EditOptions): void {
  const stamp = formatTimeValue({ wall: Math.floor(now / SECOND) * SECOND, form: "utc" });
  const values = { SEQUENCE: String(document.sequence + 1), DTSTAMP: stamp, "LAST-MODIFIED": stamp };
  for (const [name, value] of Object.entries(values)) {
    const index = master.node.properties.find((own) => document.lines[own]?.name === name);
    const line = makeLine(`${name}:${value}`, document.lines[master.node.first]);
    if (index !== undefined) edits.set(index, [line]);
    else if (name !== "LAST-MODIFIED") insertAfter(document, edits, master.node.first, line);
  }
}

/** UNTIL takes the form of DTSTART: a date, UTC for zoned and UTC starts, local for floating ones (RFC 5545 section 3.3.10). */
function lastMomentBefore(time: EntryTime): EntryTime {
  if (time.form === "date") return { ...time, wall: time.wall - DAY };
  if (time.zone === undefined) return { ...time, wall: time.wall - SECOND };
  return { wall: instantOfTime(time, UTC) - SECOND, form: "utc", zone: undefined };
}

/** A rule that has ended by then stays as it is. */
function endRule(line: ContentLine, cut: Cut): ContentLine {
  const rule = parseRule(partsOf(line)?.value ?? "");
  if (typeof rule === "string" || !cut.set.reaches(rule, cut.key)) return line;
  const colon = line.content.indexOf(":", line.name.length);
  const parts = line.content.slice(colon + 1).split(";");
  const kept = parts.filter((part) => part.trim() !== "" && !/^\s*(?:UNTIL|COUNT)\s*=/i.test(part));
  const until = `UNTIL=${formatTimeValue(lastMomentBefore(cut.time))}`;
  return makeLine(line.content.slice(0, colon + 1) + [...kept, until].join(";"), line);
}

/** The line with the dates before the cut, as they are written; `undefined` when none is left. */
function earlierDates(line: ContentLine, { document, set, key }: Cut): readonly ContentLine[] | undefined {
  const parts = partsOf(line);
  if (parts === undefined) return [line];
  const items = parts.value.split(",");
  const kept = items.filter((item) => {
    const time = readEntryTime(item.split("/", 1)[0] ?? "", parts.params, document.findZone);
    return time === undefined || set.keyOf(set.inOwnForm(time)) < key;
  });
  if (kept.length === items.length) return [line];
  if (kept.length === 0) return undefined;
  const head = line.content.slice(0, line.content.length - parts.value.length);
  return [makeLine(head + kept.join(","), line)];
}

// Servers refuse a document with an empty date (F107); such a line says nothing.
const DATES = new Set(
  "CREATED DTSTAMP LAST-MODIFIED COMPLETED DTSTART DTEND DUE RECURRENCE-ID EXDATE RDATE".split(" "),
);

function dropEmptyDates(document: CalendarDocument, edits: Edits): void {
  for (const component of document.components) {
    for (const index of component.node.properties) {
      const line = document.lines[index];
      if (
        line !== undefined &&
        !edits.has(index) &&
        DATES.has(line.name) &&
        partsOf(line)?.value.trim() === ""
      )
        edits.set(index, undefined);
    }
  }
}
