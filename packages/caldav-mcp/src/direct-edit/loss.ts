import { refused } from "../errors.ts";
import type { EntryComponent } from "../ical/component.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { changedAlone } from "../ical/edit/changed-alone.ts";
import { type ViewOptions, viewerZone } from "../ical/view.ts";

/**
 * Nobody is asked about a change of a task or a journal entry, since its answer gives back what was there before. Of
 * occurrences that go, it does not: those that were changed on their own are left to the tools that ask.
 *
 * @throws CaldavError `unsupported`
 */
export function refuseLoss(
  { master, kind }: Pick<CalendarDocument, "master" | "kind">,
  gone: readonly EntryComponent[],
  { zone }: ViewOptions,
): void {
  if (master === undefined) return;
  const lost = gone.filter(changedAlone(master, viewerZone(zone))).length;
  if (lost === 0) return;
  const which =
    lost === 1
      ? "1 occurrence that was changed on its own"
      : `${lost} occurrences that were changed on their own`;
  throw refused(
    "unsupported",
    `This would take away ${which}, and nobody is asked here. Delete ${lost === 1 ? "it" : "them"} with delete_${kind} first, which asks.`,
  );
}
