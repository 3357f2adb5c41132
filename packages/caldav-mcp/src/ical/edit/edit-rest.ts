import { createBreath } from "../../breath.ts";
import { readDocument, type CalendarDocument } from "../document.ts";
import { countRemaining } from "../occurrences.ts";
import { editSeries, unchanged } from "./edit-series.ts";
import { createEdits, lastLineOf } from "./edits.ts";
import { endBefore } from "./end-before.ts";
import { locateExisting } from "./locate.ts";
import { asNew, composeRest, siblingLine } from "./rest.ts";
import { refuseRecurrence } from "./series-rule.ts";
import { requireSameOccurrences } from "./split-check.ts";
import type { EditResult, EntryChange, RestOptions } from "./types.ts";

/**
 * Changes an occurrence and all later ones: the series ends before it, and a second calendar object under a UID of its
 * own (F95) holds the rest, changed. From the first occurrence on that is the series as a whole; `rest` is then missing
 * in the result.
 *
 * @throws CaldavError `bad-input`, `not-found`, `unsupported`
 */
export async function editRest(
  document: CalendarDocument,
  recurrence: string,
  change: EntryChange,
  options: RestOptions,
): Promise<EditResult> {
  refuseRecurrence(change);
  const breathe = createBreath();
  locateExisting(document, recurrence, options);
  const { before } = countRemaining(document, recurrence, options);
  if (before.kind === "count" && before.count === 0)
    return editSeries(document, change, { ...options, occurrence: recurrence });

  await breathe();
  const text = namingRest(endBefore(document.lines.text, recurrence, options), options.uid);
  await breathe();
  const rest = composeRest(document, recurrence, options);
  await breathe();
  requireSameOccurrences(document, [readDocument(text), rest], { recurrence, zone: options.zone });
  await breathe();
  const edited = await editSeries(rest, change, { ...options, occurrence: recurrence });
  await breathe();
  if (edited.text === rest.lines.text) return unchanged(document, edited.notes);
  return { ...edited, text, rest: asNew(readDocument(edited.text), options.now) };
}

/**
 * The old series names the new one, as that names the old one. So no two splits write the same text, not even of one
 * series in one second, and a look at what is stored tells whose write that was.
 */
function namingRest(text: string, uid: string): string {
  const document = readDocument(text);
  const { master } = document;
  if (master === undefined) return text;
  const edits = createEdits(document);
  edits.insertAfter(lastLineOf(master, ["UID", "RELATED-TO"]), [siblingLine(uid)]);
  return edits.text();
}
