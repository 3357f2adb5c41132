import type { Untrusted } from "confirm-guard";
import type { EntryComponent } from "../ical/component.ts";
import { plainAlarms } from "../ical/edit/alarms.ts";
import { ruleInWords, writeRule } from "../ical/describe.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { spanAt, withinYears, type Span } from "../ical/entry-span.ts";
import { momentOf, readEntryTime } from "../ical/entry-time.ts";
import { readFields } from "../ical/fields.ts";
import { renderInstant, renderMoment, type RenderedMoment } from "../ical/instants.ts";
import { propertyOf } from "../ical/tree.ts";
import type { EntryFields, Moment } from "../ical/types.ts";
import { viewerZone, type ViewOptions } from "../ical/view.ts";

/** The fields of an entry of any kind that a change can give a new value. */
export type ReplacedField =
  | "summary"
  | "description"
  | "location"
  | "url"
  | "categories"
  | "status"
  | "transparent"
  | "start"
  | "end"
  | "due"
  | "recurrence"
  | "reminders"
  | "priority"
  | "percent_complete"
  | "completed";

/** What is about to be changed: one component of a stored entry, or the occurrence that it is shown as. */
export type Held = {
  document: CalendarDocument;
  component: EntryComponent;
  /** Where the component is placed, when that is not its own start: of an occurrence, its times. */
  placed?: Span | undefined;
  view: ViewOptions;
};

const TEXTS = ["summary", "description", "location", "url"] as const;
export const MAX_DATES = 100;

/**
 * What the changed fields held before, enough to undo: `null` for one that was not there. What people wrote stands boxed
 * under `untrusted_text`; of the reminders only those are named that a change replaces.
 */
export function replacedOf(held: Held, changed: readonly ReplacedField[]): Record<string, unknown> {
  const { component, view } = held;
  const fields = readFields(component, view.ownAddresses, viewerZone(view.zone));
  const has = new Set(changed);
  const texts: Record<string, Untrusted | Untrusted[] | null> = {};
  for (const field of TEXTS) if (has.has(field)) texts[field] = fields[field] ?? null;
  if (has.has("categories")) texts["categories"] = fields.categories.length > 0 ? fields.categories : null;

  const own: Record<string, unknown> = {};
  for (const field of changed) {
    const value = ownValue(field, held, fields);
    if (value !== undefined) own[field] = value;
  }
  return { ...own, ...(Object.keys(texts).length > 0 ? { untrusted_text: texts } : {}) };
}

/** Undefined for a field that people write in their own words. */
function ownValue(field: ReplacedField, held: Held, fields: EntryFields): unknown {
  const { component, view } = held;
  switch (field) {
    case "status":
      return fields.status ?? null;
    case "transparent":
      return propertyOf(component.lines, component.node, "TRANSP") === undefined ? null : fields.transparent;
    case "start":
      return shownOr(isDueOnly(component) ? undefined : spanOf(held)?.start, view);
    case "end":
      return shownOr(spanOf(held)?.end, view);
    case "due":
      return shownOr(hasEnd(component) ? spanOf(held)?.end : undefined, view);
    case "recurrence":
      return recurrenceOf(held);
    case "reminders":
      return remindersOf(component, view);
    case "priority":
      return numberOf(component, "PRIORITY", 9);
    case "percent_complete":
      return numberOf(component, "PERCENT-COMPLETE", 100);
    case "completed":
      return shownOr(timeOf(held, "COMPLETED"), view);
    case "summary":
    case "description":
    case "location":
    case "url":
    case "categories":
      return undefined;
  }
}

function shownOr(moment: Moment | undefined, { zone }: ViewOptions): RenderedMoment | null {
  return moment === undefined ? null : renderMoment(moment, moment.zone ?? zone);
}

/** The start of such a task is only where it is listed. */
function isDueOnly({ node, start }: EntryComponent): boolean {
  return node.name === "VTODO" && start === undefined;
}

function hasEnd({ end, duration }: EntryComponent): boolean {
  return end !== undefined || duration !== undefined;
}

/** A task may have a due time only, and is placed by it. */
function spanOf({ component, placed, view }: Held): Span | undefined {
  const start = component.start ?? component.end ?? component.recurrenceId;
  if (placed !== undefined || start === undefined) return placed;
  return spanAt(component, start, viewerZone(view.zone));
}

function timeOf({ component, document, view }: Held, name: string): Moment | undefined {
  const property = propertyOf(component.lines, component.node, name);
  const time = property && readEntryTime(property.value, property.params, document.findZone);
  return time && momentOf(time, viewerZone(view.zone));
}

function numberOf({ lines, node }: EntryComponent, name: string, max: number): number | null {
  const text = propertyOf(lines, node, name)?.value.trim() ?? "";
  return /^\d{1,3}$/.test(text) && Number(text) <= max ? Number(text) : null;
}

/** The rule written anew, with the dates that stood beside it; a rule that could not be read is only said to be one. */
function recurrenceOf({ document: { master, overrides }, view }: Held): unknown {
  if (master === undefined || master.rules.length + master.rdates.length === 0) return null;
  const viewer = viewerZone(view.zone);
  const dates = (times: EntryComponent["exdates"]): RenderedMoment[] =>
    times
      .slice(0, MAX_DATES)
      .map((time) => renderMoment(momentOf(time, viewer), time.zone?.name ?? view.zone));
  const rules = master.rules.filter((rule) => typeof rule !== "string");
  const readable = rules.length === master.rules.length;
  const extra = dates(master.rdates.map(({ time }) => time));
  const excluded = dates(master.exdates);
  return {
    words: readable
      ? rules.map((rule) => ruleInWords(rule, master.start)).join(", and ") || "on single dates"
      : "by a rule that this program does not follow",
    ...(readable && rules.length > 0 ? { rule: rules.map(writeRule).join(" + ") } : {}),
    ...(extra.length > 0 ? { extra_dates: extra } : {}),
    ...(excluded.length > 0 ? { excluded } : {}),
    edited: overrides.length,
  };
}

/** Only plain ones are replaced; mails and sounds stay in the entry. */
function remindersOf(component: EntryComponent, { zone }: ViewOptions): unknown {
  const { plain } = plainAlarms(component, viewerZone(zone));
  if (plain.length === 0) return null;
  return plain.map(({ says }) =>
    says.startsWith("@")
      ? { at: renderInstant(withinYears(Number(says.slice(1))), zone) }
      : { minutes_before: Number(says.slice(1)) },
  );
}
