import type { EntryComponent } from "../ical/component.ts";
import { writeRule } from "../ical/describe.ts";
import { FIELDS, type LineField } from "../ical/edit/entry-fields.ts";
import { readFields } from "../ical/fields.ts";
import { type LineParts, nameOf, readParts } from "../ical/line-parts.ts";
import { linesIn } from "../ical/line-table.ts";
import { propertiesOf } from "../ical/tree.ts";
import { viewerZone } from "../ical/view.ts";
import { type Held, MAX_DATES, type ReplacedField } from "./replaced.ts";

/** What an answer says of the fields that were changed: `replaced` holds the values of one component. */
export type Told = {
  held: Held;
  fields: readonly ReplacedField[];
  replaced: Record<string, unknown>;
};

/** One line of a component, or one reminder of it, unfolded. */
export type Piece = { component: EntryComponent; name: string; text: string };

/** The properties, and the parts of an entry, that a field is written in. */
export const PROPERTIES: Record<ReplacedField, readonly string[]> = {
  summary: ["SUMMARY"],
  description: ["DESCRIPTION"],
  location: ["LOCATION"],
  url: ["URL"],
  categories: ["CATEGORIES"],
  status: ["STATUS"],
  transparent: ["TRANSP"],
  priority: ["PRIORITY"],
  percent_complete: ["PERCENT-COMPLETE"],
  completed: ["COMPLETED"],
  recurrence: ["RRULE", "EXRULE", "RDATE", "EXDATE"],
  reminders: ["VALARM"],
  // Shown as the moments that they are, however they are written.
  start: [],
  end: [],
  due: [],
};

/** The fields that stand in lines of one name, and how many of these an answer may speak of. */
const LINES: Partial<Record<ReplacedField, { field: LineField; most: number }>> = {
  summary: { field: "summary", most: 1 },
  location: { field: "location", most: 1 },
  // A journal entry may have several, which are read as one.
  description: { field: "description", most: 100 },
  categories: { field: "categories", most: 200 },
  status: { field: "status", most: 1 },
  transparent: { field: "transparent", most: 1 },
  priority: { field: "priority", most: 1 },
  percent_complete: { field: "percentComplete", most: 1 },
  completed: { field: "completed", most: 1 },
};

/** Whether an answer says all that a piece did, so that it could be written anew from it. */
export function toldBy({ held, fields, replaced }: Told): (piece: Piece) => boolean {
  const { component } = held;
  const values = remembered((of, field: LineField) => FIELDS[field].read(of));
  const counts = remembered(
    (of, field: LineField) => propertiesOf(of.lines, of.node, FIELDS[field].property).length,
  );
  const dates = remembered(datesIn);
  const complete = remembered((of, _field: "categories") => namesAllCategories(of, held));
  const names = new Map(fields.flatMap((field) => PROPERTIES[field].map((name) => [name, field])));
  const reminders = remindersIn(component);

  return (piece) => {
    const field = names.get(piece.name);
    if (field === undefined) return false;
    if (field === "reminders") return isPlainReminder(piece.text) && reminders.has(triggerOf(piece.text));
    const parts = readParts(piece.text, piece.name);
    if (parts === undefined) return false;
    if (field === "recurrence") return isToldRecurrence(piece, parts);
    return isToldLine(field, piece, parts);
  };

  /** Another component may say something else in this field, and parameters are in no answer. */
  function isToldLine(name: ReplacedField, piece: Piece, { params, value }: LineParts): boolean {
    const line = LINES[name];
    if (line === undefined || (params.size > 0 && name !== "completed")) return false;
    if (value === "" || SAYS_NOTHING[name]?.test(value) === true) return true;
    const { field, most } = line;
    return (
      counts(piece.component, field) <= most &&
      counts(component, field) <= most &&
      values(piece.component, field) === values(component, field) &&
      values(component, field) !== "" &&
      isShown(name)
    );
  }

  /** What is read is not always shown: there are words that no field knows, and more categories than an answer names. */
  function isShown(name: ReplacedField): boolean {
    if (name === "categories") return complete(component, name);
    return !(name in replaced) || replaced[name] !== null;
  }

  /** A rule is written anew from the parts that are known, and of dates only the first are named. */
  function isToldRecurrence({ component: of, name }: Piece, parts: LineParts): boolean {
    if (of !== component || name === "EXRULE") return false;
    if (name === "RRULE") {
      const [rule, ...more] = of.rules;
      if (rule === undefined || typeof rule === "string" || more.length > 0) return false;
      return parts.params.size === 0 && partsIn(writeRule(rule)) === partsIn(parts.value);
    }
    const read = name === "RDATE" ? of.rdates.length : of.exdates.length;
    return !isPeriod(parts) && read <= MAX_DATES && read === dates(of, name);
  }
}

/** What is the case without a line as well. */
const SAYS_NOTHING: Partial<Record<ReplacedField, RegExp>> = {
  priority: /^0$/,
  percent_complete: /^0$/,
  transparent: /^OPAQUE$/i,
};

function namesAllCategories(component: EntryComponent, { view }: Held): boolean {
  const { categories, categoriesTotal } = readFields(component, view.ownAddresses, viewerZone(view.zone));
  return categories.length === categoriesTotal;
}

/** Each component is read once, however many pieces it loses. */
function remembered<Key extends string, T>(
  make: (component: EntryComponent, key: Key) => T,
): (component: EntryComponent, key: Key) => T {
  const known = new Map<Key, Map<EntryComponent, { value: T }>>();
  return (component, key) => {
    const values = known.get(key) ?? new Map<EntryComponent, { value: T }>();
    known.set(key, values);
    const made = values.get(component) ?? { value: make(component, key) };
    values.set(component, made);
    return made.value;
  };
}

const partsIn = (rule: string): string => rule.trim().toUpperCase().split(";").toSorted().join(";");

function isPeriod({ params, value }: LineParts): boolean {
  return params.get("VALUE")?.[0]?.toUpperCase() === "PERIOD" || value.includes("/");
}

/** As they are written, also those that cannot be read. */
function datesIn({ lines, node }: EntryComponent, name: string): number {
  return propertiesOf(lines, node, name).reduce((count, { value }) => count + value.split(",").length, 0);
}

/** When the reminders of a component go off, as written: an answer names only those of the one that it speaks of. */
function remindersIn({ lines, node }: EntryComponent): ReadonlySet<string> {
  const alarms = node.children.filter(({ name }) => name === "VALARM");
  return new Set(
    alarms.map(({ first, last }) =>
      triggerOf(
        linesIn(lines, first, last)
          .map(({ content }) => content)
          .join("\n"),
      ),
    ),
  );
}

function triggerOf(reminder: string): string {
  return reminder.split("\n").find((line) => nameOf(line) === "TRIGGER") ?? "";
}

/** Besides when it goes off, a reminder may hold a text, which no answer gives; how it was shown and shut says nothing. */
function isPlainReminder(text: string): boolean {
  return text.split("\n").every((line) => {
    const name = nameOf(line);
    return PLAIN.has(name) || (name === "DESCRIPTION" && OURS.test(line));
  });
}

const PLAIN = new Set(["BEGIN", "END", "ACTION", "TRIGGER", "UID", "ACKNOWLEDGED"]);
const OURS = /^DESCRIPTION:(?:Reminder)?$/i;
