import { CaldavError } from "../errors.ts";
import { alarmLines, type Anchor } from "./alarm-lines.ts";
import { composeObject, type NewEntryOptions, type Texts, textLines } from "./compose.ts";
import { writeRule } from "./describe.ts";
import { ownLine } from "./gate.ts";
import { type NewEntry, readNewSeries } from "./new-series.ts";
import { readRecurrence, type RecurrenceInput } from "./recurrence-input.ts";
import { readReminderInput, type ReminderInput } from "./reminder-input.ts";
import { readTaskTimes, type TaskTimesInput } from "./task-times.ts";

/** A new task in the words of a caller. */
export type TaskInput = TaskTimesInput &
  Omit<Texts, "location"> & {
    /** 0 to 9. */
    priority?: number | undefined;
    recurrence?: RecurrenceInput | undefined;
    reminders?: readonly ReminderInput[] | undefined;
  };

/**
 * From a caller's words to a calendar object with one task.
 *
 * @throws CaldavError `bad-input`, or `unsupported` for a rule that listings would not expand
 */
export async function composeNewTask(input: TaskInput, options: NewEntryOptions): Promise<NewEntry> {
  const { recurrence, reminders = [], priority, timezone } = input;
  const { zone } = options;
  const { start, due, reach, notes } = readTaskTimes(input, { zone, recurring: recurrence !== undefined });
  const rule =
    recurrence === undefined || start === undefined ? undefined : readRecurrence(recurrence, start);
  const read = reminders.map((reminder) => readReminderInput(reminder, { zone, timezone }));
  if (start === undefined && due === undefined && read.some((reminder) => "minutesBefore" in reminder))
    throw new CaldavError(
      "bad-input",
      "A reminder with `minutes_before` needs a task with a `start` or a `due`. Nothing was changed.",
    );
  const anchor: Anchor = start === undefined ? "end" : "start";
  const text = await composeObject(
    {
      component: "VTODO",
      zone: start?.zone ?? due?.zone,
      reach,
      rule,
      lines: (timeLine) => [
        ...(start === undefined ? [] : [timeLine("DTSTART", start)]),
        ...(due === undefined ? [] : [timeLine("DUE", due)]),
        ...(rule === undefined ? [] : [ownLine("RRULE", writeRule(rule))]),
        ...textLines(input),
        ...(priority === undefined ? [] : [ownLine("PRIORITY", String(priority))]),
        ownLine("STATUS", "NEEDS-ACTION"),
        ...read.flatMap((reminder) => alarmLines(reminder, anchor)),
      ],
    },
    options,
  );
  if (rule === undefined || start === undefined) return { text, series: undefined, notes };
  const { series, notes: more } = readNewSeries(text, { rule, start, zone });
  return { text, series, notes: [...notes, ...more] };
}
