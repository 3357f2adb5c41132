import { ownLine } from "./gate.ts";
import type { ContentLine } from "./lines.ts";
import { utcStamp } from "./time-values.ts";

/** When a reminder goes off: so long before each start, or once at an instant. */
export type Reminder = { minutesBefore: number } | { at: number };

/** RFC 5545 section 3.6.6 wants a description; it is ours, so that it cannot fall behind the event's own texts. */
export function alarmLines(reminder: Reminder): ContentLine[] {
  const trigger =
    "at" in reminder
      ? ownLine("TRIGGER", utcStamp(reminder.at), { VALUE: "DATE-TIME" })
      : ownLine("TRIGGER", reminder.minutesBefore === 0 ? "PT0S" : `-PT${reminder.minutesBefore}M`);
  return [
    ownLine("BEGIN", "VALARM"),
    ownLine("ACTION", "DISPLAY"),
    ownLine("DESCRIPTION", "Reminder"),
    trigger,
    ownLine("END", "VALARM"),
  ];
}
