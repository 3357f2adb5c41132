import { factHost, type Question } from "confirm-guard";
import { startFacts } from "../asking/start-facts.ts";
import type { EditResult } from "../ical/edit/types.ts";
import type { OccurrenceCount, People } from "../ical/types.ts";
import type { Told } from "./invited.ts";
import type { Editing } from "./plan.ts";
import type { EditReach } from "./reach.ts";
import { SKIPS_MONTHS } from "./short-months.ts";
import type { EventField } from "./requested.ts";

/** A change that reaches past one occurrence. */
export type EditTarget = Pick<Editing, "first" | "afterwards" | "requested"> & {
  rarer?: Editing["rarer"];
  reach: Extract<EditReach, { kind: "rest" | "series" }>;
  invited: Pick<People, "invited" | "part">;
  result: Pick<EditResult, "keptEdited" | "dropped">;
  calendar: { id: string };
};

/** `zone` is the zone that floating times are read in. */
export type EditSetting = { host: string; told: Told; zone: string };

/**
 * The question about a change that reaches past one occurrence. Numbers and dates come from the entry as stored, what is
 * to be written from the caller; nothing else that stands in the entry is used.
 */
export function editQuestion(target: EditTarget, { host, told, zone }: EditSetting): Question {
  const { first, invited, result } = target;
  return {
    action: actionOf(target),
    consequence: [
      "The calendar does not keep what is there now; the answer gives back what the changed fields held.",
      ...(target.reach.kind === "rest"
        ? ["The later occurrences become a series of their own, and the earlier ones stay as they are."]
        : []),
      ...goneSentences(target),
      ...(result.keptEdited > 0 ? [keptSentence(result.keptEdited)] : []),
      ...toldSentences(invited, told),
    ].join(" "),
    facts: {
      ...startFacts(first === undefined ? [] : [first.start], zone),
      "Invited people": invited.invited.size,
      Account: factHost(host),
    },
    callerValues: callerValues(target),
    yes: "Yes, change them",
    no: "No, change nothing",
  };
}

/** How an event repeats is changed for the entire series only. */
function actionOf({ reach, requested, afterwards }: EditTarget): string {
  const { recurrence } = requested.update;
  const now = `a recurring event (${numberOf(reach.count)})`;
  if (recurrence === null) return `end the repeating of ${now}, so that one occurrence is left`;
  if (recurrence !== undefined)
    return `change when ${now} repeats${afterwards === undefined ? "" : `: afterwards ${numberOf(afterwards)}`}`;
  if (reach.kind === "series") return `change ${allOf(reach.count)}`;
  return `change this and all later occurrences (${numberOf(reach.count)}) of a recurring event`;
}

function allOf(count: OccurrenceCount): string {
  switch (count.kind) {
    case "count":
      return count.count === 1
        ? "a recurring event with its one occurrence"
        : `a recurring event in all ${count.count} of its occurrences`;
    case "endless":
      return "a recurring event which repeats without end, in all of its occurrences";
    case "unknown":
      return "a recurring event in all of its occurrences, whose number could not be worked out";
  }
}

function numberOf(count: OccurrenceCount): string {
  if (count.kind === "count") return `${count.count} ${count.count === 1 ? "occurrence" : "occurrences"}`;
  return count.kind === "endless" ? "without end" : "number unknown";
}

/** An occurrence that the series has no date for any more is gone, and with it what was changed on it alone. */
function goneSentences({ requested: { update }, result: { dropped }, rarer }: EditTarget): string[] {
  if (update.recurrence === null)
    return ["All other occurrences go, also those that were edited on their own."];
  return [
    ...(update.recurrence === undefined ? [] : ["Occurrences that the new rule does not name go."]),
    ...(rarer === true ? [SKIPS_MONTHS] : []),
    ...(dropped > 0 ? [droppedSentence(dropped)] : []),
  ];
}

function droppedSentence(count: number): string {
  return count === 1
    ? "1 that was edited on its own goes with what was changed in it, since the series has no date for it any more."
    : `${count} that were edited on their own go with what was changed in them, since the series has no date for them any more.`;
}

function keptSentence(count: number): string {
  return count === 1
    ? "1 of them was edited on its own and keeps its own changes."
    : `${count} of them were edited on their own and keep their own changes.`;
}

function toldSentences({ invited, part }: EditTarget["invited"], told: Told): string[] {
  const unknown =
    part === "unknown"
      ? [
          "It is not known whether this account organises it; if somebody else does, the organiser's next change replaces this one.",
        ]
      : [];
  if (invited.size === 0) return unknown;
  switch (told) {
    case "yes":
      return [...unknown, "The server tells the invited people of the change."];
    case "unknown":
      return [...unknown, "Mail about the change may go out to the people who are invited."];
    case "no":
      return [...unknown, "The server does not tell the people who are invited."];
  }
}

/** Times and rules first: they decide what happens to all occurrences. What does not fit stands there as a digest. */
function callerValues({ calendar, requested }: EditTarget): NonNullable<Question["callerValues"]> {
  const { update, fields } = requested;
  const isCleared = (field: EventField): boolean => update[field] === null;
  const values: [string, string | undefined][] = [
    ["Fields to change", named(fields.filter((field) => !isCleared(field)))],
    ["Fields to clear", named(fields.filter(isCleared))],
    ["New start", update.start],
    ["New end", update.end],
    ["Time zone", update.timezone],
    ["New recurrence", written(update.recurrence)],
    ["New summary", update.summary],
    ["New location", written(update.location)],
    ["New status", written(update.status)],
    ["New description", written(update.description)],
    ["New categories", update.categories?.join(", ")],
    ["New transparency", written(update.transparent)],
    ["New reminders", written(update.reminders)],
  ];
  const given = values.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
  return { Calendar: { path: calendar.id }, ...Object.fromEntries(given) };
}

function named(fields: readonly string[]): string | undefined {
  return fields.length === 0 ? undefined : fields.join(", ");
}

function written(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}
