import { refused } from "../errors.ts";
import type { EntryComponent } from "../ical/component.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { changedAlone } from "../ical/edit/changed-alone.ts";
import { completionOf, taskStateOf } from "../ical/task-state.ts";
import type { EntryKind } from "../ical/types.ts";
import { type ViewOptions, viewerZone } from "../ical/view.ts";

/**
 * Nobody is asked about a change of a task or a journal entry, since its answer gives back what was there before. Of
 * occurrences that go, it does not: what was changed in them alone, and that they were done and when, is left to the
 * tools that ask.
 *
 * @throws CaldavError `unsupported`
 */
export function refuseLoss(
  { master, kind }: Pick<CalendarDocument, "master" | "kind">,
  gone: readonly EntryComponent[],
  { zone }: ViewOptions,
): void {
  if (master === undefined) return;
  const edited = gone.filter(changedAlone(master, viewerZone(zone))).length;
  if (edited > 0) throw refused("unsupported", editedSentence(edited, kind));
  const common = progressOf(master);
  const progressed = gone.filter((override) => progressOf(override) !== common).length;
  if (progressed > 0) throw refused("unsupported", progressSentence(progressed, kind));
}

/** How far a component says that it is, as it can be compared: programs write "open" in several ways. */
function progressOf(component: EntryComponent): string {
  const { status, completed, percent } = completionOf(component);
  if (component.node.name !== "VTODO") return status ?? "";
  const state = taskStateOf(component);
  const [word, share] = state === "completed" ? ["COMPLETED", 100] : ["NEEDS-ACTION", 0];
  return `${status ?? word} ${completed ?? ""} ${percent ?? share}`;
}

function editedSentence(count: number, kind: EntryKind): string {
  const which =
    count === 1
      ? "1 occurrence that was changed on its own"
      : `${count} occurrences that were changed on their own`;
  return `This would take away ${which}, and nobody is asked here. Delete ${count === 1 ? "it" : "them"} with delete_${kind} first, which asks.`;
}

function progressSentence(count: number, kind: EntryKind): string {
  const which =
    count === 1
      ? "1 occurrence with a status or progress of its own"
      : `${count} occurrences with a status or progress of their own`;
  const ending =
    kind === "task" ? " To end a series and keep what was done, give a `recurrence` with an `until`." : "";
  return `This would take away ${which}, such as that it was completed, and nobody is asked here.${ending} To give that up, use delete_${kind} first, which asks.`;
}
