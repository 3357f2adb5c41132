import { untrusted, type Untrusted } from "confirm-guard";
import type { EntryComponent } from "./component.ts";
import type { LineParts } from "./lines.ts";
import { linesOf, propertyText, readProperties, type ReadProperty } from "./properties.ts";
import { readReminders } from "./reminders.ts";
import { propertyOf } from "./tree.ts";
import type { Attendee, EntryFields, Reply } from "./types.ts";
import type { Zone } from "./zone.ts";

/**
 * What an entry shows. Values that a person wrote leave here boxed; the rest are words of our own. A property that
 * cannot be read counts as absent. `viewer` is the zone of floating reminder times.
 */
export function readFields(
  component: EntryComponent,
  ownAddresses: ReadonlySet<string>,
  viewer: Zone,
): EntryFields {
  const text = (name: string): Untrusted | undefined => box(propertyText(component, name).join("\n"));
  const attendees = readProperties(component, "ATTENDEE").map((property) =>
    readAttendee(property, ownAddresses),
  );
  const organiser = readProperties(component, "ORGANIZER")[0];
  return {
    summary: text("SUMMARY"),
    location: text("LOCATION"),
    // A journal may have several descriptions (RFC 5545 section 3.6.3).
    description: text("DESCRIPTION"),
    url: text("URL"),
    categories: propertyText(component, "CATEGORIES")
      .filter((name) => name !== "")
      .map(untrusted),
    status: statusOf(component),
    transparent: word(component, "TRANSP") === "TRANSPARENT",
    organiser:
      organiser === undefined
        ? undefined
        : {
            name: nameOf(organiser),
            address: untrusted(addressOf(organiser)),
            own: isOwn(organiser, ownAddresses),
          },
    attendees,
    ownReply: attendees.find(({ own }) => own)?.reply,
    reminders: readReminders(component, viewer),
    attachments: linesOf(component, "ATTACH").map(({ parts }) => readAttachment(parts)),
  };
}

/** The fields that can be searched, as plain text: for matching inside this process, never for showing. */
export type SearchField = "summary" | "description" | "location" | "attendees" | "categories";

export function searchText(component: EntryComponent, field: SearchField): string[] {
  if (field !== "attendees") return propertyText(component, field.toUpperCase());
  const people = [...readProperties(component, "ATTENDEE"), ...readProperties(component, "ORGANIZER")];
  return people.flatMap((property) => [first(property.params["cn"]) ?? "", addressOf(property)]);
}

function box(text: string): Untrusted | undefined {
  return text === "" ? undefined : untrusted(text);
}

function word(component: EntryComponent, name: string): string {
  return propertyOf(component.lines, component.node, name)?.value.trim().toUpperCase() ?? "";
}

const STATUSES = [
  "tentative",
  "confirmed",
  "cancelled",
  "needs-action",
  "in-process",
  "completed",
  "draft",
  "final",
] as const satisfies readonly EntryFields["status"][];

function statusOf(component: EntryComponent): EntryFields["status"] {
  const status = word(component, "STATUS").toLowerCase();
  return STATUSES.find((known) => known === status);
}

const first = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

function nameOf({ params }: ReadProperty): Untrusted | undefined {
  return box(first(params["cn"]) ?? "");
}

export function addressOf({ values }: ReadProperty): string {
  return (values[0] ?? "").replace(/^mailto:/i, "");
}

export function isOwn(property: ReadProperty, ownAddresses: ReadonlySet<string>): boolean {
  // Some servers write an internal path as the address and the mail address into EMAIL (RFC 7986).
  const email = first(property.params["email"])?.toLowerCase();
  return (
    ownAddresses.has(addressOf(property).toLowerCase().trim()) ||
    (email !== undefined && ownAddresses.has(email))
  );
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
    reply: inTable(REPLIES, property.params["partstat"]) ?? "other",
    role: inTable(ROLES, property.params["role"]) ?? "other",
    own: isOwn(property, ownAddresses),
  };
}

function inTable<T>(table: Record<string, T>, param: string | string[] | undefined): T | undefined {
  const key = (first(param) ?? "").toUpperCase();
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function readAttachment({ params, value }: LineParts): EntryFields["attachments"][number] {
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
