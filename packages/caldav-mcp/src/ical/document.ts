import { CaldavError } from "../errors.ts";
import { readComponent, type EntryComponent } from "./component.ts";
import { createCost, TooCostly, type Cost } from "./cost.ts";
import { instantOfTime, type EntryTime } from "./entry-time.ts";
import { lineTable, type LineTable } from "./line-table.ts";
import { parseTree, propertyOf, type ComponentNode } from "./tree.ts";
import type { EntryKind } from "./types.ts";
import { documentZone } from "./vtimezone.ts";
import { UTC, type Zone } from "./zone.ts";
import { zoneOfTzid, type ZoneFinder } from "./zones.ts";

/** One calendar object as stored: an entry, or a series with its overrides. */
export type CalendarDocument = {
  lines: LineTable;
  kind: EntryKind;
  /** Foreign text, for comparing only. */
  uid: string | undefined;
  /** It has a rule, extra dates or overrides; an id of a single occurrence makes sense. */
  recurs: boolean;
  /** One override stands for all later occurrences (RANGE=THISANDFUTURE). */
  overridesThisAndFuture: boolean;
  /** The highest SEQUENCE of its components. */
  sequence: number;
  /** Undefined when the object holds single occurrences of a series that stays somewhere else. */
  master: EntryComponent | undefined;
  /** One for each occurrence, in the order of their RECURRENCE-ID as written. */
  overrides: readonly EntryComponent[];
  /** Every component of this entry, older versions of an override included. */
  components: readonly EntryComponent[];
  /** Zones by TZID, those that only this document defines included. */
  findZone: ZoneFinder;
  /** Components that are not read because they belong to another entry than the first. */
  others: number;
};

const KINDS: Record<string, EntryKind> = { VEVENT: "event", VTODO: "task", VJOURNAL: "journal" };
const MAX_TZIDS = 50;
// Some 300 ms when all of it goes into years of zones that nobody has asked for yet.
const OVERRIDE_UNITS = 500_000;
const MAX_DOCUMENT_CHARACTERS = 12_000_000;

/**
 * Reads a calendar object. Where it holds several entries (other UIDs, other kinds, several VCALENDARs), the first one
 * is read and the rest counted in `others`. Of two components for the same occurrence the one with the higher SEQUENCE,
 * then the later DTSTAMP, counts.
 *
 * @throws CaldavError `unreadable-entry` or `too-large`
 */
export function readDocument(text: string): CalendarDocument {
  if (text.length > MAX_DOCUMENT_CHARACTERS)
    throw new CaldavError("too-large", "This calendar object is too large to be read; nothing was changed.");
  const lines = lineTable(text);
  const calendars = parseTree(lines).filter((node) => node.name === "VCALENDAR");
  const [only] = calendars;
  const nodes =
    calendars.length === 1 && only !== undefined
      ? only.children
      : calendars.flatMap((calendar) => calendar.children);
  const entries = nodes.filter((node) => KINDS[node.name] !== undefined);
  const first = entries[0];
  if (first === undefined)
    throw new CaldavError(
      "unreadable-entry",
      "This calendar object holds no event, task or journal; nothing was changed.",
    );

  const uid = uidOf(lines, first);
  const mine = entries.filter(
    (node) => node === first || (node.name === first.name && uidOf(lines, node) === uid),
  );
  const findZone = createZoneFinder(lines, nodes);
  const components = mine.map((node) => readComponent(lines, node, findZone));
  const master = components
    .filter((component) => component.recurrenceId === undefined)
    .reduce<EntryComponent | undefined>(newer, undefined);
  const overrides = newestOverrides(components);
  return {
    lines,
    kind: KINDS[first.name] ?? "event",
    uid,
    recurs: overrides.length > 0 || (master !== undefined && master.rules.length + master.rdates.length > 0),
    overridesThisAndFuture: overrides.some((override) => override.thisAndFuture),
    sequence: Math.max(...components.map((component) => component.sequence)),
    master,
    overrides,
    components,
    findZone,
    others: entries.length - mine.length,
  };
}

function uidOf(lines: LineTable, node: ComponentNode): string | undefined {
  return propertyOf(lines, node, "UID")?.value;
}

const keyOf = (tzid: string): string => tzid.trim().toLowerCase();

/** The VTIMEZONE of each TZID that nobody else knows the meaning of. */
function ownTimezones(lines: LineTable, nodes: readonly ComponentNode[]): Map<string, ComponentNode> {
  const zones = new Map<string, ComponentNode>();
  for (const node of nodes.filter(({ name }) => name === "VTIMEZONE").slice(0, 50)) {
    const tzid = propertyOf(lines, node, "TZID")?.value;
    // A name that everybody knows needs no reading of what the document makes of it.
    if (tzid === undefined || zones.has(keyOf(tzid)) || zoneOfTzid(tzid) !== undefined) continue;
    zones.set(keyOf(tzid), node);
  }
  return zones;
}

/**
 * Names are looked up once each; those after the fiftieth count as names that nobody knows. What the document defines is
 * looked at when a name is not known otherwise, which in most documents of a listing never happens.
 */
function createZoneFinder(lines: LineTable, nodes: readonly ComponentNode[]): ZoneFinder {
  let own: Map<string, ComponentNode> | undefined;
  let found: Map<string, Zone | undefined> | undefined;
  return (tzid) => {
    const key = keyOf(tzid);
    found ??= new Map();
    if (found.has(key) || found.size >= MAX_TZIDS) return found.get(key);
    let zone = zoneOfTzid(tzid);
    if (zone === undefined) {
      own ??= ownTimezones(lines, nodes);
      const node = own.get(key);
      zone = node && documentZone(lines, node);
    }
    found.set(key, zone);
    return zone;
  };
}

function newer(best: EntryComponent | undefined, next: EntryComponent): EntryComponent {
  if (best === undefined) return next;
  return next.sequence > best.sequence || (next.sequence === best.sequence && next.stamp >= best.stamp)
    ? next
    : best;
}

const NO_OVERRIDES: readonly EntryComponent[] = [];

function newestOverrides(components: readonly EntryComponent[]): readonly EntryComponent[] {
  if (components.every(({ recurrenceId }) => recurrenceId === undefined)) return NO_OVERRIDES;
  const byOccurrence = new Map<string, EntryComponent>();
  const cost = createCost({ units: OVERRIDE_UNITS });
  for (const component of components) {
    const { recurrenceId } = component;
    if (recurrenceId === undefined) continue;
    const key = occurrenceKey(recurrenceId, cost);
    byOccurrence.set(key, newer(byOccurrence.get(key), component));
  }
  return [...byOccurrence.values()].sort((a, b) => (a.recurrenceId?.wall ?? 0) - (b.recurrenceId?.wall ?? 0));
}

function occurrenceKey(id: EntryTime, cost: Cost): string {
  try {
    const key = keyOfOccurrence(id);
    // Afterwards, since only then it is known what the years of its zone took.
    cost.spend(1);
    return key;
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    throw new CaldavError(
      "unreadable-entry",
      "The changed occurrences of this entry are too costly to be read; nothing was changed.",
    );
  }
}

function keyOfOccurrence(id: EntryTime): string {
  if (id.form === "date") return `date ${id.wall}`;
  const floating = id.form === "local" && id.zone === undefined;
  return floating ? `floating ${id.wall}` : `instant ${instantOfTime(id, UTC)}`;
}
