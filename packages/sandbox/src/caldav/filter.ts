import type { Element } from "@xmldom/xmldom";
import type { CalendarObject } from "./calendar-object.ts";
import { isComponentName } from "./calendar-object.ts";
import { violated } from "./conditions.ts";
import type { Component, Property } from "./icalendar.ts";
import { objectOverlaps, readBound } from "./overlap.ts";
import type { Budget } from "./recurrence.ts";
import type { TimeRange } from "./time-range.ts";
import { CALDAV, caldav, childElements, childNamed, childrenNamed, isNamed } from "./xml.ts";

type TextMatch = { value: string; isNegated: boolean };
type PropFilter = { name: string; isAbsent: boolean; text: TextMatch | undefined };

/** The filter of a calendar-query (RFC 4791 §9.7), as far as it is offered here. */
export type CompFilter = {
  name: string;
  isAbsent: boolean;
  range: TimeRange | undefined;
  properties: PropFilter[];
  components: CompFilter[];
};

const unsupported = (): Error => violated(403, caldav("supported-filter"));
const invalid = (): Error => violated(403, caldav("valid-filter"));

function nameOf(element: Element): string {
  const name = element.getAttribute("name");
  if (name === null || name === "") throw invalid();
  return name.toUpperCase();
}

export function readRange(element: Element): TimeRange {
  const bound = (name: string, open: number): number => {
    const written = element.getAttribute(name);
    if (written === null) return open;
    const instant = readBound(written);
    if (instant === undefined) throw invalid();
    return instant;
  };
  const range = { start: bound("start", -Infinity), end: bound("end", Infinity) };
  const isOpen = range.start === -Infinity && range.end === Infinity;
  if (isOpen || range.end <= range.start) throw invalid();
  return range;
}

function readPropFilter(element: Element): PropFilter {
  const children = childElements(element);
  const known = ["is-not-defined", "text-match"];
  if (children.some((child) => !known.some((name) => isNamed(child, CALDAV, name)))) throw unsupported();
  const match = childNamed(element, CALDAV, "text-match");
  return {
    name: nameOf(element),
    isAbsent: childNamed(element, CALDAV, "is-not-defined") !== undefined,
    text:
      match === undefined
        ? undefined
        : { value: match.textContent ?? "", isNegated: match.getAttribute("negate-condition") === "yes" },
  };
}

/** VCALENDAR, its components, their alarms: nothing is nested deeper. */
const MAX_DEPTH = 4;

function readCompFilter(element: Element, depth = 1): CompFilter {
  if (depth > MAX_DEPTH) throw unsupported();
  const name = nameOf(element);
  const known = ["is-not-defined", "time-range", "prop-filter", "comp-filter"];
  if (childElements(element).some((child) => !known.some((one) => isNamed(child, CALDAV, one)))) {
    throw unsupported();
  }
  const range = childNamed(element, CALDAV, "time-range");
  if (range !== undefined && !isComponentName(name)) throw unsupported();
  return {
    name,
    isAbsent: childNamed(element, CALDAV, "is-not-defined") !== undefined,
    range: range === undefined ? undefined : readRange(range),
    properties: childrenNamed(element, CALDAV, "prop-filter").map(readPropFilter),
    components: childrenNamed(element, CALDAV, "comp-filter").map((inner) =>
      readCompFilter(inner, depth + 1),
    ),
  };
}

export function readFilter(query: Element): CompFilter {
  const filter = childNamed(query, CALDAV, "filter");
  const root = filter === undefined ? undefined : childNamed(filter, CALDAV, "comp-filter");
  if (root === undefined) throw invalid();
  return readCompFilter(root);
}

/** `i;ascii-casemap` and `i;octet` are both answered without regard to case: a superset of the latter. */
function textMatches(property: Property, { value, isNegated }: TextMatch): boolean {
  const found = property.values.join(",").toLowerCase().includes(value.toLowerCase());
  return found !== isNegated;
}

function propertyMatches(component: Component, filter: PropFilter): boolean {
  const named = component.properties.filter(({ name }) => name === filter.name);
  if (filter.isAbsent) return named.length === 0;
  const { text } = filter;
  return named.some((property) => text === undefined || textMatches(property, text));
}

function componentMatches(
  candidates: Component[],
  filter: CompFilter,
  isInRange: (range: TimeRange) => boolean,
): boolean {
  const named = candidates.filter(({ name }) => name === filter.name);
  if (filter.isAbsent) return named.length === 0;
  if (filter.range !== undefined && named.length > 0 && !isInRange(filter.range)) return false;
  return named.some(
    (component) =>
      filter.properties.every((property) => propertyMatches(component, property)) &&
      filter.components.every((inner) => componentMatches(component.components, inner, isInRange)),
  );
}

export function objectMatches(object: CalendarObject, filter: CompFilter, budget: Budget): boolean {
  return componentMatches([object.calendar], filter, (range) => objectOverlaps(object, range, budget));
}
