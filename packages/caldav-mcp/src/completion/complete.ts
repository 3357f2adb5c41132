import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { PROGRESS_FIELDS } from "../direct-edit/progress.ts";
import { storeChange } from "../direct-edit/store-change.ts";
import { taskFacts, taskInWords, type TaskPlace } from "../direct-edit/task-facts.ts";
import { componentOf } from "../editing/component.ts";
import { overwritten } from "../editing/overwritten.ts";
import { readDocument } from "../ical/document.ts";
import { type CompletionOutcome, editCompletion } from "../ical/edit/completion-series.ts";
import { nextOpen } from "../ical/next-open.ts";
import { viewerZone } from "../ical/view.ts";
import { openForChange, type OpenedEntry } from "../opening.ts";

type Call = { budget: Budget };

/** What the caller is told, and whether anything in it was written by others. */
export type Completed = { result: Record<string, unknown>; hasForeignText: boolean };

const ALREADY_DONE = "It was completed already; nothing was written.";
const NONE_OPEN = "Nothing of it is open: it was cancelled. Nothing was written.";
const ALREADY_OPEN = "It was not completed; nothing was written.";
const LAST_ONE = "No occurrence is open any more, so the series itself is completed as well.";

/**
 * Completes a task or makes it open again. Of a recurring one that is the named occurrence; where the id names the
 * series, the next open one, or to reopen, the one that was completed last.
 *
 * @throws CaldavError when nothing was changed, or `write-unknown`
 */
export async function completeTask(
  account: CaldavAccount,
  { id, done }: { id: string; done: boolean },
  call: Call,
): Promise<Completed> {
  const opened = await openForChange(account, { id, kind: "task" }, call);
  const { document, entry, view } = opened;
  const now = account.now();
  const place: TaskPlace = { entry, view, now };
  const request = { recurrence: opened.recurrence, done };
  const edited = editCompletion(document, request, { now, view, viewer: viewerZone(view.zone) });
  const replaced = replacedBy(opened, edited);
  if (!edited.changed) {
    const facts = taskFacts(document, edited.recurrence, place);
    const already = facts["status"] === "cancelled" ? NONE_OPEN : ALREADY_DONE;
    const result = {
      done,
      changed: false,
      ...facts,
      verified: true,
      replaced,
      notes: [done ? already : ALREADY_OPEN],
    };
    return { result, hasForeignText: false };
  }
  const describe = (stored: OpenedEntry["document"]): string => taskInWords(stored, view);
  const stored = await storeChange(account, { entry, text: edited.text, describe }, call);
  const isLast = done && document.recurs && nextOpen(stored.document, view).kind === "none";
  const result = {
    done,
    changed: true,
    ...taskFacts(stored.document, edited.recurrence, place),
    verified: stored.verified,
    replaced,
    notes: [...(isLast ? [LAST_ONE] : []), ...stored.notes],
  };
  return { result, hasForeignText: "untrusted_text" in replaced };
}

/** What stood in the three properties that a completion is made of. */
function replacedBy(
  { document, view }: OpenedEntry,
  { changed, recurrence, text }: CompletionOutcome,
): Record<string, unknown> {
  const component = componentOf(document, recurrence, view);
  if (!changed || component === undefined) return {};
  return overwritten({
    before: document,
    after: [readDocument(text)],
    changes: [{ held: { document, component, view }, fields: PROGRESS_FIELDS }],
  });
}
