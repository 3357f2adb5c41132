import { badInput } from "../../errors.ts";
import type { EntryComponent } from "../component.ts";
import { STATUSES } from "../entry-status.ts";
import { instantOfTime, readEntryTime } from "../entry-time.ts";
import { ownLine, textLine, type OwnProperty, type TextField } from "../gate.ts";
import type { ContentLine } from "../lines.ts";
import { propertyText } from "../properties.ts";
import { utcStamp } from "../time-values.ts";
import { propertyOf } from "../tree.ts";
import type { EntryKind } from "../types.ts";
import { UTC } from "../zone.ts";
import { zoneOfTzid } from "../zones.ts";
import type { EntryPatch } from "./types.ts";

/** A field that stands in lines of one name. */
export type LineField = Exclude<keyof EntryPatch, "reminders">;

type Value<Name extends LineField> = NonNullable<EntryPatch[Name]>;

/** How one field is read and written. Two components show the same where `read` says the same; "" stands for nothing. */
type Field<Name extends LineField> = {
  property: OwnProperty;
  kinds: readonly EntryKind[];
  read(component: EntryComponent): string;
  /** What `read` would say of a value; "" takes the lines away. */
  say(value: Value<Name>): string;
  write(value: Value<Name>): ContentLine;
};

const ALL: readonly EntryKind[] = ["event", "task", "journal"];

/** A journal may have several descriptions; they are read as one, and become one when they are replaced. */
function textField(name: Exclude<TextField, "categories">, kinds: readonly EntryKind[]): Field<typeof name> {
  const property = { summary: "SUMMARY", description: "DESCRIPTION", location: "LOCATION" } as const;
  return {
    property: property[name],
    kinds,
    read: (component) => propertyText(component, property[name]).join("\n"),
    say: (text) => text,
    write: (text) => textLine(name, text),
  };
}

/** RFC 5545 section 3.8.1.11: each kind has words of its own. */
export function requireStatus(status: string, kind: EntryKind): void {
  const allowed: readonly string[] = STATUSES[kind];
  if (!allowed.includes(status.toLowerCase()))
    throw badInput(`The \`status\` of ${ARTICLE[kind]} is one of ${allowed.join(", ")}.`);
}

export const ARTICLE: Record<EntryKind, string> = { event: "an event", task: "a task", journal: "a journal" };

function wholeNumber(field: string, value: number, most: number): string {
  if (Number.isInteger(value) && value >= 0 && value <= most) return String(value);
  throw badInput(`The \`${field}\` is a whole number from 0 to ${most}.`);
}

const word = (component: EntryComponent, property: string): string =>
  propertyOf(component.lines, component.node, property)?.value.trim().toUpperCase() ?? "";

export const FIELDS: { readonly [Name in LineField]: Field<Name> } = {
  summary: textField("summary", ALL),
  description: textField("description", ALL),
  location: textField("location", ["event", "task"]),
  categories: {
    property: "CATEGORIES",
    kinds: ALL,
    read: (component) => list(propertyText(component, "CATEGORIES").filter((name) => name !== "")),
    say: list,
    write: (names) => textLine("categories", names),
  },
  status: {
    property: "STATUS",
    kinds: ALL,
    read: (component) => word(component, "STATUS"),
    say: (status) => status.toUpperCase(),
    write: (status) => ownLine("STATUS", status.toUpperCase()),
  },
  transparent: {
    property: "TRANSP",
    kinds: ["event"],
    // What says nothing is opaque (RFC 5545 section 3.8.2.7).
    read: (component) => (word(component, "TRANSP") === "TRANSPARENT" ? "TRANSPARENT" : ""),
    say: (transparent) => (transparent ? "TRANSPARENT" : ""),
    write: () => ownLine("TRANSP", "TRANSPARENT"),
  },
  priority: {
    property: "PRIORITY",
    kinds: ["event", "task"],
    // 0 is no priority (RFC 5545 section 3.8.1.9).
    read: (component) => word(component, "PRIORITY").replace(/^0+$/, ""),
    say: (priority) => wholeNumber("priority", priority, 9).replace(/^0$/, ""),
    write: (priority) => ownLine("PRIORITY", wholeNumber("priority", priority, 9)),
  },
  percentComplete: {
    property: "PERCENT-COMPLETE",
    kinds: ["task"],
    read: (component) => word(component, "PERCENT-COMPLETE"),
    say: (percent) => wholeNumber("percent_complete", percent, 100),
    write: (percent) => ownLine("PERCENT-COMPLETE", wholeNumber("percent_complete", percent, 100)),
  },
  completed: {
    property: "COMPLETED",
    kinds: ["task"],
    read(component) {
      const written = propertyOf(component.lines, component.node, "COMPLETED");
      const time = written && readEntryTime(written.value, written.params, zoneOfTzid);
      return time === undefined ? "" : utcStamp(instantOfTime(time, UTC));
    },
    say: utcStamp,
    write: (instant) => ownLine("COMPLETED", utcStamp(instant)),
  },
};

/** The order of categories says nothing. */
function list(names: readonly string[]): string {
  return names.length === 0 ? "" : JSON.stringify(names.toSorted());
}

/** In the order in which lines that are new come to stand. */
export const LINE_FIELDS: readonly LineField[] = [
  "summary",
  "description",
  "location",
  "categories",
  "status",
  "transparent",
  "priority",
  "percentComplete",
  "completed",
];
