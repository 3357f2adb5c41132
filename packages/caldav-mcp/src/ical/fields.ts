import { untrusted, type Untrusted } from "confirm-guard";
import { isOwnAddress, isOwnPerson } from "./addresses.ts";
import { readCategories } from "./categories.ts";
import type { EntryComponent } from "./component.ts";
import { EVERY_STATUS } from "./entry-status.ts";
import { lineAt, nameAt } from "./line-table.ts";
import { LazyFields } from "./lazy-fields.ts";
import type { LineParts } from "./line-parts.ts";
import { partsOf } from "./lines.ts";
import { linesOf, propertyText, readProperties, type ReadProperty, withLines } from "./properties.ts";
import { countReminders, readReminders } from "./reminders.ts";
import { readProgress } from "./task-progress.ts";
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
  const texts = (name: string): string[] => propertyText(firstLines(component, name), name);
  const text = (name: string) => once((): Untrusted | undefined => box(texts(name).join("\n")));
  const [summary, location, description, url] = [
    text("SUMMARY"),
    text("LOCATION"),
    text("DESCRIPTION"),
    text("URL"),
  ];
  const descriptions = once(() => texts("DESCRIPTION").flatMap((written) => box(written) ?? []));
  const descriptionsTotal = once(() => {
    const lines = indexesOf(component, "DESCRIPTION").length;
    return lines > MOST ? lines : descriptions().length;
  });
  const categories = once(() => readCategories(component, MOST));
  const progress = once(() => readProgress(component, viewer));
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
  return new LazyFields({
    summary,
    location,
    description,
    descriptions,
    descriptionsTotal,
    url,
    categories,
    status,
    progress,
    transparent,
    organiser,
    attendees,
    attendeesTotal,
    ownReply,
    reminders,
    remindersTotal,
    attachments,
    attachmentsTotal,
  });
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function indexesOf({ node, lines }: EntryComponent, name: string): number[] {
  return node.properties.filter((index) => nameAt(lines, index) === name);
}

function firstLines(component: EntryComponent, name: string): EntryComponent {
  return withLines(component, indexesOf(component, name).slice(0, MOST));
}

/** Only lines that may name an address of ours are taken apart. */
function readOwnReply(component: EntryComponent, ownAddresses: ReadonlySet<string>): Reply | undefined {
  const addresses = [...ownAddresses];
  for (const index of indexesOf(component, "ATTENDEE")) {
    const line = lineAt(component.lines, index);
    const content = line?.content.toLowerCase() ?? "";
    if (!content.includes("%") && !addresses.some((address) => content.includes(address))) continue;
    const parts = line && partsOf(line);
    if (parts !== undefined && isOwnPerson(parts, ownAddresses)) return replyOf(parts.params.get("PARTSTAT"));
  }
  return undefined;
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

function statusOf(component: EntryComponent): EntryFields["status"] {
  const status = word(component, "STATUS").toLowerCase();
  return EVERY_STATUS.find((known) => known === status);
}

const first = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === "object" ? value[0] : value;

function nameOf({ params }: ReadProperty): Untrusted | undefined {
  return box(first(params["cn"]) ?? "");
}

function addressOf({ values }: ReadProperty): string {
  return (values[0] ?? "").replace(/^mailto:/i, "");
}

function isOwn({ values, params }: ReadProperty, ownAddresses: ReadonlySet<string>): boolean {
  return isOwnAddress([values[0] ?? "", ...[params["email"] ?? []].flat()], ownAddresses);
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

function replyOf(partstat: string | readonly string[] | undefined): Reply {
  return inTable(REPLIES, partstat) ?? "other";
}

function readAttendee(property: ReadProperty, ownAddresses: ReadonlySet<string>): Attendee {
  return {
    name: nameOf(property),
    address: untrusted(addressOf(property)),
    reply: replyOf(property.params["partstat"]),
    role: inTable(ROLES, property.params["role"]) ?? "other",
    own: isOwn(property, ownAddresses),
  };
}

function inTable<T>(table: Record<string, T>, param: string | readonly string[] | undefined): T | undefined {
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
