import { CaldavError } from "../../errors.ts";
import { DAY, SECOND } from "../civil.ts";
import { readDocument, type CalendarDocument } from "../document.ts";
import { instantOfTime, type EntryTime } from "../entry-time.ts";
import { lineAt } from "../line-table.ts";
import { partsOf, type ContentLine } from "../lines.ts";
import type { RecurrenceSet } from "../recurrence-set.ts";
import { parseRule } from "../rule.ts";
import { formatTimeValue } from "../time-values.ts";
import { UTC } from "../zone.ts";
import { createEdits, lastLineOf } from "./edits.ts";
import { filterDateLine } from "./date-lines.ts";
import { removeOverrides } from "./exclude.ts";
import { keyOfOverride, locate } from "./locate.ts";
import { changeParts } from "./rule-line.ts";
import { timeLineLike } from "./time-line.ts";
import type { EditOptions } from "./types.ts";

/** Where a series is ended. */
type Cut = { document: CalendarDocument; set: RecurrenceSet; time: EntryTime; key: number };

/**
 * The document with the series ended before one of its occurrences: UNTIL in place of COUNT or a later UNTIL, no extra
 * dates and overrides from there on. What was excluded before stays excluded.
 *
 * @throws CaldavError `bad-input`, `unreadable-entry`; `unsupported` when an override stands for all later occurrences
 */
export function endBefore(text: string, recurrence: string, options: EditOptions): string {
  const document = readDocument(text);
  if (document.overridesThisAndFuture)
    throw new CaldavError(
      "unsupported",
      "This series holds a change that another program made for all later occurrences; nothing was changed.",
    );
  const { set, time, key } = locate(document, recurrence, options);
  const edits = createEdits(document);
  removeOverrides(document, edits, (override) => keyOfOverride(override, set, options) >= key);
  const { master } = document;
  if (master !== undefined && set !== undefined) {
    if (set.problem !== undefined)
      throw new CaldavError(
        "unsupported",
        "This series repeats by a rule that cannot be read; nothing was changed.",
      );
    const cut = { document, set, time, key };
    for (const index of master.node.properties) {
      const line = lineAt(document.lines, index);
      if (line?.name === "RRULE") edits.replace(index, [endRule(line, cut)]);
      if (line?.name === "RDATE") edits.replace(index, earlierDates(line, cut));
    }
    // DTSTART is an instance whatever UNTIL says; where an extra date comes before it, it may have to go as well.
    const first = { time: set.start, key: set.keyOf(set.start) };
    if (first.key >= key && !set.isExcluded(first))
      edits.insertAfter(lastLineOf(master, ["DTSTART", "DUE"]), [timeLineLike("EXDATE", set.start, master)]);
    edits.touch(master, { now: options.now, sequence: "up" });
  }
  return edits.text();
}

/** UNTIL takes the form of DTSTART: a date, UTC for zoned and UTC starts, local for floating ones (RFC 5545 section 3.3.10). */
function lastMomentBefore(time: EntryTime): EntryTime {
  if (time.form === "date") return { ...time, wall: time.wall - DAY };
  if (time.zone === undefined) return { ...time, wall: time.wall - SECOND };
  return { wall: instantOfTime(time, UTC) - SECOND, form: "utc", zone: undefined };
}

/** A rule that has ended by then stays as it is. */
function endRule(line: ContentLine, cut: Cut): ContentLine {
  const rule = parseRule(partsOf(line)?.value ?? "");
  if (typeof rule === "string" || !cut.set.reaches(rule, cut.key)) return line;
  return changeParts(line, { COUNT: undefined, UNTIL: formatTimeValue(lastMomentBefore(cut.time)) });
}

/** The line with the dates before the cut, as they are written; empty when none is left. */
function earlierDates(line: ContentLine, { document, set, key }: Cut): readonly ContentLine[] {
  return filterDateLine(line, document.findZone, (time) => set.keyOf(set.inOwnForm(time)) < key);
}
