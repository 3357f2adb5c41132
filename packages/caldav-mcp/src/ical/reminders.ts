import { DAY, MINUTE } from "./civil.ts";
import type { EntryComponent } from "./component.ts";
import { spanAt, withinYears } from "./entry-span.ts";
import { instantOfTime, readEntryTime } from "./entry-time.ts";
import type { LineParts } from "./line-parts.ts";
import { parseDuration } from "./time-values.ts";
import { propertyOf, type ComponentNode } from "./tree.ts";
import type { EntryFields } from "./types.ts";
import type { Zone } from "./zone.ts";
import { zoneOfTzid } from "./zones.ts";

/** The alarms of a component; one that counts from the end is counted from the start instead. */
export function readReminders(
  component: EntryComponent,
  viewer: Zone,
  most: number,
): EntryFields["reminders"] {
  return alarmsOf(component)
    .slice(0, most)
    .map((alarm) => readReminder(component, alarm, viewer));
}

export function countReminders(component: EntryComponent): number {
  return alarmsOf(component).length;
}

function alarmsOf(component: EntryComponent): ComponentNode[] {
  return component.node.children.filter(({ name }) => name === "VALARM");
}

function readReminder(
  component: EntryComponent,
  alarm: ComponentNode,
  viewer: Zone,
): EntryFields["reminders"][number] {
  const property = (name: string): LineParts | undefined => propertyOf(component.lines, alarm, name);
  const named = property("ACTION")?.value.trim().toLowerCase();
  const action = (["display", "email", "audio"] as const).find((name) => name === named) ?? "other";
  const trigger = property("TRIGGER");
  if (trigger === undefined) return { action, minutesBefore: undefined, at: undefined };
  const duration = parseDuration(trigger.value);
  if (duration === undefined) {
    const time = readEntryTime(trigger.value, trigger.params, zoneOfTzid);
    return { action, minutesBefore: undefined, at: time && withinYears(instantOfTime(time, viewer)) };
  }
  const offset = duration.days * DAY + duration.exact;
  const fromEnd = trigger.params.get("RELATED")?.[0]?.toUpperCase() === "END";
  const minutesBefore = -Math.round((offset + (fromEnd ? lengthOf(component, viewer) : 0)) / MINUTE);
  return { action, minutesBefore: minutesBefore === 0 ? 0 : minutesBefore, at: undefined };
}

function lengthOf(component: EntryComponent, viewer: Zone): number {
  if (component.start === undefined) return 0;
  const { start, end } = spanAt(component, component.start, viewer);
  return end.instant - start.instant;
}
