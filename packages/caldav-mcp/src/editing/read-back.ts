import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { readEntry } from "../dav/entries.ts";
import type { EntryComponent } from "../ical/component.ts";
import { describeRecurrence } from "../ical/describe.ts";
import { type CalendarDocument, readDocument } from "../ical/document.ts";
import { searchText } from "../ical/fields.ts";
import { renderMoment, weekdayOf } from "../ical/instants.ts";
import { countOccurrences, occurrenceAt, startOf } from "../ical/occurrences.ts";
import type { Occurrence } from "../ical/types.ts";
import type { ViewOptions } from "../ical/view.ts";
import { componentOf } from "./component.ts";
import type { Editing } from "./plan.ts";
import { showsAsAsked } from "./shows-as-asked.ts";

type Call = { budget: Budget };

/** What the change came to, as it stands on the server, or as it was sent where it could not be read back. */
export type Seen = {
  /** Start, end and weekday as a result shows them. */
  times: Record<string, unknown>;
  /** How it repeats, when that was changed. */
  recurrence: Record<string, unknown> | undefined;
  verified: boolean;
  /** What is not as it was sent, in our words. */
  notes: string[];
};

export const NOT_SHOWN =
  "The server confirmed the write. Reading it back failed, so this shows it as it was sent; do not change it again.";

/** `restResource`: after a split, the object that holds what was changed. Never fails: the write is done. */
export async function readBack(
  account: CaldavAccount,
  { editing, restResource }: { editing: Editing; restResource: string | undefined },
  call: Call,
): Promise<Seen> {
  const { entry, after, rest } = editing;
  const sent = rest ?? after;
  try {
    const { text } = await readEntry(account.client, entry.calendar, restResource ?? entry.resource, call);
    const stored = readDocument(text);
    return {
      ...seenIn(stored, editing),
      verified: true,
      notes: differences({ sent, stored, editing }),
    };
  } catch {
    return { ...seenIn(sent, editing), verified: false, notes: [NOT_SHOWN] };
  }
}

/** What stands there already, when there was nothing to write. */
export function asItStands(editing: Editing): Seen {
  return { ...seenIn(editing.document, editing), verified: true, notes: [] };
}

function seenIn(document: CalendarDocument, editing: Editing): Pick<Seen, "times" | "recurrence"> {
  const { requested, view } = editing;
  const recurs = requested.change.recurrence === undefined ? undefined : describeRecurrence(document);
  const count = recurs === undefined ? undefined : countOccurrences(document, view);
  return {
    times: timesOf(changedIn(document, editing), view),
    recurrence: recurs && {
      ...recurs,
      ...(count?.kind === "count" ? { occurrences: count.count } : {}),
      ...(count?.kind === "endless" ? { endless: true } : {}),
    },
  };
}

function changedIn(document: CalendarDocument, { reach, recurrence, view }: Editing): Occurrence | undefined {
  return reach.kind === "occurrence" && recurrence !== undefined
    ? occurrenceAt(document, recurrence, view)
    : startOf(document, view);
}

function timesOf(occurrence: Occurrence | undefined, view: ViewOptions): Record<string, unknown> {
  if (occurrence === undefined) return {};
  const { start, end } = occurrence;
  const zone = start.zone ?? view.zone;
  return { start: renderMoment(start, zone), end: renderMoment(end, zone), weekday: weekdayOf(start, zone) };
}

type Compared = { sent: CalendarDocument; stored: CalendarDocument; editing: Editing };

function differences({ sent, stored, editing }: Compared): string[] {
  const [was, is] = [changedIn(sent, editing), changedIn(stored, editing)];
  const sameTimes = was?.start.instant === is?.start.instant && was?.end.instant === is?.end.instant;
  const sameTexts = textsOf(sent, editing) === textsOf(stored, editing);
  const { requested, view } = editing;
  const component = changedComponent(stored, editing);
  const complete = component !== undefined && showsAsAsked(component, { update: requested.update, view });
  return [
    ...(sameTimes ? [] : ["The server stored other times than were sent, or somebody changed them since."]),
    ...(sent.recurs === stored.recurs ? [] : ["The server did not store the recurrence as it was sent."]),
    ...(sameTexts
      ? []
      : ["The stored text is not the one that was sent: the server or somebody else changed it."]),
    ...(complete || !sameTexts
      ? []
      : ["The server did not store all that was asked for, or somebody changed it since; read the event."]),
  ];
}

function changedComponent(
  document: CalendarDocument,
  { reach, recurrence, view }: Editing,
): EntryComponent | undefined {
  return componentOf(document, reach.kind === "occurrence" ? recurrence : undefined, view);
}

/** For comparing only. */
function textsOf(document: CalendarDocument, editing: Editing): string {
  const component = changedComponent(document, editing);
  if (component === undefined) return "";
  const fields = ["summary", "location", "description", "categories"] as const;
  return JSON.stringify(fields.map((field) => searchText(component, field)));
}
