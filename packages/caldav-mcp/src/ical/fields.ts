import { untrusted, type Untrusted } from "confirm-guard";
import ICAL from "ical.js";
import { MINUTE } from "./civil.ts";
import type { EntryComponent } from "./component.ts";
import { instantOfTime, readEntryTime } from "./entry-time.ts";
import { spanAt } from "./entry-span.ts";
import { partsOf, type LineParts } from "./lines.ts";
import { parseDuration } from "./time-values.ts";
import { propertyOf, type ComponentNode } from "./tree.ts";
import type { Attendee, EntryFields, Reply } from "./types.ts";
import type { Zone } from "./zone.ts";
import { zoneOfTzid } from "./zones.ts";

/** A property as ical.js reads it: parameters, and its values as text. */
type ReadProperty = { params: Record<string, string | string[]>; values: string[] };

/**
 * What an entry shows. Values that a person wrote leave here boxed; the rest are words of our own. A property that
 * cannot be read counts as absent. `viewer` is the zone of floating reminder times.
 */
export function readFields(component: EntryComponent, ownAddresses: ReadonlySet<string>, viewer: Zone): EntryFields {
  const text = (name: string): Untrusted | undefined => box(propertyText(component, name).join("\n"));
  const attendees = readProperties(component, "ATTENDEE").map((property) => readAttendee(property, ownAddresses));
  const organiser = readProperties(component, "ORGANIZER")[0];
  return {
    summary: text("SUMMARY"),
    location: text("LOCATION"),
    // A journal may have several descriptions (RFC 5545 section 3.6.3).
    description: text("DESCRIPTION"),
    url: text("URL"),
    categories: propertyText(component, "CATEGORIES").filter((name) => name !== "").map(untrusted),
    status: statusOf(component),
    transparent: word(component, "TRANSP") === "TRANSPARENT",
    organiser:
      organiser === undefined
        ? undefined
        : { name: nameOf(organiser), address: untrusted(addressOf(organiser)), own: isOwn(organiser, ownAddresses) },
    attendees,
    ownReply: attendees.find(({ own }) => own)?.reply,
    reminders: component.node.children.filter(({ name }) => name === "VALARM").map((alarm) => readReminder(component, alarm, viewer)),
    attachments: linesOf(component, "ATTACH").map(readAttachment),
  };
}

/** The fields that can be searched, as plain text: for matching inside this process, never for showing. */
export type SearchField = "summary" | "description" | "location" | "attendees" | "categories";

export function searchText(component: EntryComponent, field: SearchField): string[] {
  if (field !== "attendees") return propertyText(component, field.toUpperCase());
  const people = [...readProperties(component, "ATTENDEE"), ...readProperties(component, "ORGANIZER")];
  return people.flatMap((property) => [first(property.params["cn"]) ?? "", addressOf(property)]);
}

function linesOf(component: EntryComponent, name: string): { content: string; parts: LineParts }[] {
  return component.node.properties.flatMap((index) => {
    const line = component.lines[index];
    const parts = line?.name === name ? partsOf(line) : undefined;
    return line === undefined || parts === undefined ? [] : [{ content: line.content, parts }];
  });
}

function readProperties(component: EntryComponent, name: string): ReadProperty[] {
  return linesOf(component, name).flatMap(({ content }) => {
    try {
      const [, params, , ...values] = ICAL.parse.property(content, ICAL.design.icalendar) as [string, ReadProperty["params"], string, ...unknown[]];
      return [{ params, values: values.map(String) }];
    } catch {
      return [];
    }
  });
}

function propertyText(component: EntryComponent, name: string): string[] {
  return readProperties(component, name).flatMap(({ values }) => values);
}

function box(text: string): Untrusted | undefined {
  return text === "" ? undefined : untrusted(text);
}

function word(component: EntryComponent, name: string): string {
  return propertyOf(component.lines, component.node, name)?.value.trim().toUpperCase() ?? "";
}

