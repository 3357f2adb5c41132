import { createBreath } from "../breath.ts";
import { refuseTooMuch } from "../editing/as-written.ts";
import { componentOf } from "../editing/component.ts";
import { type Overwriting, overwritten } from "../editing/overwritten.ts";
import type { Held } from "../editing/replaced.ts";
import { refused } from "../errors.ts";
import type { EntryComponent } from "../ical/component.ts";
import { readDocument } from "../ical/document.ts";
import { occurrenceAt } from "../ical/occurrences.ts";
import { viewerZone } from "../ical/view.ts";
import type { OpenedEntry } from "../opening.ts";
import { refuseOrganisersPart } from "./assigned.ts";
import { refuseLoss } from "./loss.ts";
import { PROGRESS_FIELDS, progressTo } from "./progress.ts";
import type { Requested } from "./requested.ts";
import { rewrite } from "./rewrite.ts";
import { nextName } from "./task-facts.ts";

/** A change of a task or a journal entry, worked out and not yet written. */
export type PlannedUpdate = {
  /** The calendar object afterwards; the stored one when everything is already as it was asked for. */
  text: string;
  /** The occurrence that a change of how far a task is was about. */
  progressed: string | undefined;
  /** What the changed fields hold now. */
  replaced: Record<string, unknown>;
  notes: string[];
};

/**
 * Works out a change of what an id names: of a whole entry, a whole series, or one occurrence.
 *
 * @throws CaldavError with the reason; nothing was changed
 */
export async function planUpdate(
  opened: OpenedEntry,
  requested: Requested,
  now: number,
): Promise<PlannedUpdate> {
  const { document, recurrence, view } = opened;
  const breathe = createBreath();
  const component = componentNamed(opened);
  const { change, progress, fields } = requested;
  if (change.recurrence !== undefined) refuseRecurrence(opened);
  refuseOrganisersPart([component], fields, view.ownAddresses);
  refuseTooMuch(document, fields);

  // Listings show a recurring task at its next occurrence, so it is that one whose times a caller speaks of.
  const isTask = document.kind === "task";
  const spoken = recurrence ?? (isTask && change.times !== undefined ? nextName(document, view) : undefined);
  const { text, notes, gone } = await rewrite(opened, change, { now, spoken });
  await breathe();
  refuseLoss(document, gone, view);
  const placed = spoken === undefined ? undefined : occurrenceAt(document, spoken, view);
  const held: Held = { document, component, placed, view };
  if (!isTask) return { text, progressed: undefined, replaced: replacedBy(text, [{ held, fields }]), notes };

  const options = { now, view, viewer: viewerZone(view.zone) };
  await breathe();
  const progressed = progressTo(text, { recurrence, progress }, options);
  const rewritten = readDocument(text);
  await breathe();
  const done = componentOf(rewritten, progressed.recurrence, view);
  const moved =
    progressed.text === text || done === undefined
      ? []
      : [{ held: { document: rewritten, component: done, view }, fields: PROGRESS_FIELDS }];
  return {
    text: progressed.text,
    progressed: progressed.recurrence,
    replaced: replacedBy(progressed.text, [{ held, fields }, ...moved]),
    notes,
  };

  function replacedBy(written: string, changes: Overwriting["changes"]): Record<string, unknown> {
    return overwritten({ before: document, after: [readDocument(written)], changes });
  }
}

/** @throws CaldavError `not-found` */
function componentNamed({ document, recurrence, view }: OpenedEntry): EntryComponent {
  const named = recurrence === undefined ? undefined : occurrenceAt(document, recurrence, view);
  if (recurrence !== undefined && (named === undefined || !document.recurs))
    throw refused("not-found", "The series has no such occurrence (any more); list the entries again.");
  const component = named?.component ?? componentOf(document, recurrence, view);
  if (component === undefined) throw refused("unreadable-entry", "This entry cannot be read.");
  return component;
}

function refuseRecurrence({ recurrence }: OpenedEntry): void {
  if (recurrence === undefined) return;
  throw refused(
    "bad-input",
    "How a task repeats is changed for the whole series only: give the id of the series, not of one occurrence.",
  );
}
