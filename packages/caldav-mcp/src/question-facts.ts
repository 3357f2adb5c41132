import { factDate, factHost, type Question } from "confirm-guard";
import type { Scheduling } from "./dav/scheduling.ts";
import type { EntryKind, Moment } from "./ical/types.ts";

/** How many occurrences a series has, as far as this program can tell. */
export type OccurrenceCount = { kind: "count"; count: number } | { kind: "endless" } | { kind: "unknown" };

/** What one id of a deletion takes away, worked out from the entry as it is stored. */
export type DeletionReach =
  | { kind: "single" }
  | { kind: "occurrence" }
  | { kind: "last-occurrence" }
  | { kind: "rest"; count: OccurrenceCount }
  | { kind: "series"; count: OccurrenceCount };

/** The account's own part in an entry; `unknown` when people are invited and no own address is known. */
export type OwnPart = "none" | "attendee" | "organiser" | "unknown";

export type DeletionTarget = {
  reach: DeletionReach;
  start: Moment | undefined;
  invited: number;
  part: OwnPart;
  calendar: string;
};

/** `zone` is the zone that floating times are read in. */
export type DeletionSetting = { kind: EntryKind; host: string; scheduling: Scheduling; zone: string };

const NOUNS: Record<EntryKind, string> = { event: "event", task: "task", journal: "journal entry" };

/**
 * The question about a deletion. Every word is ours; the numbers are counted from the entries as stored; nothing
 * that stands in an entry (summary, place, names, addresses) is used.
 */
export function deletionQuestion(targets: readonly DeletionTarget[], setting: DeletionSetting): Question {
  const several = targets.length > 1;
  return {
    action: several ? severalAction(targets) : singleAction(targets, NOUNS[setting.kind]),
    consequence: [
      `The calendar keeps no history, and this program cannot bring ${several ? "them" : "it"} back.`,
      ...mailSentences(targets, setting.scheduling),
    ].join(" "),
    facts: {
      ...startFacts(targets, setting.zone),
      "Invited people": sum(targets.map((target) => target.invited)),
      Account: factHost(setting.host),
    },
    callerValues: calendarLines(targets),
    yes: several ? "Yes, delete them" : "Yes, delete it",
    no: several ? "No, keep them" : "No, keep it",
  };
}

function singleAction(targets: readonly DeletionTarget[], noun: string): string {
  const reach = targets[0]?.reach ?? { kind: "single" };
  switch (reach.kind) {
    case "series":
      return seriesAction(reach.count, noun);
    case "single":
      return `delete ${noun === "event" ? "an" : "a"} ${noun}`;
    case "occurrence":
      return `delete one occurrence of a recurring ${noun}`;
    case "last-occurrence":
      return `delete the last remaining occurrence of a recurring ${noun}, and the ${noun} with it`;
    case "rest":
      return `delete this and all later occurrences${countInBrackets(reach.count)} of a recurring ${noun}`;
  }
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

function severalAction(targets: readonly DeletionTarget[]): string {
  const singles = targets.filter((target) => target.reach.kind === "single").length;
  const occurrences = targets.filter((target) => isOccurrence(target.reach)).length;
  const series = targets.filter((target) => target.reach.kind === "series");
  const parts = [
    singles > 0 ? `${singles} single ${singles === 1 ? "one" : "ones"}` : "",
    occurrences > 0
      ? `${occurrences} ${occurrences === 1 ? "occurrence" : "occurrences"} of recurring ones`
      : "",
    series.length > 0 ? `${series.length} recurring with ${seriesTotal(series)}` : "",
  ];
  return `delete ${targets.length} entries: ${parts.filter((part) => part !== "").join(", ")}`;
}

function isOccurrence(reach: DeletionReach): boolean {
  return reach.kind === "occurrence" || reach.kind === "last-occurrence";
}

function seriesTotal(series: readonly DeletionTarget[]): string {
  const counts = series.flatMap((target) => (target.reach.kind === "series" ? [target.reach.count] : []));
  if (counts.some((count) => count.kind === "endless")) return "occurrences without end";
  if (counts.some((count) => count.kind === "unknown"))
    return "a number of occurrences that could not be worked out";
  const total = sum(counts.map((count) => (count.kind === "count" ? count.count : 0)));
  return `${total} ${total === 1 ? "occurrence" : "occurrences"}`;
}

function mailSentences(targets: readonly DeletionTarget[], scheduling: Scheduling): string[] {
  if (scheduling === "no") return [];
  const parts = new Set(targets.filter((target) => target.invited > 0).map((target) => target.part));
  const certain = scheduling === "yes";
  const sentences: string[] = [];
  if (parts.has("attendee")) {
    sentences.push(
      certain
        ? "The server tells the organiser that you decline."
        : "Mail may go out that tells the organiser that you decline.",
    );
  }
  if (parts.has("organiser")) {
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
  const starts = targets.flatMap((target) => (target.start === undefined ? [] : [target.start]));
  const sorted = starts.toSorted((left, right) => left.instant - right.instant);
  const first = sorted[0];
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return {};
  if (targets.length === 1) return { "Starts on": dateFact(first, zone) };
  return { "First starts on": dateFact(first, zone), "Last starts on": dateFact(last, zone) };
}

function dateFact(moment: Moment, zone: string): ReturnType<typeof factDate> {
  if (moment.allDay) return factDate({ date: moment.wall });
  return factDate({ instant: new Date(moment.instant).toISOString(), zone: moment.zone ?? zone });
}

/** The calendars that the ids name, which the caller supplied; the values stand escaped under their own heading. */
function calendarLines(targets: readonly DeletionTarget[]): NonNullable<Question["callerValues"]> {
  const calendars = [...new Set(targets.map((target) => target.calendar))];
  if (calendars.length <= 1) return { Calendar: { path: calendars[0] ?? "" } };
  return Object.fromEntries(calendars.map((path, index) => [`Calendar ${index + 1}`, { path }]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
