import { alarmLines, type Anchor, type Reminder } from "../alarm-lines.ts";
import type { EntryComponent } from "../component.ts";
import { readReminders } from "../reminders.ts";
import { propertyOf, type ComponentNode } from "../tree.ts";
import type { EntryFields } from "../types.ts";
import type { Zone } from "../zone.ts";
import type { Edits } from "./edits.ts";

type ReadReminder = EntryFields["reminders"][number];

/** An alarm of a component as text that compares: `-15`, the minutes before the start, or `@` and an instant. */
type PlainAlarm = { node: ComponentNode; says: string };

/**
 * The alarms that only show something, at a time that can be read, and how many others there are. Those mail, sound,
 * wait for a place, or are the snoozed copy of another one (RFC 9074), and nobody can write them anew from what a
 * result shows of them.
 */
export function plainAlarms(
  component: EntryComponent,
  viewer: Zone,
): { plain: PlainAlarm[]; others: number } {
  const nodes = component.node.children.filter(({ name }) => name === "VALARM");
  const read = readReminders(component, viewer, nodes.length);
  const plain = nodes.flatMap((node, index) => {
    const reminder = read[index];
    const says = reminder === undefined ? undefined : textOf(reminder);
    return says !== undefined && isPlain(component, node) ? [{ node, says }] : [];
  });
  return { plain, others: nodes.length - plain.length };
}

const NOT_PLAIN = ["RELATED-TO", "PROXIMITY", "REPEAT"];

function isPlain({ lines }: EntryComponent, node: ComponentNode): boolean {
  return node.children.length === 0 && NOT_PLAIN.every((name) => propertyOf(lines, node, name) === undefined);
}

function textOf({ action, minutesBefore, at }: ReadReminder): string | undefined {
  if (action !== "display") return undefined;
  if (at !== undefined) return `@${at}`;
  return minutesBefore === undefined ? undefined : `-${minutesBefore}`;
}

/** {@link PlainAlarm.says} of a reminder that is to be written. */
export function sayReminder(reminder: Reminder): string {
  return "at" in reminder ? `@${reminder.at}` : `-${reminder.minutesBefore}`;
}

/** The plain alarms become these; one that says the same already stays as it is written. */
export function replaceAlarms(
  edits: Edits,
  component: EntryComponent,
  { reminders, anchor, viewer }: { reminders: readonly Reminder[]; anchor: Anchor; viewer: Zone },
): void {
  const missing = [...reminders];
  for (const { node, says } of plainAlarms(component, viewer).plain) {
    const index = missing.findIndex((reminder) => sayReminder(reminder) === says);
    if (index === -1) edits.removeComponent(node);
    else missing.splice(index, 1);
  }
  edits.insertAfter(
    component.node.last - 1,
    missing.flatMap((reminder) => alarmLines(reminder, anchor)),
  );
}
