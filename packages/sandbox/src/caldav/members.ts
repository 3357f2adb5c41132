import type { ComponentName } from "./calendar-object.ts";
import { violated } from "./conditions.ts";
import type { Exchange } from "./exchange.ts";
import { calendarPath, resourcePath } from "./paths.ts";
import { Refusal } from "./reply.ts";
import type { Calendar } from "./store.ts";
import { caldav, dav } from "./xml.ts";

/** The calendar that a member is written to: it exists (409 otherwise) and may be written (403 otherwise). */
export function writableCalendar(exchange: Exchange, calendar: string): Calendar {
  const found = exchange.store.calendars(exchange.viewer.name).get(calendar);
  if (found === undefined) throw new Refusal({ status: 409 });
  requireWritable(found);
  return found;
}

export function requireWritable(calendar: Calendar): void {
  if (!calendar.readOnly) return;
  const resource = dav(
    "resource",
    dav("href", calendarPath(calendar.owner, calendar.name)),
    dav("privilege", dav("write-content")),
  );
  throw violated(403, dav("need-privileges", resource));
}

export function requireSupported(calendar: Calendar, component: ComponentName): void {
  if (!calendar.components.includes(component)) throw violated(403, caldav("supported-calendar-component"));
}

/** RFC 4791 §5.3.2.1: a UID lives once in a calendar, and a resource keeps its UID. */
export function requireOwnUid(calendar: Calendar, name: string, uid: string): void {
  for (const resource of calendar.resources.values()) {
    const isSame = resource.object?.uid === uid;
    if (resource.name === name ? isSame || resource.object === undefined : !isSame) continue;
    const href = resourcePath(calendar.owner, calendar.name, resource.name);
    throw violated(409, caldav("no-uid-conflict", dav("href", href)));
  }
}
