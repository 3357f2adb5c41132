import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { openForChange } from "../opening.ts";
import { planUpdate } from "./plan-update.ts";
import type { Requested } from "./requested.ts";
import { storeIfChanged } from "./store-change.ts";
import { nextName, taskFacts, taskInWords } from "./task-facts.ts";

/**
 * Changes a task, a whole series of tasks, or one occurrence.
 *
 * @throws CaldavError when nothing was changed, or `write-unknown`
 */
export async function updateTask(
  account: CaldavAccount,
  { id, requested }: { id: string; requested: Requested },
  call: { budget: Budget },
): Promise<Record<string, unknown>> {
  const opened = await openForChange(account, { id, kind: "task" }, call);
  const { entry, document, recurrence, view } = opened;
  const now = account.now();
  const planned = await planUpdate(opened, requested, now);
  const describe = (task: CalendarDocument): string => taskInWords(task, view);
  const stored = await storeIfChanged(account, { entry, document, text: planned.text, describe }, call);
  const updated = planned.text !== entry.text;
  const shown = recurrence ?? planned.progressed ?? nextName(stored.document, view);
  return {
    updated,
    ...taskFacts(stored.document, shown, { entry, view, now }),
    verified: stored.verified,
    replaced: updated ? planned.replaced : {},
    notes: [...planned.notes, ...stored.notes],
  };
}
