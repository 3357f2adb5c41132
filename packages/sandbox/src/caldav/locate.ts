import { calendarPath, homePath, principalPath, resourcePath, rootPath, type Target } from "./paths.ts";
import type { Calendar, Resource, Store, User } from "./store.ts";

/** Something that exists, with the href it is listed under. */
export type Found =
  | { kind: "root"; href: string }
  | { kind: "principal"; href: string; user: User }
  | { kind: "home"; href: string; user: User }
  | { kind: "calendar"; href: string; user: User; calendar: Calendar }
  | { kind: "resource"; href: string; user: User; calendar: Calendar; resource: Resource };

export function locate(store: Store, target: Target): Found | undefined {
  if (target.kind === "root") return { kind: "root", href: rootPath };
  if (target.kind === "well-known") return undefined;
  const user = store.users.get(target.user);
  if (user === undefined) return undefined;
  if (target.kind === "principal") return { kind: "principal", href: principalPath(user.name), user };
  if (target.kind === "home") return { kind: "home", href: homePath(user.name), user };

  const calendar = store.calendars(user.name).get(target.calendar);
  if (calendar === undefined) return undefined;
  if (target.kind === "calendar") return foundCalendar(user, calendar);
  const resource = calendar.resources.get(target.name);
  return resource === undefined ? undefined : foundResource(user, calendar, resource);
}

/** What a PROPFIND of depth 1 lists below it, for this account. */
export function members(store: Store, found: Found, viewer: User): Found[] {
  if (found.kind === "root") {
    return [
      { kind: "principal", href: principalPath(viewer.name), user: viewer },
      { kind: "home", href: homePath(viewer.name), user: viewer },
    ];
  }
  if (found.kind === "home") {
    const { user } = found;
    return [...store.calendars(user.name).values()].map((calendar) => foundCalendar(user, calendar));
  }
  if (found.kind !== "calendar") return [];
  return [...found.calendar.resources.values()].map((resource) =>
    foundResource(found.user, found.calendar, resource),
  );
}

function foundCalendar(user: User, calendar: Calendar): Found {
  return { kind: "calendar", href: calendarPath(user.name, calendar.name), user, calendar };
}

function foundResource(user: User, calendar: Calendar, resource: Resource): Found {
  const href = resourcePath(user.name, calendar.name, resource.name);
  return { kind: "resource", href, user, calendar, resource };
}
