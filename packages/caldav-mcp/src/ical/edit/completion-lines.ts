import type { EntryComponent } from "../component.ts";
import { type CalendarDocument, readDocument } from "../document.ts";
import { ownLine } from "../gate.ts";
import { peopleIn } from "../people.ts";
import { utcStamp } from "../time-values.ts";
import { propertyOf } from "../tree.ts";
import type { ViewOptions } from "../view.ts";
import type { Zone } from "../zone.ts";
import type { CompletionPatch } from "./completion.ts";
import { createEdits, type Edits } from "./edits.ts";
import { withOverride } from "./override.ts";
import { applyPatch, replaceProperty } from "./patch.ts";

/** `now` in unix milliseconds; `viewer` is the zone of `view`. */
export type CompletionEditOptions = { now: number; view: ViewOptions; viewer: Zone };

/** The document with one of its components completed or reopened; no line that says something else is touched. */
export function patchWhole(
  document: CalendarDocument,
  component: EntryComponent,
  patch: CompletionPatch,
  options: CompletionEditOptions,
): string {
  const edits = createEdits(document);
  writeCompletion(edits, component, patch, options);
  return edits.isEmpty() ? document.lines.text : edits.text();
}

/** {@link patchWhole} for an occurrence, which gets a component of its own where it has none yet. */
export function patchOccurrence(
  document: CalendarDocument,
  { recurrence, patch }: { recurrence: string; patch: CompletionPatch },
  options: CompletionEditOptions,
): string {
  const overridden = withOverride(document, recurrence, options.view);
  const edits = createEdits(overridden.document);
  writeCompletion(edits, overridden.override, patch, options);
  return edits.isEmpty() ? document.lines.text : edits.text();
}

/**
 * A stored text with how far its task is, or one occurrence of it, written anew. The text itself when the patch is empty
 * or says what stands there.
 */
export function editProgress(
  text: string,
  { recurrence, patch }: { recurrence: string | undefined; patch: CompletionPatch },
  options: CompletionEditOptions,
): string {
  if (Object.keys(patch).length === 0) return text;
  const document = readDocument(text);
  if (recurrence !== undefined) return patchOccurrence(document, { recurrence, patch }, options);
  const component = document.master ?? document.overrides[0];
  return component === undefined ? text : patchWhole(document, component, patch, options);
}

function writeCompletion(
  edits: Edits,
  component: EntryComponent,
  patch: CompletionPatch,
  { now, view }: CompletionEditOptions,
): void {
  applyPatch(edits, component, patch, { zone: view.zone });
  // A patch leaves a time alone that names the same instant, in whatever form; this one has to be in UTC (F101).
  if (typeof patch.completed === "number" && hasLocalCompleted(component))
    replaceProperty(edits, component, "COMPLETED", [ownLine("COMPLETED", utcStamp(patch.completed))]);
  // Only an organiser counts versions of an entry; whoever is given a task answers to the version that it has.
  const { part } = peopleIn([component], view.ownAddresses);
  edits.touch(component, { now, sequence: part === "organiser" ? "up" : "keep" });
}

function hasLocalCompleted({ lines, node }: EntryComponent): boolean {
  return propertyOf(lines, node, "COMPLETED")?.value.trim().toUpperCase().endsWith("Z") === false;
}
