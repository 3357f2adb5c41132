import { ruleInWords, writeRule } from "./describe.ts";
import { readDocument } from "./document.ts";
import { instantOfTime, type EntryTime } from "./entry-time.ts";
import { ianaZone } from "./iana-zone.ts";
import { renderMoment, type RenderedMoment } from "./instants.ts";
import { startIsOnRule } from "./recurrence-input.ts";
import type { SeriesStart } from "./rule-times.ts";
import type { Rule } from "./rule.ts";
import { previewSeries } from "./series-screen.ts";
import { UTC } from "./zone.ts";

/** What the rule of a new series amounts to. */
export type NewSeries = {
  words: string;
  rule: string;
  occurrences?: number;
  endless?: true;
  /** The starts of its first occurrences, at most five. */
  first: RenderedMoment[];
};

/** A new entry as it will be stored, how its rule is understood, and what the caller should know. */
export type NewEntry = { text: string; series: NewSeries | undefined; notes: string[] };

export type Repeating = { rule: Rule; start: EntryTime; zone: string };

/**
 * Reads the series in a text that is about to be written, as listings will.
 *
 * @throws CaldavError `unsupported` for a rule that listings would not expand
 */
export function readNewSeries(
  text: string,
  { rule, start, zone }: Repeating,
): { series: NewSeries; notes: string[] } {
  const begins = seriesStart(start, zone);
  const view = { zone, ownAddresses: new Set<string>() };
  const { first, count } = previewSeries(readDocument(text), { rule, start: begins }, view);
  const onRule = startIsOnRule(rule, begins);
  return {
    series: {
      words: ruleInWords(rule, start),
      rule: writeRule(rule),
      ...(count.kind === "count" ? { occurrences: count.count } : { endless: true }),
      first: first.map((occurrence) => renderMoment(occurrence.start, occurrence.start.zone ?? zone)),
    },
    notes: onRule
      ? []
      : ["The start is not a date that the rule names; it is the first occurrence all the same."],
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
