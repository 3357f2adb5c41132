import type { EntryComponent } from "../component.ts";
import { readDocument, type CalendarDocument } from "../document.ts";
import { createEdits, isEmptyDate, type Touch } from "./edits.ts";
import { rawOf } from "../line-table.ts";

/**
 * The last step of an edit: the components of `text` that are not in `before` get their stamps. What nothing has changed
 * keeps its own, and the text is the old one when there is no such component.
 */
export function stampChanged(before: CalendarDocument, text: string, touch: Touch): string {
  const document = readDocument(text);
  const old = new Set(before.components.map(contentOf));
  const changed = document.components.filter((component) => !old.has(contentOf(component)));
  const edits = createEdits(document);
  for (const component of changed) edits.touch(component, touch);
  return edits.text();
}

/** Lines that any write drops do not count. */
function contentOf({ lines, node }: EntryComponent): string {
  const pieces: string[] = [];
  let next = node.first;
  for (let index = node.first; index <= node.last; index += 1) {
    if (!isEmptyDate(lines, index)) continue;
    pieces.push(rawOf(lines, next, index - 1));
    next = index + 1;
  }
  return [...pieces, rawOf(lines, next, node.last)].join("");
}
