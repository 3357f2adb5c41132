import type { Calendar, Discovery } from "../../src/dav/calendars.ts";

const ORIGIN = "https://dav.example.org";

/** A calendar as discovery would give it. */
export function aCalendar(path: string, more: Partial<Calendar> = {}): Calendar {
  return {
    id: path,
    url: new URL(path, ORIGIN),
    components: ["event", "task", "journal"],
    readOnly: false,
    subscribed: false,
    ...more,
  };
}

export function aDiscovery(calendars: Calendar[], withheldPaths: string[] = []): Discovery {
  return {
    origin: ORIGIN,
    addresses: [],
    addressesLeftOut: 0,
    scheduleInbox: false,
    scheduleOutbox: false,
    calendars,
    withheld: withheldPaths.length,
    withheldIds: new Set(withheldPaths),
    skipped: 0,
    warnings: [],
  };
}
