import { componentOf } from "../editing/component.ts";
import { type ReplacedField, replacedOf } from "../editing/replaced.ts";
import { refused } from "../errors.ts";
import type { EntryComponent } from "../ical/component.ts";
import { readDocument } from "../ical/document.ts";
import { type CompletionEditOptions, editProgress } from "../ical/edit/completion-lines.ts";
import { type CompletionOutcome, editCompletion } from "../ical/edit/completion-series.ts";
import {
  type CompletionPatch,
  type ProgressInput,
  progressPatch,
  repairPatch,
  saysDone,
} from "../ical/edit/completion.ts";
import { taskStateOf } from "../ical/task-state.ts";
import { occurrenceAt } from "../ical/occurrences.ts";
import { viewerZone } from "../ical/view.ts";
import type { OpenedEntry } from "../opening.ts";
import { refuseOrganisersPart } from "./assigned.ts";
import type { Requested } from "./requested.ts";
import { rewrite } from "./rewrite.ts";

/** A change of a task or a journal entry, worked out and not yet written. */
export type PlannedUpdate = {
  /** The calendar object afterwards; the stored one when everything is already as it was asked for. */
  text: string;
  /** Of a series, the occurrence that the change completes. */
  completed: string | undefined;
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
  const { recurrence, view } = opened;
  const component = componentNamed(opened);
  if (requested.change.recurrence !== undefined) refuseRecurrence(opened);
  const options = { now, view, viewer: viewerZone(view.zone) };
  const { change, progress } = requested;
  const patch = progressFor(opened, component, { progress, options });
  const fields = [...requested.fields, ...fieldsOf(patch)];
  refuseOrganisersPart([component], fields, view.ownAddresses);

  const { text, notes } = await rewrite(opened, change, now);
  const replaced = replacedIn(opened, component, fields);
  const done = completionAsked(opened, component, progress);
  if (done === undefined)
    return {
      text: editProgress(text, { recurrence, patch }, options),
      completed: undefined,
      replaced,
      notes,
    };

  const rewritten = readDocument(text);
  const edited = editCompletion(rewritten, { recurrence, done }, options);
  const held = componentOf(rewritten, edited.recurrence, view);
  const more = done ? edited.text : progressOfReopened(edited, progress, options);
  return {
    text: more,
    completed: done ? edited.recurrence : undefined,
    replaced: {
      ...replaced,
      ...(held === undefined
        ? {}
        : replacedOf({ document: rewritten, component: held, view }, PROGRESS_FIELDS)),
    },
    notes,
  };
}

/**
 * Whether a change completes or reopens, which goes the way of complete_task (F104): of a series the next open
 * occurrence, and of one that is completed the occurrence that was completed last.
 */
function completionAsked(
  { document, recurrence }: OpenedEntry,
  component: EntryComponent,
  progress: ProgressInput | undefined,
): boolean | undefined {
  if (progress === undefined) return undefined;
  if (saysDone(progress)) return true;
  const reopens =
    document.recurs &&
    recurrence === undefined &&
    taskStateOf(component) === "completed" &&
    progress.status !== "cancelled";
  return reopens ? false : undefined;
}

/** A task that is in process again, or so far, is not only open. */
function progressOfReopened(
  { text, recurrence }: CompletionOutcome,
  progress: ProgressInput | undefined,
  options: CompletionEditOptions,
): string {
  const component = componentOf(readDocument(text), recurrence, options.view);
  if (component === undefined || progress === undefined) return text;
  return editProgress(text, { recurrence, patch: progressPatch(component, progress, options) }, options);
}

type Progressing = { progress: ProgressInput | undefined; options: CompletionEditOptions };

/** What is asked for without completing; half a completion is repaired by whatever else is written. */
function progressFor(
  { document }: OpenedEntry,
  component: EntryComponent,
  { progress, options }: Progressing,
): CompletionPatch {
  if (document.kind !== "task") return {};
  if (progress === undefined) return repairPatch(component, options);
  const patch = progressPatch(component, progress, options);
  return saysDone(progress) ? {} : patch;
}

const PROGRESS_FIELDS: ReplacedField[] = ["status", "completed", "percent_complete"];

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

function fieldsOf(patch: CompletionPatch): ReplacedField[] {
  return [
    ...(patch.status === undefined ? [] : (["status"] as const)),
    ...(patch.completed === undefined ? [] : (["completed"] as const)),
    ...(patch.percentComplete === undefined ? [] : (["percent_complete"] as const)),
  ];
}

function replacedIn(
  { document, recurrence, view }: OpenedEntry,
  component: EntryComponent,
  fields: readonly ReplacedField[],
): Record<string, unknown> {
  const placed = recurrence === undefined ? undefined : occurrenceAt(document, recurrence, view);
  return replacedOf({ document, component, placed, view }, fields);
}
