import { CaldavError } from "../../errors.ts";
import { readDocument, type CalendarDocument } from "../document.ts";
import { joinLines } from "../lines.ts";
import { countRemaining } from "../occurrences.ts";
import { editSeries, unchanged } from "./edit-series.ts";
import { endBefore } from "./end-before.ts";
import { locateExisting } from "./locate.ts";
import { asNew, composeRest } from "./rest.ts";
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
  if (change.recurrence !== undefined)
    throw new CaldavError(
      "bad-input",
      "How an entry repeats can be changed for the whole series only. Nothing was changed.",
    );
  locateExisting(document, recurrence, options);
  const { before } = countRemaining(document, recurrence, options);
  if (before.kind === "count" && before.count === 0)
    return editSeries(document, change, { ...options, occurrence: recurrence });

  const text = endBefore(joinLines(document.lines), recurrence, options);
  const rest = composeRest(document, recurrence, options);
  requireSameOccurrences(document, [readDocument(text), rest], { recurrence, zone: options.zone });
  const edited = await editSeries(rest, change, { ...options, occurrence: recurrence });
  if (edited.text === joinLines(rest.lines)) return unchanged(document, edited.notes);
  return { ...edited, text, rest: asNew(readDocument(edited.text), options.now) };
}
