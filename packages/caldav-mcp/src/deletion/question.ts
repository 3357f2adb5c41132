import { factDate, factHost, GuardUsageError, type Question } from "confirm-guard";
import type { Scheduling } from "../dav/scheduling.ts";
import type { EntryKind, Moment, OccurrenceCount, People } from "../ical/types.ts";
import { ENTRY_WORDS, type EntryWords } from "../ical/words.ts";
import type { DeletionReach } from "./plan-entry.ts";

export type DeletionTarget = {
  reach: DeletionReach;
  starts: readonly Moment[];
  people: People;
  calendar: string;
};

/** `zone` is the zone that floating times are read in. */
export type DeletionSetting = { kind: EntryKind; host: string; scheduling: Scheduling; zone: string };

/**
 * The question about a deletion. Every word is ours; the numbers are counted from the entries as stored; nothing
 * that stands in an entry (summary, place, names, addresses) is used.
 */
export function deletionQuestion(targets: readonly DeletionTarget[], setting: DeletionSetting): Question {
  const several = targets.length > 1 || targets.some(({ reach }) => isSeveral(reach));
  const [only] = targets;
  const words = ENTRY_WORDS[setting.kind];
  const invited = new Set(targets.flatMap(({ people }) => [...people.invited])).size;
  return {
    action: targets.length === 1 && only !== undefined ? oneAction(only.reach, words) : setAction(targets),
    consequence: [
      `The calendar keeps no history, and this program cannot bring ${several ? "them" : "it"} back.`,
      ...mailSentences(targets, { scheduling: setting.scheduling, invited }),
    ].join(" "),
    facts: {
      ...startFacts(targets, setting.zone),
      "Invited people": invited,
      Account: factHost(setting.host),
    },
    callerValues: calendarLines(targets),
    yes: several ? "Yes, delete them" : "Yes, delete it",
    no: several ? "No, keep them" : "No, keep it",
  };
}

function isSeveral(reach: DeletionReach): boolean {
  return reach.kind === "occurrences" && reach.count > 1;
}

function oneAction(reach: DeletionReach, { one, noun }: EntryWords): string {
  switch (reach.kind) {
    case "single":
      return `delete ${one}`;
    case "occurrences":
      return occurrencesAction(reach, noun);
    case "rest":
      return `delete this and all later occurrences${countInBrackets(reach.count)} of a recurring ${noun}`;
    case "series":
      return seriesAction(reach.count, noun);
  }
}

function occurrencesAction({ count, last }: { count: number; last: boolean }, noun: string): string {
  if (last) {
    const which = count === 1 ? "the last remaining occurrence" : `the last ${count} remaining occurrences`;
    return `delete ${which} of a recurring ${noun}, and the ${noun} with ${count === 1 ? "it" : "them"}`;
  }
  return `delete ${count === 1 ? "one occurrence" : `${count} occurrences`} of a recurring ${noun}`;
}

function seriesAction(count: OccurrenceCount, noun: string): string {
  switch (count.kind) {
    case "count":
      return count.count === 1
        ? `delete a recurring ${noun} and its one remaining occurrence`
        : `delete a recurring ${noun} and all ${count.count} of its occurrences`;
    case "endless":
      return `delete a recurring ${noun} which repeats without end, and all of its occurrences`;
    case "unknown":
      return `delete a recurring ${noun} and all of its occurrences, whose number could not be worked out`;
  }
}

function countInBrackets(count: OccurrenceCount): string {
  if (count.kind === "count") return ` (${count.count})`;
  return count.kind === "endless" ? " (without end)" : " (number unknown)";
}

function setAction(targets: readonly DeletionTarget[]): string {
  const reaches = targets.map(({ reach }) => reach);
  const singles = reaches.filter(({ kind }) => kind === "single").length;
  const groups = reaches.filter((reach) => reach.kind === "occurrences");
  const occurrences = sum(groups.map(({ count }) => count));
  const ending = groups.filter(({ last }) => last).length;
  const series = reaches.filter((reach) => reach.kind === "series");
  const parts = [
    singles > 0 ? `${singles} single ${singles === 1 ? "one" : "ones"}` : "",
    occurrences > 0 ? `${plural(occurrences, "occurrence")} of recurring ones${endingPart(ending)}` : "",
    series.length > 0 ? `${series.length} recurring with ${seriesTotal(series)}` : "",
  ];
  const entries = singles + occurrences + series.length;
  return `delete ${entries} entries: ${parts.filter((part) => part !== "").join(", ")}`;
}

function endingPart(ending: number): string {
  if (ending === 0) return "";
  return ` (nothing is left of ${ending} of those, so ${ending === 1 ? "it goes" : "they go"} too)`;
}

function seriesTotal(series: readonly { count: OccurrenceCount }[]): string {
  const counts = series.map(({ count }) => count);
  if (counts.some(({ kind }) => kind === "endless")) return "occurrences without end";
  if (counts.some(({ kind }) => kind === "unknown"))
    return "a number of occurrences that could not be worked out";
  return plural(sum(counts.map((count) => (count.kind === "count" ? count.count : 0))), "occurrence");
}

function mailSentences(
  targets: readonly DeletionTarget[],
  { scheduling, invited }: { scheduling: Scheduling; invited: number },
): string[] {
  if (scheduling === "no") return [];
  const parts = new Set(targets.map(({ people }) => people.part));
  const certain = scheduling === "yes";
  const sentences: string[] = [];
  if (parts.has("attendee")) {
    sentences.push(
      certain
        ? "The server tells the organiser that you decline."
        : "Mail may go out that tells the organiser that you decline.",
    );
  }
  if (parts.has("organiser") && invited > 0) {
    sentences.push(
      certain
        ? "The server tells the invited people that it is cancelled."
        : "Mail may go out that tells the invited people that it is cancelled.",
    );
  }
  if (parts.has("unknown")) sentences.push("Mail about it may go out to the people who are invited.");
  return sentences;
}

function startFacts(targets: readonly DeletionTarget[], zone: string): NonNullable<Question["facts"]> {
  const starts = targets.flatMap((target) => target.starts);
  const sorted = starts.toSorted((left, right) => left.instant - right.instant);
  const first = dateFact(sorted[0], zone);
  const last = dateFact(sorted.at(-1), zone);
  if (first === undefined || last === undefined) return {};
  return sorted.length === 1 ? { "Starts on": first } : { "First starts on": first, "Last starts on": last };
}

/** Undefined where there is no date, or none that the dialog can show: its years have four digits. */
function dateFact(moment: Moment | undefined, zone: string): ReturnType<typeof factDate> | undefined {
  if (moment === undefined) return undefined;
  try {
    if (moment.allDay) return factDate({ date: moment.wall });
    return factDate({ instant: new Date(moment.instant).toISOString(), zone: moment.zone ?? zone });
  } catch (error) {
    if (error instanceof GuardUsageError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The calendars that the ids name, which the caller supplied; the values stand escaped under their own heading. */
function calendarLines(targets: readonly DeletionTarget[]): NonNullable<Question["callerValues"]> {
  const calendars = [...new Set(targets.map((target) => target.calendar))];
  if (calendars.length <= 1) return { Calendar: { path: calendars[0] ?? "" } };
  return Object.fromEntries(calendars.map((path, index) => [`Calendar ${index + 1}`, { path }]));
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
