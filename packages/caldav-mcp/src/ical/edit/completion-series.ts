import { CaldavError } from "../../errors.ts";
import type { EntryComponent } from "../component.ts";
import { createCost, TooCostly } from "../cost.ts";
import { readDocument, type CalendarDocument } from "../document.ts";
import { nextOpen } from "../next-open.ts";
import { occurrenceAt } from "../occurrences.ts";
import { readProgress } from "../task-progress.ts";
import { taskStateOf } from "../task-state.ts";
import { createView, type ViewOptions } from "../view.ts";
import { completedPatch, type CompletionPatch, reopenedPatch } from "./completion.ts";
import { type CompletionEditOptions, patchOccurrence, patchWhole } from "./completion-lines.ts";
import { dropPristineOverride } from "./pristine-override.ts";

/** `recurrence` names an occurrence; without it the whole entry is meant, and of a series the occurrence whose turn it is. */
export type CompletionRequest = { recurrence: string | undefined; done: boolean };

export type CompletionOutcome = {
  /** The calendar object afterwards; the one that was given when nothing had to be changed. */
  text: string;
  changed: boolean;
  /** The occurrence that was completed or reopened; undefined for a task that does not recur, or a whole series. */
  recurrence: string | undefined;
};

/**
 * Completes or reopens a task, or one occurrence of a recurring one.
 *
 * A completed occurrence becomes an override (RFC 5545 section 3.8.4.4), the series stays as it is: what was done when is
 * kept, other occurrences keep their places, and it can be undone exactly. When no occurrence is open any more, the
 * series itself is completed as well, since several programs look at nothing else.
 *
 * @throws CaldavError `not-found`, or `unsupported` where it cannot be told which occurrence is the next
 */
export function editCompletion(
  document: CalendarDocument,
  request: CompletionRequest,
  options: CompletionEditOptions,
): CompletionOutcome {
  const { recurrence } = request;
  if (recurrence !== undefined && occurrenceIn(document, recurrence, options.view) === undefined)
    throw new CaldavError(
      "not-found",
      "The series has no such occurrence (any more); list the tasks again. Nothing was changed.",
    );
  if (!document.recurs || isUndated(document, options.view)) return editWhole(document, request, options);
  return request.done
    ? completeOccurrence(document, recurrence, options)
    : reopenOccurrence(document, recurrence, options);
}

function occurrenceIn(document: CalendarDocument, recurrence: string, view: ViewOptions) {
  return document.recurs ? occurrenceAt(document, recurrence, view) : undefined;
}

/** A rule without any date gives no occurrences. */
function isUndated(document: CalendarDocument, view: ViewOptions): boolean {
  return document.master !== undefined && createView(document, view).set === undefined;
}

function editWhole(
  document: CalendarDocument,
  { done }: Pick<CompletionRequest, "done">,
  options: CompletionEditOptions,
): CompletionOutcome {
  const component = document.master ?? document.overrides[0];
  const patch = component && (done ? completedPatch(component, options) : reopenedPatch(component));
  if (component === undefined || patch === undefined || isEmpty(patch)) return unchanged(document, undefined);
  return { text: patchWhole(document, component, patch, options), changed: true, recurrence: undefined };
}

function completeOccurrence(
  document: CalendarDocument,
  named: string | undefined,
  options: CompletionEditOptions,
): CompletionOutcome {
  const recurrence = named ?? nextName(document, options.view);
  if (recurrence === undefined) return unchanged(document, undefined);
  const patch = completedPatch(componentAt(document, recurrence, options.view), options);
  if (isEmpty(patch)) return unchanged(document, recurrence);
  const text = patchOccurrence(document, { recurrence, patch }, options);
  return { text: completedWhenNoneIsLeft(readDocument(text), options), changed: true, recurrence };
}

function nextName(document: CalendarDocument, view: ViewOptions): string | undefined {
  const next = nextOpen(document, view);
  if (next.kind === "unknown")
    throw new CaldavError(
      "unsupported",
      "This task repeats by a rule that this program cannot follow, so it is not known which occurrence is the next; name one by its occurrence id. Nothing was changed.",
    );
  return next.kind === "open" ? next.occurrence.recurrence : undefined;
}

function completedWhenNoneIsLeft(document: CalendarDocument, options: CompletionEditOptions): string {
  const { master } = document;
  if (master === undefined || nextOpen(document, options.view).kind !== "none") return textOf(document);
  const patch = taskStateOf(master) === "open" ? completedPatch(master, options) : {};
  return isEmpty(patch) ? textOf(document) : patchWhole(document, master, patch, options);
}

function reopenOccurrence(
  document: CalendarDocument,
  named: string | undefined,
  options: CompletionEditOptions,
): CompletionOutcome {
  const { view } = options;
  const { master } = document;
  // Whoever completed the series as a whole left no occurrence to name.
  if (named === undefined && master !== undefined && isDone(master) && !standsAlone(document, view))
    return editWhole(document, { done: false }, options);
  const recurrence = named ?? lastCompleted(document, options);
  if (recurrence === undefined) return unchanged(document, undefined);
  const patch = reopenedPatch(componentAt(document, recurrence, view));
  if (isEmpty(patch)) return unchanged(document, recurrence);
  const reopened = readDocument(patchOccurrence(document, { recurrence, patch }, options));
  const text = openAgain(reopened, options);
  return {
    text: dropPristineOverride(readDocument(text), recurrence, options),
    changed: true,
    recurrence,
  };
}

/** The series that was completed with its last occurrence is open again, where that opens no other occurrence. */
function openAgain(document: CalendarDocument, options: CompletionEditOptions): string {
  const { master } = document;
  if (master === undefined || !isDone(master) || !standsAlone(document, options.view))
    return textOf(document);
  return patchWhole(document, master, reopenedPatch(master), options);
}

/** Whether every occurrence has an override, so that none shows what the series itself says. */
function standsAlone(document: CalendarDocument, view: ViewOptions): boolean {
  try {
    const { set } = createView(document, view);
    if (set === undefined || set.problem !== undefined) return false;
    const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
    for (const instance of set.instances(always, createCost()))
      if (set.overrideOf(instance) === undefined) return false;
    return true;
  } catch (error) {
    if (error instanceof TooCostly) return false;
    throw error;
  }
}

/** By the time of completion; of several at once the latest occurrence. */
function lastCompleted(
  document: CalendarDocument,
  { view, viewer }: CompletionEditOptions,
): string | undefined {
  const seen = createView(document, view);
  const done = seen.overrides.flatMap((override) => {
    const occurrence = isDone(override) ? seen.ofOverride(override) : undefined;
    if (occurrence === undefined) return [];
    const at = readProgress(override, viewer).completedAt ?? Number.NEGATIVE_INFINITY;
    return [{ name: seen.nameOf(override), at, start: override.recurrenceId?.wall ?? 0 }];
  });
  return done.toSorted((one, other) => other.at - one.at || other.start - one.start)[0]?.name;
}

function componentAt(document: CalendarDocument, recurrence: string, view: ViewOptions): EntryComponent {
  const component = occurrenceAt(document, recurrence, view)?.component;
  if (component === undefined) throw new RangeError("An occurrence that was found has a component.");
  return component;
}

function isDone(component: EntryComponent): boolean {
  return taskStateOf(component) === "completed";
}

function isEmpty(patch: CompletionPatch): boolean {
  return Object.keys(patch).length === 0;
}

function textOf(document: CalendarDocument): string {
  return document.lines.text;
}

function unchanged(document: CalendarDocument, recurrence: string | undefined): CompletionOutcome {
  return { text: textOf(document), changed: false, recurrence };
}
