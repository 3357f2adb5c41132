import type { EntryComponent } from "../component.ts";
import { readDocument, type CalendarDocument } from "../document.ts";
import { linesIn } from "../line-table.ts";
import { completionOf, taskStateOf } from "../task-state.ts";
import { createView } from "../view.ts";
import type { CompletionEditOptions } from "./completion-lines.ts";
import { createEdits } from "./edits.ts";
import { withOverride } from "./override.ts";

/** What a component of its own says of an occurrence even when nothing about it was changed. */
export const NOTHING_OF_ITS_OWN = new Set([
  "DTSTAMP",
  "CREATED",
  "LAST-MODIFIED",
  "SEQUENCE",
  "STATUS",
  "COMPLETED",
  "PERCENT-COMPLETE",
]);

/**
 * The document without the component of a reopened occurrence, where that says no more than the series does: completing
 * made it, and undoing that takes it away again. An occurrence that was changed in any other way keeps it.
 */
export function dropPristineOverride(
  document: CalendarDocument,
  recurrence: string,
  options: CompletionEditOptions,
): string {
  const text = document.lines.text;
  const own = overrideNamed(document, recurrence, options);
  const { master } = document;
  if (own === undefined || master === undefined || !saysOpen(master) || !saysOpen(own)) return text;
  const without = withoutComponents(document, recurrence, options);
  const made = withOverride(readDocument(without), recurrence, options.view).override;
  return saidBy(made) === saidBy(own) ? without : text;
}

/** Open, and nothing about how far it is. */
function saysOpen(component: EntryComponent): boolean {
  const { status, percent } = completionOf(component);
  const isPlain = status === undefined || status === "NEEDS-ACTION";
  return taskStateOf(component) === "open" && isPlain && (percent ?? 0) === 0;
}

function overrideNamed(
  document: CalendarDocument,
  recurrence: string,
  { view }: CompletionEditOptions,
): EntryComponent | undefined {
  const { overrides, nameOf } = createView(document, view);
  return overrides.find((override) => nameOf(override) === recurrence);
}

/** All components of the occurrence go, also older versions that reading passes over. */
function withoutComponents(
  document: CalendarDocument,
  recurrence: string,
  { view }: CompletionEditOptions,
): string {
  const { nameOf } = createView(document, view);
  const edits = createEdits(document);
  for (const component of document.components)
    if (nameOf(component) === recurrence) edits.removeComponent(component.node);
  return edits.text();
}

/** The lines of a component, nested ones too, as they can be compared; their order says nothing. */
function saidBy({ lines, node }: EntryComponent): string {
  const own = linesIn(lines, node.first, node.last).filter(({ name }) => !NOTHING_OF_ITS_OWN.has(name));
  return own
    .map(({ content }) => content)
    .toSorted()
    .join("\n");
}
