import { CaldavError } from "../../errors.ts";
import { dayOfWall } from "../civil.ts";
import type { EntryComponent } from "../component.ts";
import { createCost, TooCostly } from "../cost.ts";
import { readDocument, type CalendarDocument } from "../document.ts";
import { nameableTime, type EntryTime } from "../entry-time.ts";
import { ownLine } from "../gate.ts";
import { lineAt, nameAt } from "../line-table.ts";
import { makeLine, partsOf, type ContentLine } from "../lines.ts";
import type { RecurrenceSet } from "../recurrence-set.ts";
import { walkRule } from "../rule-walk.ts";
import { parseRule, type Rule } from "../rule.ts";
import { utcStamp } from "../time-values.ts";
import { parseTree, propertyOf } from "../tree.ts";
import { viewerZone } from "../view.ts";
import { UTC } from "../zone.ts";
import { filterDateLine } from "./date-lines.ts";
import { createEdits, type Edits } from "./edits.ts";
import { timesOf } from "./length.ts";
import { keyOfOverride, locate } from "./locate.ts";
import { replaceProperty } from "./patch.ts";
import { placedAt } from "./placed.ts";
import { changeParts } from "./rule-line.ts";
import { lineOf } from "./time-line.ts";
import { writeTimes } from "./times.ts";
import type { RestOptions } from "./types.ts";

/** Where a series is cut: at this occurrence and all later ones. */
type Cut = { document: CalendarDocument; set: RecurrenceSet; time: EntryTime; key: number };

/**
 * The named occurrence and all later ones as a calendar object of their own: the series with what it brings, its time
 * zones, and the overrides, exclusions and extra dates from there on.
 *
 * @throws CaldavError `unsupported` where the rest cannot be said with another start
 */
export function composeRest(
  document: CalendarDocument,
  recurrence: string,
  options: RestOptions,
): CalendarDocument {
  const { set, time, key } = locate(document, recurrence, options);
  const { master } = document;
  if (master === undefined || set === undefined || nameableTime(time) !== time) throw unsplittable();
  const edits = createEdits(document);
  const later = document.overrides.filter((override) => keyOfOverride(override, set, options) >= key);
  const kept = [master, ...later];
  removeOthers(edits, document, new Set(kept.map(({ node }) => node.first)));
  for (const component of kept) rename(edits, component, options.uid);
  cutDates(edits, master, { document, set, time, key });
  const viewer = viewerZone(options.zone);
  writeTimes(edits, master, timesOf(placedAt(master, time, viewer)), { tzid: undefined });
  return readDocument(edits.text());
}

/** One UID in one object (F95): other entries, parts that no entry refers to and a METHOD stay where they are. */
function removeOthers(edits: Edits, { lines }: CalendarDocument, kept: ReadonlySet<number>): void {
  for (const calendar of parseTree(lines)) {
    if (!calendar.children.some(({ first }) => kept.has(first))) {
      edits.removeComponent(calendar);
      continue;
    }
    for (const index of calendar.properties) if (nameAt(lines, index) === "METHOD") edits.remove(index);
    for (const child of calendar.children)
      if (child.name !== "VTIMEZONE" && !kept.has(child.first)) edits.removeComponent(child);
  }
}

/**
 * Names the other part of a split series. SIBLING, since both are of one rank: readers take a missing or unknown RELTYPE,
 * such as the newer NEXT and FIRST of RFC 9253, for PARENT (RFC 5545 section 3.2.15), and task programs then show the rest
 * of a series as a subtask of its beginning.
 */
export function siblingLine(uid: string): ContentLine {
  return makeLine(`RELATED-TO;RELTYPE=SIBLING:${uid}`);
}

/** The new object has a UID of its own, and names the old one. */
function rename(edits: Edits, component: EntryComponent, uid: string): void {
  const { node, lines } = component;
  const old = propertyOf(lines, node, "UID")?.value;
  const related = old === undefined ? [] : [siblingLine(old)];
  replaceProperty(edits, component, "UID", [ownLine("UID", uid), ...related]);
}

function cutDates(edits: Edits, master: EntryComponent, cut: Cut): void {
  const { document, set, time, key } = cut;
  const isLater = (date: EntryTime): boolean => {
    // A date that excludes a whole day of a timed series.
    if (date.form === "date" && time.form !== "date") return dayOfWall(date.wall) >= dayOfWall(time.wall);
    return set.keyOf(set.inOwnForm(date)) >= key;
  };
  for (const index of master.node.properties) {
    const line = lineAt(document.lines, index);
    if (line?.name === "RRULE") edits.replace(index, remainingRule(line, cut));
    if (line?.name === "EXDATE" || line?.name === "RDATE")
      edits.replace(index, filterDateLine(line, document.findZone, isLater));
  }
}

/** A rule that has come to its end says nothing of the rest; of one with COUNT only what is left counts. */
function remainingRule(line: ContentLine, { set, key }: Cut): readonly ContentLine[] {
  const rule = parseRule(partsOf(line)?.value ?? "");
  if (typeof rule === "string") throw unsplittable();
  if (!set.reaches(rule, key)) return [];
  if (rule.count === undefined) return [line];
  return [changeParts(line, { COUNT: String(rule.count - countBefore(rule, set, key)) })];
}

function countBefore(rule: Rule, set: RecurrenceSet, key: number): number {
  const { start } = set;
  const begins = {
    wall: start.wall,
    instant: set.keyOf(start),
    zone: start.zone ?? UTC,
    allDay: start.form === "date",
  };
  let count = 0;
  try {
    const range = { from: Number.NEGATIVE_INFINITY, to: key };
    for (const _instance of walkRule(rule, begins, range, createCost())) count += 1;
  } catch (error) {
    if (error instanceof TooCostly) throw unsplittable();
    throw error;
  }
  return count;
}

/** The stamps of an object that nobody has seen yet. */
export function asNew(document: CalendarDocument, now: number): string {
  const edits = createEdits(document);
  const stamp = utcStamp(now);
  for (const component of document.components) {
    replaceProperty(edits, component, "DTSTAMP", [ownLine("DTSTAMP", stamp)]);
    if (lineOf(component, "CREATED") !== undefined)
      replaceProperty(edits, component, "CREATED", [ownLine("CREATED", stamp)]);
    replaceProperty(edits, component, "SEQUENCE", [ownLine("SEQUENCE", "0")]);
    replaceProperty(edits, component, "LAST-MODIFIED", []);
  }
  return edits.text();
}

export function unsplittable(): CaldavError {
  return new CaldavError(
    "unsupported",
    "This series cannot be split here without moving other occurrences; change the whole series or single occurrences. Nothing was changed.",
  );
}
