import type { EntryComponent } from "../ical/component.ts";
import { plainAlarms, sayReminder } from "../ical/edit/alarms.ts";
import { FIELDS, type LineField } from "../ical/edit/entry-fields.ts";
import type { EntryPatch } from "../ical/edit/types.ts";
import { readReminderInput } from "../ical/reminder-input.ts";
import { viewerZone, type ViewOptions } from "../ical/view.ts";
import { EVENT_LINES, type EventUpdate } from "./requested.ts";

/** Whether a component, read again, holds what the caller gave, and nothing where the caller gave `null`. */
export function showsAsAsked(
  component: EntryComponent,
  { update, view }: { update: EventUpdate; view: ViewOptions },
): boolean {
  return (
    EVENT_LINES.every((field) => shows(component, field, update[field])) &&
    showsReminders(component, update, view)
  );
}

function shows<Name extends LineField>(
  component: EntryComponent,
  name: Name,
  value: EntryPatch[Name],
): boolean {
  const field = FIELDS[name];
  return value === undefined || field.read(component) === (value === null ? "" : field.say(value));
}

function showsReminders(
  component: EntryComponent,
  { reminders, timezone }: EventUpdate,
  { zone }: ViewOptions,
): boolean {
  if (reminders === undefined) return true;
  const wanted = (reminders ?? []).map((reminder) =>
    sayReminder(readReminderInput(reminder, { zone, timezone })),
  );
  const written = plainAlarms(component, viewerZone(zone)).plain.map(({ says }) => says);
  return written.toSorted().join() === wanted.toSorted().join();
}
