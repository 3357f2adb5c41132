import { composeEvent, type EventDraft } from "./compose.ts";
import { ruleInWords, writeRule } from "./describe.ts";
import { readDocument } from "./document.ts";
import { instantOfTime, type EntryTime } from "./entry-time.ts";
import { readEventTimes, type TimesInput } from "./event-times.ts";
import { ianaZone } from "./iana-zone.ts";
import { renderMoment, type RenderedMoment } from "./instants.ts";
import { readRecurrence, startIsOnRule, type RecurrenceInput } from "./recurrence-input.ts";
import { readReminderInput, type ReminderInput } from "./reminder-input.ts";
import type { SeriesStart } from "./rule-times.ts";
import type { Rule } from "./rule.ts";
import { previewSeries } from "./series-screen.ts";
import { UTC } from "./zone.ts";

/** A new event in the words of a caller. */
export type EventInput = TimesInput &
  Omit<EventDraft, "times" | "rule" | "reminders"> & {
    recurrence?: RecurrenceInput | undefined;
    reminders?: readonly ReminderInput[] | undefined;
  };

/** `zone`: the configured one. `now` in unix milliseconds. */
export type NewEventOptions = { zone: string; uid: string; now: number };

/** What the rule of a new series amounts to. */
export type NewSeries = {
  words: string;
  rule: string;
  occurrences?: number;
  endless?: true;
  /** The starts of its first occurrences, at most five. */
  first: RenderedMoment[];
};

export type NewEvent = { text: string; series: NewSeries | undefined; notes: string[] };

/**
 * From a caller's words to a calendar object. Nothing is written that this program would read differently.
 *
 * @throws CaldavError `bad-input`, or `unsupported` for a rule that listings would not expand
 */
export async function composeNewEvent(input: EventInput, options: NewEventOptions): Promise<NewEvent> {
  const { recurrence, reminders = [], ...texts } = input;
  const { zone } = options;
  const times = readEventTimes(input, { zone, recurring: recurrence !== undefined });
  const rule = recurrence === undefined ? undefined : readRecurrence(recurrence, times.start);
  const read = reminders.map((reminder) => readReminderInput(reminder, { zone, timezone: input.timezone }));
  const text = await composeEvent({ ...texts, times, rule, reminders: read }, options);
  if (rule === undefined) return { text, series: undefined, notes: times.notes };

  const start = seriesStart(times.start, zone);
  const onRule = startIsOnRule(rule, start)
    ? []
    : ["The start is not a date that the rule names; it is the first occurrence all the same."];
  return {
    text,
    series: describeSeries(text, { rule, start, written: times.start, zone }),
    notes: [...times.notes, ...onRule],
  };
}

type Described = { rule: Rule; start: SeriesStart; written: EntryTime; zone: string };

function describeSeries(text: string, { rule, start, written, zone }: Described): NewSeries {
  const view = { zone, ownAddresses: new Set<string>() };
  const { first, count } = previewSeries(readDocument(text), { rule, start }, view);
  return {
    words: ruleInWords(rule, written),
    rule: writeRule(rule),
    ...(count.kind === "count" ? { occurrences: count.count } : { endless: true }),
    first: first.map((occurrence) => renderMoment(occurrence.start, occurrence.start.zone ?? zone)),
  };
}

function seriesStart(start: EntryTime, configured: string): SeriesStart {
  const viewer = ianaZone(configured) ?? UTC;
  return {
    wall: start.wall,
    instant: instantOfTime(start, viewer),
    zone: start.form === "utc" ? UTC : (start.zone ?? viewer),
    allDay: start.form === "date",
  };
}
