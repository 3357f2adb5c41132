import { composeObject, type NewEntryOptions, type Texts, textLines } from "./compose.ts";
import type { NewEntry } from "./new-series.ts";
import { parseMomentInput } from "./moment-input.ts";
import { clockNotes, dateOf, isNamed, SECOND_PASS, timeIn, zoneFor } from "./written-time.ts";

/** A new journal entry in the words of a caller. */
export type JournalInput = Omit<Texts, "location"> & {
  date?: string | undefined;
  timezone?: string | undefined;
};

/**
 * From a caller's words to a calendar object with one journal entry.
 *
 * @throws CaldavError `bad-input`
 */
export async function composeNewJournal(input: JournalInput, options: NewEntryOptions): Promise<NewEntry> {
  const { time, instant, notes } = readDate(input, options);
  const text = await composeObject(
    {
      component: "VJOURNAL",
      zone: time?.zone,
      reach: instant === undefined ? undefined : { from: instant, to: instant },
      rule: undefined,
      lines: (timeLine) => [...(time === undefined ? [] : [timeLine("DTSTART", time)]), ...textLines(input)],
    },
    options,
  );
  return { text, series: undefined, notes };
}

function readDate({ date, timezone }: JournalInput, { zone: configured }: NewEntryOptions) {
  if (date === undefined) return { time: undefined, instant: undefined, notes: [] };
  const reading = { zone: timezone ?? configured, zoneGiven: timezone !== undefined };
  const moment = parseMomentInput(date, reading);
  if (moment.allDay) return { time: dateOf(moment), instant: undefined, notes: [] };
  const zone = zoneFor(moment, timezone, { zone: configured, recurring: false });
  const second = zone !== undefined && !isNamed(moment.instant, zone);
  return {
    time: timeIn(moment.instant, zone),
    instant: moment.instant,
    notes: [...clockNotes("date", { moment, text: date }, zone), ...(second ? [SECOND_PASS] : [])],
  };
}
