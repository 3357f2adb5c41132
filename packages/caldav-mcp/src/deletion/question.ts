import { factHost, type Question } from "confirm-guard";
import { wholeSeries } from "../asking/series-words.ts";
import { startFacts } from "../asking/start-facts.ts";
import { afterDeletion } from "../asking/what-others-see.ts";
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
      ...mailSentences(targets, setting.scheduling),
    ].join(" "),
    facts: {
      ...startFacts(
        targets.flatMap(({ starts }) => starts),
        setting.zone,
        setting.kind,
      ),
      ...(setting.kind === "event" || invited > 0 ? { "Invited people": invited } : {}),
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
      return `delete ${wholeSeries(reach.count, noun)}`;
  }
}

function occurrencesAction({ count, last }: { count: number; last: boolean }, noun: string): string {
  if (last) {
    const which = count === 1 ? "the last remaining occurrence" : `the last ${count} remaining occurrences`;
    return `delete ${which} of a recurring ${noun}, and the ${noun} with ${count === 1 ? "it" : "them"}`;
  }
  return `delete ${count === 1 ? "one occurrence" : `${count} occurrences`} of a recurring ${noun}`;
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

/** Of an organiser whom nobody else is invited with, nobody can be told. */
function mailSentences(targets: readonly DeletionTarget[], scheduling: Scheduling): string[] {
  const involving = targets.filter(({ people }) => people.part !== "organiser" || people.invited.size > 0);
  return afterDeletion(involving.map(({ people }) => ({ people, scheduling })));
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
