import type { FreeBusy } from "./free-busy.ts";
import type { Found } from "./locate.ts";
import { homePath, principalPath } from "./paths.ts";
import type { Scheduling } from "./scheduling.ts";
import type { User } from "./store.ts";
import { APPLE, CALDAV, CALENDAR_SERVER, caldav, calendarServer, clark, DAV, dav, type Xml } from "./xml.ts";

export type PropertyName = { namespace: string | null; name: string };
type Content = (Xml | string)[];
/** Undefined: this property does not exist here. */
type Reader = (found: Found, viewer: User) => Content | undefined;

export type Limits = { maxResourceSize: number };

const REPORTS = ["calendar-query", "calendar-multiget"];
const READ = ["read", "read-current-user-privilege-set"];
const WRITE = ["write", "write-content", "bind", "unbind"];

function resourceTypes(found: Found): Content | undefined {
  if (found.kind === "resource") return [];
  if (found.kind === "principal") return [dav("collection"), dav("principal")];
  if (found.kind !== "calendar") return [dav("collection")];
  const types = [dav("collection"), caldav("calendar")];
  return found.calendar.subscribedTo === undefined ? types : [...types, calendarServer("subscribed")];
}

function privileges(found: Found): Content {
  const readOnly = (found.kind === "calendar" || found.kind === "resource") && found.calendar.readOnly;
  const owned = found.kind === "calendar" || found.kind === "resource" || found.kind === "home";
  return (owned && !readOnly ? [...READ, ...WRITE] : READ).map((name) => dav("privilege", dav(name)));
}

function displayName(found: Found): Content | undefined {
  if (found.kind === "calendar") return [found.calendar.displayName];
  if (found.kind === "principal") return [found.user.name];
  return undefined;
}

const ofCalendar =
  (read: (calendar: Extract<Found, { kind: "calendar" }>["calendar"]) => Content | undefined): Reader =>
  (found) =>
    found.kind === "calendar" ? read(found.calendar) : undefined;

const ofResource =
  (read: (resource: Extract<Found, { kind: "resource" }>["resource"]) => Content): Reader =>
  (found) =>
    found.kind === "resource" ? read(found.resource) : undefined;

const text = (value: string | undefined): Content | undefined => (value === undefined ? undefined : [value]);

function componentElement(name: string): Xml {
  return { ...caldav("comp"), attributes: { name } };
}

type Offer = { limits: Limits; freeBusy: FreeBusy; scheduling: Scheduling };

/** Every live property, by its name; the order is the one of an allprop answer. */
export function liveProperties({
  limits,
  freeBusy,
  scheduling,
}: Offer): ReadonlyMap<string, { name: PropertyName; read: Reader }> {
  const reports = freeBusy === "none" ? REPORTS : [...REPORTS, "free-busy-query"];
  const scheduleUrl =
    (name: string): Reader =>
    (found) =>
      found.kind === "principal" && scheduling === "on"
        ? [dav("href", `${homePath(found.user.name)}${name}/`)]
        : undefined;
  const rows: [namespace: string, name: string, read: Reader][] = [
    [DAV, "resourcetype", resourceTypes],
    [DAV, "displayname", displayName],
    [DAV, "getetag", ofResource(({ etag }) => [etag])],
    [
      DAV,
      "getcontenttype",
      ofResource(({ object }) => {
        const component = object === undefined ? "" : `; component=${object.component}`;
        return [`text/calendar; charset=utf-8${component}`];
      }),
    ],
    [DAV, "getcontentlength", ofResource(({ bytes }) => [String(bytes.length)])],
    [DAV, "getlastmodified", ofResource(({ modified }) => [modified.toUTCString()])],
    [DAV, "current-user-principal", (_found, viewer) => [dav("href", principalPath(viewer.name))]],
    [DAV, "principal-URL", (found) => (found.kind === "principal" ? [dav("href", found.href)] : undefined)],
    [
      DAV,
      "owner",
      (found) =>
        found.kind === "root" || found.kind === "principal"
          ? undefined
          : [dav("href", principalPath(found.user.name))],
    ],
    [DAV, "current-user-privilege-set", privileges],
    [
      DAV,
      "supported-report-set",
      ofCalendar(() => reports.map((name) => dav("supported-report", dav("report", caldav(name))))),
    ],
    [
      CALDAV,
      "calendar-home-set",
      (found) => (found.kind === "principal" ? [dav("href", homePath(found.user.name))] : undefined),
    ],
    [
      CALDAV,
      "calendar-user-address-set",
      (found) =>
        found.kind === "principal"
          ? [...found.user.addresses.map((address) => `mailto:${address}`), found.href].map((address) =>
              dav("href", address),
            )
          : undefined,
    ],
    [CALDAV, "schedule-inbox-URL", scheduleUrl("inbox")],
    [CALDAV, "schedule-outbox-URL", scheduleUrl("outbox")],
    [
      CALDAV,
      "supported-calendar-component-set",
      ofCalendar(({ components }) => components.map(componentElement)),
    ],
    [CALDAV, "calendar-description", ofCalendar(({ description }) => text(description))],
    [CALDAV, "max-resource-size", ofCalendar(() => [String(limits.maxResourceSize)])],
    [CALENDAR_SERVER, "getctag", ofCalendar(({ revision }) => [String(revision)])],
    [
      CALENDAR_SERVER,
      "source",
      ofCalendar(({ subscribedTo }) =>
        subscribedTo === undefined ? undefined : [dav("href", subscribedTo)],
      ),
    ],
    [APPLE, "calendar-color", ofCalendar(({ color }) => text(color))],
  ];
  return new Map(
    rows.map(([namespace, name, read]) => [clark(namespace, name), { name: { namespace, name }, read }]),
  );
}
