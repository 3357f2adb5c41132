import { CaldavError } from "../errors.ts";
import type { EntryComponent } from "../ical/component.ts";
import { type CalendarDocument, readDocument } from "../ical/document.ts";
import type { EntryTime } from "../ical/entry-time.ts";
import { recurrenceOf } from "../ical/entry-time.ts";
import { contentAt, nameAt } from "../ical/line-table.ts";
import type { ComponentNode } from "../ical/tree.ts";

/** Servers write these anew. */
const SERVERS_OWN = new Set(["DTSTAMP", "LAST-MODIFIED", "CREATED", "SEQUENCE"]);

/**
 * Whether a copy that a server stored still holds all of the original, so that the original may go. Servers reorder lines
 * and write times and texts in their own way; a part, a property or a time that is not there any more is a loss.
 */
export function isWholeCopy(original: CalendarDocument, stored: string): boolean {
  const copy = readCopy(stored);
  if (copy === undefined || copy.kind !== original.kind || copy.uid?.trim() !== original.uid?.trim())
    return false;
  const copies = Map.groupBy(copy.components, keyOf);
  for (const [key, components] of Map.groupBy(original.components, keyOf)) {
    const found = copies.get(key) ?? [];
    if (found.length !== components.length) return false;
    if (!components.every((component, index) => holdsAll(found[index], component))) return false;
  }
  return copy.components.length === original.components.length;
}

function readCopy(stored: string): CalendarDocument | undefined {
  try {
    return readDocument(stored);
  } catch (error) {
    if (error instanceof CaldavError) return undefined;
    throw error;
  }
}

function keyOf({ recurrenceId }: EntryComponent): string {
  return recurrenceId === undefined ? "" : recurrenceOf(recurrenceId);
}

function holdsAll(copy: EntryComponent | undefined, original: EntryComponent): boolean {
  if (copy === undefined || timesOf(copy) !== timesOf(original)) return false;
  const counted = contentOf(copy, copy.node);
  return [...contentOf(original, original.node)].every(([name, count]) => (counted.get(name) ?? 0) >= count);
}

/** How many properties of each name there are, those of the parts inside by the names of these. */
function contentOf({ lines }: EntryComponent, node: ComponentNode): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const walk = ({ properties, children }: ComponentNode, path: string): void => {
    for (const index of properties) {
      const name = nameAt(lines, index);
      const empty = contentAt(lines, index).length === name.length + 1;
      if (name !== "" && !empty && !LISTS.has(name) && !SERVERS_OWN.has(name)) add(`${path}${name}`);
    }
    for (const child of children) {
      add(`${path}BEGIN:${child.name}`);
      walk(child, `${path}${child.name}/`);
    }
  };
  walk(node, "");
  return counts;
}

/** One line of many values may come back as several lines and the reverse; dates are compared as dates. */
const LISTS = new Set(["EXDATE", "RDATE", "CATEGORIES", "RESOURCES"]);

function timesOf(component: EntryComponent): string {
  const { start, end, duration, rules, exdates, rdates, thisAndFuture } = component;
  return JSON.stringify([
    timeOf(start),
    timeOf(end),
    duration,
    rules,
    exdates.map(timeOf).toSorted(),
    rdates.map(({ time }) => timeOf(time)).toSorted(),
    thisAndFuture,
  ]);
}

function timeOf(time: EntryTime | undefined): string {
  return time === undefined ? "" : `${time.form} ${time.wall} ${time.zone?.name ?? ""}`;
}
