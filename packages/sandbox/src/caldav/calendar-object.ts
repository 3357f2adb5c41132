import { type Component, propertyNamed, readCalendar } from "./icalendar.ts";

export const COMPONENT_NAMES = ["VEVENT", "VTODO", "VJOURNAL"] as const;
export type ComponentName = (typeof COMPONENT_NAMES)[number];

/** The content of one resource: the master and the overrides of one UID (RFC 4791 §4.1). */
export type CalendarObject = { component: ComponentName; uid: string; calendar: Component };

/** The condition of RFC 4791 §5.3.2.1 that a body violates. */
export type BodyFault = "valid-calendar-data" | "valid-calendar-object-resource";

export function isComponentName(name: string): name is ComponentName {
  return COMPONENT_NAMES.some((known) => known === name);
}

export function readCalendarObject(text: string): CalendarObject | BodyFault {
  const calendar = readCalendar(text);
  if (calendar === undefined) return "valid-calendar-data";
  if (propertyNamed(calendar, "METHOD") !== undefined) return "valid-calendar-object-resource";

  const entries = calendar.components.filter(({ name }) => name !== "VTIMEZONE");
  const [first] = entries;
  if (first === undefined || !isComponentName(first.name)) return "valid-calendar-object-resource";
  if (entries.some(({ name }) => name !== first.name)) return "valid-calendar-object-resource";

  const uids = new Set(entries.map((entry) => propertyNamed(entry, "UID")?.values[0]));
  const [uid] = uids;
  if (uids.size !== 1 || uid === undefined || uid === "") return "valid-calendar-object-resource";

  const recurrenceIds = entries.map((entry) => propertyNamed(entry, "RECURRENCE-ID")?.values[0]);
  if (new Set(recurrenceIds).size !== entries.length) return "valid-calendar-object-resource";
  return { component: first.name, uid, calendar };
}
