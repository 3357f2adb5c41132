import { alarmLines } from "./alarm-lines.ts";
import { SECOND } from "./civil.ts";
import { composeObject, type NewEntryOptions, type Texts, textLines } from "./compose.ts";
import { writeRule } from "./describe.ts";
import type { EntryStatus } from "./entry-status.ts";
import { readEventTimes, type TimesInput } from "./event-times.ts";
import { ownLine } from "./gate.ts";
import { type NewEntry, readNewSeries } from "./new-series.ts";
import { readRecurrence, type RecurrenceInput } from "./recurrence-input.ts";
import { readReminderInput, type ReminderInput } from "./reminder-input.ts";
import type { Duration } from "./time-values.ts";

/** A new event in the words of a caller. */
export type EventInput = TimesInput &
  Texts & {
    status?: EntryStatus<"event"> | undefined;
    transparent?: boolean | undefined;
    recurrence?: RecurrenceInput | undefined;
    reminders?: readonly ReminderInput[] | undefined;
  };

/**
 * From a caller's words to a calendar object. Nothing is written that this program would read differently.
 *
 * @throws CaldavError `bad-input`, or `unsupported` for a rule that listings would not expand
 */
export async function composeNewEvent(input: EventInput, options: NewEntryOptions): Promise<NewEntry> {
  const { recurrence, reminders = [], status, transparent, timezone } = input;
  const { zone } = options;
  const { start, end, reach, notes } = readEventTimes(input, { zone, recurring: recurrence !== undefined });
  const rule = recurrence === undefined ? undefined : readRecurrence(recurrence, start);
  const read = reminders.map((reminder) => readReminderInput(reminder, { zone, timezone }));
  const text = await composeObject(
    {
      component: "VEVENT",
      zone: start.zone,
      reach,
      rule,
      lines: (timeLine) => [
        timeLine("DTSTART", start),
        "days" in end ? ownLine("DURATION", exactDuration(end)) : timeLine("DTEND", end),
        ...(rule === undefined ? [] : [ownLine("RRULE", writeRule(rule))]),
        ...textLines(input),
        ...(status === undefined ? [] : [ownLine("STATUS", status.toUpperCase())]),
        ...(transparent === undefined ? [] : [ownLine("TRANSP", transparent ? "TRANSPARENT" : "OPAQUE")]),
        ...read.flatMap((reminder) => alarmLines(reminder)),
      ],
    },
    options,
  );
  if (rule === undefined) return { text, series: undefined, notes };
  const { series, notes: more } = readNewSeries(text, { rule, start, zone });
  return { text, series, notes: [...notes, ...more] };
}

function exactDuration({ exact }: Duration): string {
  return `PT${Math.round(exact / SECOND)}S`;
}
