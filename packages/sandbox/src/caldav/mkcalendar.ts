import { type ComponentName, isComponentName } from "./calendar-object.ts";
import { violated } from "./conditions.ts";
import type { Exchange } from "./exchange.ts";
import { calendarPath } from "./paths.ts";
import { Refusal, type Reply } from "./reply.ts";
import type { CalendarSetup } from "./store.ts";
import { APPLE, CALDAV, caldav, childNamed, childrenNamed, DAV, dav, isNamed, readXml } from "./xml.ts";

/** Calendars that one account may have. */
const MAX_CALENDARS = 200;

export function mkcalendar(exchange: Exchange): Reply {
  const { target, store, viewer } = exchange;
  if (target.kind !== "calendar") throw violated(403, caldav("calendar-collection-location-ok"));
  const home = store.calendars(viewer.name);
  if (home.has(target.calendar)) throw violated(403, dav("resource-must-be-null"));
  if (home.size >= MAX_CALENDARS) throw new Refusal({ status: 507 });
  const setup = readSetup(exchange.body.toString("utf8"));
  store.addCalendar(viewer.name, { ...setup, name: target.calendar });
  return { status: 201, headers: { location: calendarPath(viewer.name, target.calendar) } };
}

function readSetup(body: string): Omit<CalendarSetup, "name"> {
  if (body.trim() === "") return {};
  const root = readXml(body);
  if (!isNamed(root, CALDAV, "mkcalendar")) throw new Refusal({ status: 400 });
  const set = childNamed(root, DAV, "set");
  const prop = set === undefined ? undefined : childNamed(set, DAV, "prop");
  if (prop === undefined) return {};

  const text = (namespace: string, name: string): string | undefined =>
    childNamed(prop, namespace, name)?.textContent ?? undefined;
  const displayName = text(DAV, "displayname");
  const description = text(CALDAV, "calendar-description");
  const color = text(APPLE, "calendar-color");
  const asked = childNamed(prop, CALDAV, "supported-calendar-component-set");
  const components =
    asked === undefined
      ? undefined
      : childrenNamed(asked, CALDAV, "comp").map((comp): ComponentName => {
          const name = comp.getAttribute("name")?.toUpperCase() ?? "";
          if (!isComponentName(name)) throw violated(403, caldav("supported-calendar-component"));
          return name;
        });
  return {
    ...(displayName !== undefined && { displayName }),
    ...(description !== undefined && { description }),
    ...(color !== undefined && { color }),
    ...(components !== undefined && { components }),
  };
}
