import { untrusted, type Untrusted } from "confirm-guard";
import type { EntryComponent } from "./component.ts";
import type { LineParts } from "./lines.ts";
import { linesOf, propertyText, readProperties, type ReadProperty } from "./properties.ts";
import { countReminders, readReminders } from "./reminders.ts";
import { propertyOf } from "./tree.ts";
import type { Attendee, EntryFields, Reply } from "./types.ts";
import type { Zone } from "./zone.ts";

/** More lines of one kind are counted and not read: an entry may hold hundreds of thousands of them. */
const MOST = 200;

/**
 * What an entry shows, each field read when it is first asked for: a row of a listing needs few of them. Values that a
 * person wrote leave here boxed; the rest are words of our own. A property that cannot be read counts as absent.
 * `viewer` is the zone of floating reminder times.
 */
export function readFields(
  component: EntryComponent,
  ownAddresses: ReadonlySet<string>,
  viewer: Zone,
): EntryFields {
  const text = (name: string) =>
    once((): Untrusted | undefined => box(propertyText(firstLines(component, name), name).join("\n")));
  // A journal may have several descriptions (RFC 5545 section 3.6.3).
  const [summary, location, description, url] = [
    text("SUMMARY"),
    text("LOCATION"),
    text("DESCRIPTION"),
    text("URL"),
  ];
  const categories = once(() => readCategories(component));
  const status = once(() => statusOf(component));
  const transparent = once(() => word(component, "TRANSP") === "TRANSPARENT");
  const organiser = once(() => readOrganiser(component, ownAddresses));
  const attendees = once(() =>
    readProperties(firstLines(component, "ATTENDEE"), "ATTENDEE").map((property) =>
      readAttendee(property, ownAddresses),
    ),
  );
  const attendeesTotal = once(() => {
    const lines = indexesOf(component, "ATTENDEE").length;
    return lines > MOST ? lines : attendees().length;
  });
  const ownReply = once(() => readOwnReply(component, ownAddresses));
  const reminders = once(() => readReminders(component, viewer, MOST));
  const remindersTotal = once(() => countReminders(component));
  const attachments = once(() =>
    linesOf(firstLines(component, "ATTACH"), "ATTACH").map(({ parts }) => readAttachment(parts)),
  );
  const attachmentsTotal = once(() => {
    const lines = indexesOf(component, "ATTACH").length;
    return lines > MOST ? lines : attachments().length;
  });
  return {
    get summary() {
      return summary();
    },
    get location() {
      return location();
    },
    get description() {
      return description();
    },
    get url() {
      return url();
    },
    get categories() {
      return categories().first;
    },
    get categoriesTotal() {
      return categories().total;
    },
    get status() {
      return status();
    },
    get transparent() {
      return transparent();
    },
    get organiser() {
      return organiser();
    },
    get attendees() {
      return attendees();
    },
    get attendeesTotal() {
      return attendeesTotal();
    },
    get ownReply() {
      return ownReply();
    },
    get reminders() {
      return reminders();
    },
    get remindersTotal() {
      return remindersTotal();
    },
    get attachments() {
      return attachments();
    },
    get attachmentsTotal() {
      return attachmentsTotal();
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function indexesOf({ node, lines }: EntryComponent, name: string): number[] {
  return node.properties.filter((index) => lines[index]?.name === name);
}

/** The component with no other properties than these, so that the readers of properties do not see the rest. */
function withLines(component: EntryComponent, properties: number[]): EntryComponent {
  return { ...component, node: { ...component.node, properties } };
}

function firstLines(component: EntryComponent, name: string): EntryComponent {
  return withLines(component, indexesOf(component, name).slice(0, MOST));
}

/** One line may hold any number of categories, so it is cut before it is parsed. */
function readCategories(component: EntryComponent): { first: Untrusted[]; total: number } {
  const first: Untrusted[] = [];
  let total = 0;
  for (const { content, parts } of linesOf(component, "CATEGORIES")) {
    const { count, end } = measureList(parts.value, MOST - first.length);
    total += count;
    if (first.length >= MOST) continue;
    const cut = content.slice(0, content.length - parts.value.length + end);
    const line = { raw: cut, content: cut, name: "CATEGORIES" };
    const read = propertyText({ ...withLines(component, [0]), lines: [line] }, "CATEGORIES");
    const names = read.filter((name) => name !== "").slice(0, MOST - first.length);
    first.push(...names.map(untrusted));
  }
  return { first, total: total > MOST ? total : first.length };
}

/** How many items a list has that are not empty, and where the first `most` of them end. */
function measureList(value: string, most: number): { count: number; end: number } {
  let [count, from, end] = [0, 0, 0];
  for (let at = value.indexOf(","); from <= value.length; at = value.indexOf(",", at + 1)) {
    const stop = at === -1 ? value.length : at;
    if (at !== -1 && isEscaped(value, at)) continue;
    if (stop > from) count += 1;
    if (count <= most) end = stop;
    from = stop + 1;
    if (at === -1) break;
  }
  return { count, end };
}

function isEscaped(value: string, at: number): boolean {
  let backslashes = 0;
  while (value[at - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

/** Only lines that mention an address of ours are parsed. */
function readOwnReply(component: EntryComponent, ownAddresses: ReadonlySet<string>): Reply | undefined {
  const addresses = [...ownAddresses];
  const mentions = indexesOf(component, "ATTENDEE").filter((index) => {
    const content = component.lines[index]?.content.toLowerCase() ?? "";
    return addresses.some((address) => content.includes(address));
  });
  const ours = readProperties(withLines(component, mentions.slice(0, MOST)), "ATTENDEE");
  const own = ours.find((property) => isOwn(property, ownAddresses));
  return own === undefined ? undefined : replyOf(own);
}

function readOrganiser(
  component: EntryComponent,
  ownAddresses: ReadonlySet<string>,
): EntryFields["organiser"] {
  const organiser = readProperties(firstLines(component, "ORGANIZER"), "ORGANIZER")[0];
  if (organiser === undefined) return undefined;
  return {
    name: nameOf(organiser),
    address: untrusted(addressOf(organiser)),
    own: isOwn(organiser, ownAddresses),
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

function replyOf({ params }: ReadProperty): Reply {
  return inTable(REPLIES, params["partstat"]) ?? "other";
}

function readAttendee(property: ReadProperty, ownAddresses: ReadonlySet<string>): Attendee {
  return {
    name: nameOf(property),
    address: untrusted(addressOf(property)),
    reply: replyOf(property),
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
    bytes: inline ? Math.max(0, Math.floor((encoded.length * 3) / 4) - padding) : undefined,
    mediaType: box(params.get("FMTTYPE")?.[0] ?? ""),
    address: inline ? undefined : box(value),
  };
}
