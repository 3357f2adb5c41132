import { encodeEntryId } from "../dav/entry-id.ts";
import type { Told } from "./invited.ts";
import { type Editing, isChange } from "./plan.ts";
import type { Seen } from "./read-back.ts";
import { SKIPS_MONTHS } from "./short-months.ts";

/** `rest`: after a split, the name of the object with the later occurrences. */
export type Finished = { told: Told; seen: Seen; rest: string | undefined };

const UNKNOWN_PART =
  "It is not known whether this account organises this event: none of its known addresses is in it. If somebody else organises it, the organiser's next change replaces this one. CALDAV_USER_EMAIL names the addresses.";
export const ALREADY = "Everything was like this already; nothing was written.";

/** What the caller is told of a change. */
export function outcomeOf(editing: Editing, { told, seen, rest }: Finished): Record<string, unknown> {
  const { result, reach, invited, replaced } = editing;
  const updated = isChange(editing);
  const changed = updated ? result.changed : ({ kind: "count", count: 0 } as const);
  return {
    updated,
    ...idsOf(editing, rest),
    scope: SCOPES[reach.kind],
    ...(changed.kind === "count" ? { occurrences_changed: changed.count } : {}),
    edited_kept: result.keptEdited,
    ...seen.times,
    ...(seen.recurrence === undefined ? {} : { recurrence: seen.recurrence }),
    invited_people: invited.invited.size,
    invited_people_told: updated ? told : "no",
    verified: seen.verified,
    replaced,
    notes: [
      ...(updated ? [] : [ALREADY]),
      ...result.notes,
      ...(editing.rarer ? [SKIPS_MONTHS] : []),
      ...(updated && invited.part === "unknown" ? [UNKNOWN_PART] : []),
      ...seen.notes,
    ],
  };
}

const SCOPES = {
  single: "event",
  occurrence: "this_occurrence",
  rest: "this_and_future",
  series: "entire_series",
} as const;

/** An occurrence keeps its name wherever it is moved; a whole series has one of its own, since its occurrences may not. */
function idsOf(
  { entry, recurrence, reach, document }: Editing,
  rest: string | undefined,
): Record<string, string> {
  const { calendar, resource } = entry;
  const place = { kind: document.kind, calendar: calendar.id };
  const whole = encodeEntryId({ ...place, resource });
  if (reach.kind === "occurrence") return { id: encodeEntryId({ ...place, resource, recurrence }) };
  if (rest === undefined) return { id: whole };
  return { id: encodeEntryId({ ...place, resource: rest }), earlier_series_id: whole };
}
