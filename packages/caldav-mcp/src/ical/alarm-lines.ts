import { ownLine } from "./gate.ts";
import type { ContentLine } from "./lines.ts";
import { utcStamp } from "./time-values.ts";

/** When a reminder goes off: so long before each start, or once at an instant. */
export type Reminder = { minutesBefore: number } | { at: number };

/** `end`: for a task that has a due time only, which a reminder then counts from (RFC 5545 section 3.8.6.3). */
export type Anchor = "start" | "end";

/** RFC 5545 section 3.6.6 wants a description; it is ours, so that it cannot fall behind the event's own texts. */
export function alarmLines(reminder: Reminder, anchor: Anchor = "start"): ContentLine[] {
  return [
    ownLine("BEGIN", "VALARM"),
    ownLine("ACTION", "DISPLAY"),
    ownLine("DESCRIPTION", "Reminder"),
    triggerLine(reminder, anchor),
    ownLine("END", "VALARM"),
  ];
}

function triggerLine(reminder: Reminder, anchor: Anchor): ContentLine {
  if ("at" in reminder) return ownLine("TRIGGER", utcStamp(reminder.at), { VALUE: "DATE-TIME" });
  const { minutesBefore } = reminder;
  const before = minutesBefore === 0 ? "PT0S" : `-PT${minutesBefore}M`;
  return ownLine("TRIGGER", before, anchor === "end" ? { RELATED: "END" } : {});
}
