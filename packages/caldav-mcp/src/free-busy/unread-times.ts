import type { EntryComponent } from "../ical/component.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { propertiesOf, propertyOf } from "../ical/tree.ts";

/**
 * Whether an event says something of when it is that cannot be read. Listings show where it starts; how long it takes,
 * or on which other days it is, is then not known, and it must not be taken for free.
 */
export function hasUnreadTimes({ master, overrides }: CalendarDocument): boolean {
  return [...(master === undefined ? [] : [master]), ...overrides].some(
    (component) => hasUnreadEnd(component) || hasUnreadDates(component),
  );
}

function hasUnreadEnd({ lines, node, end, duration }: EntryComponent): boolean {
  const says = (name: string): boolean => (propertyOf(lines, node, name)?.value.trim() ?? "") !== "";
  return end === undefined && duration === undefined && (says("DTEND") || says("DURATION"));
}

function hasUnreadDates({ lines, node, rdates }: EntryComponent): boolean {
  const items = propertiesOf(lines, node, "RDATE")
    .flatMap(({ value }) => value.split(","))
    .filter((item) => item.trim() !== "");
  const periods = items.filter((item) => item.includes("/"));
  const lengths = rdates.filter(({ length }) => length !== undefined);
  return items.length > rdates.length || periods.length > lengths.length;
}