const STATUSES = [
  "tentative", "confirmed", "cancelled", "needs-action", "in-process", "completed", "draft", "final",
] as const satisfies readonly EntryFields["status"][];

function statusOf(component: EntryComponent): EntryFields["status"] {
  const status = word(component, "STATUS").toLowerCase();
  return STATUSES.find((known) => known === status);
}

const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

function nameOf({ params }: ReadProperty): Untrusted | undefined {
  return box(first(params["cn"]) ?? "");
}

function addressOf({ values }: ReadProperty): string {
  return (values[0] ?? "").replace(/^mailto:/i, "");
}

function isOwn(property: ReadProperty, ownAddresses: ReadonlySet<string>): boolean {
  // Some servers write an internal path as the address and the mail address into EMAIL (RFC 7986).
  const email = first(property.params["email"])?.toLowerCase();
  return ownAddresses.has(addressOf(property).toLowerCase().trim()) || (email !== undefined && ownAddresses.has(email));
}

const REPLIES: Record<string, Reply> = {
  "": "needs-action",
  "NEEDS-ACTION": "needs-action",
  ACCEPTED: "accepted",
  DECLINED: "declined",
  TENTATIVE: "tentative",
  DELEGATED: "delegated",
};

const ROLES: Record<string, Attendee["role"]> = {
  "": "required",
  CHAIR: "chair",
  "REQ-PARTICIPANT": "required",
  "OPT-PARTICIPANT": "optional",
  "NON-PARTICIPANT": "informed",
};

function readAttendee(property: ReadProperty, ownAddresses: ReadonlySet<string>): Attendee {
  return {
    name: nameOf(property),
    address: untrusted(addressOf(property)),
    reply: known(REPLIES, property.params["partstat"]) ?? "other",
    role: known(ROLES, property.params["role"]) ?? "other",
    own: isOwn(property, ownAddresses),
  };
}

function known<T>(table: Record<string, T>, param: string | string[] | undefined): T | undefined {
  const key = (first(param) ?? "").toUpperCase();
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function readReminder(component: EntryComponent, alarm: ComponentNode, viewer: Zone): EntryFields["reminders"][number] {
  const property = (name: string): LineParts | undefined => propertyOf(component.lines, alarm, name);
  const named = property("ACTION")?.value.trim().toLowerCase();
  const action = (["display", "email", "audio"] as const).find((name) => name === named) ?? "other";
  const trigger = property("TRIGGER");
  if (trigger === undefined) return { action, minutesBefore: undefined, at: undefined };
  const duration = parseDuration(trigger.value);
  if (duration === undefined) {
    const time = readEntryTime(trigger.value, trigger.params, zoneOfTzid);
    return { action, minutesBefore: undefined, at: time && instantOfTime(time, viewer) };
  }
  const offset = duration.days * 24 * 60 * MINUTE + duration.exact;
  const fromEnd = trigger.params.get("RELATED")?.[0]?.toUpperCase() === "END";
  const minutesBefore = -Math.round((offset + (fromEnd ? lengthOf(component, viewer) : 0)) / MINUTE);
  return { action, minutesBefore: minutesBefore === 0 ? 0 : minutesBefore, at: undefined };
}

function lengthOf(component: EntryComponent, viewer: Zone): number {
  if (component.start === undefined) return 0;
  const { start, end } = spanAt(component, component.start, viewer);
  return end.instant - start.instant;
}

function readAttachment({ parts: { params, value } }: { parts: LineParts }): EntryFields["attachments"][number] {
  const inline = params.get("VALUE")?.[0]?.toUpperCase() === "BINARY" || /^data:/i.test(value.slice(0, 5));
  const encoded = inline ? value.slice(value.lastIndexOf(",") + 1) : "";
  const padding = encoded.endsWith("==") ? 2 : encoded.endsWith("=") ? 1 : 0;
  return {
    inline,
    bytes: inline ? Math.floor((encoded.length * 3) / 4) - padding : undefined,
    mediaType: box(params.get("FMTTYPE")?.[0] ?? ""),
    address: inline ? undefined : box(value),
  };
}
