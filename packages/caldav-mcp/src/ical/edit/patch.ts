import { badInput, type CaldavError } from "../../errors.ts";
import type { Anchor } from "../alarm-lines.ts";
import type { EntryComponent } from "../component.ts";
import { nameAt } from "../line-table.ts";
import type { ContentLine } from "../lines.ts";
import { readReminderInput } from "../reminder-input.ts";
import type { EntryKind } from "../types.ts";
import { viewerZone } from "../view.ts";
import { plainAlarms, replaceAlarms, sayReminder } from "./alarms.ts";
import { lastLineOf, type Edits } from "./edits.ts";
import { ARTICLE, FIELDS, LINE_FIELDS, requireStatus, type LineField } from "./entry-fields.ts";
import type { EntryPatch } from "./types.ts";

/** `zone`: the configured one, for floating times and reminders that name none; `timezone`: what the caller gave. */
export type PatchOptions = { zone: string; timezone?: string | undefined };

export type PatchedField = keyof EntryPatch;

export type Patched = {
  /** The fields that say something else afterwards. */
  fields: PatchedField[];
  /** Reminders that `reminders` does not reach: they mail, sound, repeat or are snoozed. */
  otherReminders: number;
  notes: string[];
};

const KINDS: Record<string, EntryKind> = { VTODO: "task", VJOURNAL: "journal" };

/** VEVENT where the name is none of the other two. */
export function kindOf({ node }: EntryComponent): EntryKind {
  return KINDS[node.name] ?? "event";
}

// What only the owner of a calendar sees: nobody who is invited has to hear of it.
const PRIVATE = new Set<PatchedField>(["reminders", "categories", "transparent"]);

/** How a change of these fields counts ({@link Edits.touch}); an invited person may change what is their own. */
export function isPrivate(fields: readonly PatchedField[]): boolean {
  return fields.every((field) => PRIVATE.has(field));
}

/**
 * Gives one component new values: the lines of the fields that change are replaced where they stand, and no other ones.
 * What is there already is not written again. The stamps are left to the caller, see {@link Edits.touch}.
 *
 * @throws CaldavError `bad-input` for a value that cannot be written, or a field that such an entry does not have
 */
export function applyPatch(
  edits: Edits,
  component: EntryComponent,
  patch: EntryPatch,
  options: PatchOptions,
): Patched {
  const kind = kindOf(component);
  const fields: PatchedField[] = [];
  for (const name of LINE_FIELDS)
    if (patchField(edits, component, { name, kind, value: patch[name] })) fields.push(name);
  const { reminders } = patch;
  let otherReminders = 0;
  if (reminders !== undefined) {
    if (kind === "journal") throw unknownField("reminders", kind);
    const change = changeReminders(edits, component, { reminders: reminders ?? [], options });
    if (change.changed) fields.push("reminders");
    otherReminders = change.others;
  }
  return { fields, otherReminders, notes: staleNotes(component, fields) };
}

type FieldChange<Name extends LineField> = { name: Name; kind: EntryKind; value: EntryPatch[Name] };

function patchField<Name extends LineField>(
  edits: Edits,
  component: EntryComponent,
  { name, kind, value }: FieldChange<Name>,
): boolean {
  if (value === undefined) return false;
  const field = FIELDS[name];
  if (!field.kinds.includes(kind)) throw unknownField(name, kind);
  const says = sayValue(name, value);
  if (name === "status" && says !== "") requireStatus(says, kind);
  if (field.read(component) === says) return false;
  replaceProperty(
    edits,
    component,
    field.property,
    value === null || says === "" ? [] : [field.write(value)],
  );
  return true;
}

/** What a field says when it has this value; "" when it has none. */
export function sayValue<Name extends LineField>(name: Name, value: EntryPatch[Name]): string {
  return value === undefined || value === null ? "" : FIELDS[name].say(value);
}

/** The new lines stand where the first of the old ones stood. */
export function replaceProperty(
  edits: Edits,
  component: EntryComponent,
  property: string,
  lines: readonly ContentLine[],
): void {
  const indexes = component.node.properties.filter((index) => nameAt(component.lines, index) === property);
  const [first, ...more] = indexes;
  for (const index of more) edits.remove(index);
  if (first !== undefined) edits.replace(first, lines);
  else edits.insertAfter(lastLineOf(component, NEIGHBOURS), lines);
}

const NEIGHBOURS = ["SUMMARY", "RRULE", "DTEND", "DUE", "DURATION", "DTSTART", "RECURRENCE-ID", "UID"];

function changeReminders(
  edits: Edits,
  component: EntryComponent,
  { reminders, options }: { reminders: NonNullable<EntryPatch["reminders"]>; options: PatchOptions },
): { changed: boolean; others: number } {
  const viewer = viewerZone(options.zone);
  const wanted = reminders.map((reminder) => readReminderInput(reminder, options));
  const { plain, others } = plainAlarms(component, viewer);
  const has = plain.map(({ says }) => says).toSorted();
  if (has.join() === wanted.map(sayReminder).toSorted().join()) return { changed: false, others };
  const relative = wanted.some((reminder) => "minutesBefore" in reminder);
  replaceAlarms(edits, component, {
    reminders: wanted,
    anchor: relative ? anchorOf(component) : "start",
    viewer,
  });
  return { changed: true, others };
}

function anchorOf(component: EntryComponent): Anchor {
  if (component.start !== undefined || kindOf(component) === "event") return "start";
  if (component.end !== undefined) return "end";
  throw badInput("A reminder before the start needs a task that has a start or a due time.");
}

// The same in a form of their own, which other programs show instead.
const TWINS: Partial<Record<PatchedField, { properties: readonly string[]; note: string }>> = {
  description: {
    properties: ["X-ALT-DESC", "STYLED-DESCRIPTION"],
    note: "The entry holds its description a second time, formatted; that one was not changed, and other programs may show it.",
  },
  location: {
    properties: ["X-APPLE-STRUCTURED-LOCATION", "GEO"],
    note: "The entry holds its place a second time, as a position on the map; that one was not changed.",
  },
};

function staleNotes({ node, lines }: EntryComponent, fields: readonly PatchedField[]): string[] {
  const names = new Set(node.properties.map((index) => nameAt(lines, index)));
  return fields.flatMap((field) => {
    const twin = TWINS[field];
    return twin?.properties.some((name) => names.has(name)) === true ? [twin.note] : [];
  });
}

const SAID: Partial<Record<PatchedField, string>> = { percentComplete: "percent_complete" };

function unknownField(field: PatchedField, kind: EntryKind): CaldavError {
  return badInput(`${ARTICLE[kind].replace("a", "A")} has no \`${SAID[field] ?? field}\`.`);
}
