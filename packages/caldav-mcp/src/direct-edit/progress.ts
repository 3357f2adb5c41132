import { componentOf } from "../editing/component.ts";
import type { ReplacedField } from "../editing/replaced.ts";
import { refused } from "../errors.ts";
import type { EntryComponent } from "../ical/component.ts";
import { readDocument } from "../ical/document.ts";
import { type CompletionEditOptions, editProgress } from "../ical/edit/completion-lines.ts";
import { editCompletion } from "../ical/edit/completion-series.ts";
import { type ProgressInput, progressPatch, repairPatch, saysDone } from "../ical/edit/completion.ts";
import { nextOpen } from "../ical/next-open.ts";

/** In which it is written how far a task is. */
export const PROGRESS_FIELDS: readonly ReplacedField[] = ["status", "completed", "percent_complete"];

/** `recurrence`: the occurrence that the id names; `progress` is undefined where only other fields are changed. */
export type ProgressRequest = { recurrence: string | undefined; progress: ProgressInput | undefined };

/** A text in which a task is as far as it was asked for; `recurrence` names the occurrence that this is about. */
export type Progressed = { text: string; recurrence: string | undefined };

/**
 * Writes how far a task is. With the id of a series that is about the occurrence whose turn it is, as listings show it
 * and as completing does (F104): how far one occurrence is says nothing about the next. Only a series as a whole is
 * cancelled, and only what the series itself says can be taken away from it.
 *
 * @throws CaldavError `bad-input`, `unsupported`
 */
export function progressTo(
  text: string,
  { recurrence, progress }: ProgressRequest,
  options: CompletionEditOptions,
): Progressed {
  // Half a completion is repaired by whatever else is written.
  if (progress === undefined) {
    const component = shownAt(text, recurrence, options);
    const patch = component === undefined ? {} : repairPatch(component, options);
    return { text: editProgress(text, { recurrence, patch }, options), recurrence };
  }
  const open = turnOf(text, { recurrence, progress }, options);
  // As it stands now: a task that was completed is not only open when it is so far.
  const component = shownAt(text, open.recurrence, options);
  const patch = component === undefined ? {} : progressPatch(component, progress, options);
  if (!saysDone(progress))
    return {
      text: editProgress(open.text, { recurrence: open.recurrence, patch }, options),
      recurrence: open.recurrence,
    };
  return editCompletion(readDocument(text), { recurrence, done: true }, options);
}

function turnOf(
  text: string,
  { recurrence, progress }: { recurrence: string | undefined; progress: ProgressInput },
  { view, ...options }: CompletionEditOptions,
): Progressed {
  const document = readDocument(text);
  const ofSeries = recurrence === undefined && document.recurs;
  if (!ofSeries || saysDone(progress) || isOfWhole(progress)) return { text, recurrence };
  const next = nextOpen(document, view);
  switch (next.kind) {
    case "open":
      return { text, recurrence: next.occurrence.recurrence };
    case "none":
      return editCompletion(document, { recurrence, done: false }, { view, ...options });
    case "undated":
      return { text, recurrence };
    case "unknown":
      throw refused(
        "unsupported",
        "This task repeats by a rule that this program cannot follow, so it is not known which occurrence is the next; name one by its occurrence id.",
      );
  }
}

function isOfWhole({ status, percentComplete }: ProgressInput): boolean {
  return status === "cancelled" || status === null || (status === undefined && percentComplete === null);
}

function shownAt(
  text: string,
  recurrence: string | undefined,
  { view }: CompletionEditOptions,
): EntryComponent | undefined {
  return componentOf(readDocument(text), recurrence, view);
}
