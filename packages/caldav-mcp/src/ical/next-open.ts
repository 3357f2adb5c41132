import type { EntryComponent } from "./component.ts";
import { createCost, TooCostly } from "./cost.ts";
import type { CalendarDocument } from "./document.ts";
import type { NotExpanded } from "./occurrences.ts";
import { taskStateOf } from "./task-state.ts";
import type { Occurrence } from "./types.ts";
import { createView, type ViewOptions } from "./view.ts";

/** Which occurrence of a recurring task is to be done next. */
export type NextOpen =
  | { kind: "open"; occurrence: Occurrence }
  /** Every occurrence is completed, cancelled or left out. */
  | { kind: "none" }
  /** It has a rule but neither a start nor a due time, so that the rule says nothing. */
  | { kind: "undated" }
  | { kind: "unknown"; why: NotExpanded };

type Options = ViewOptions & { deadline?: () => boolean };

const ALWAYS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/**
 * The earliest occurrence of a recurring task that is neither completed nor cancelled, overdue or not. An occurrence
 * that was changed on its own counts with its own state and where it stands now, every other one with the state of the
 * series: a series that is completed as a whole has no open occurrence but those.
 */
export function nextOpen(document: CalendarDocument, options: Options): NextOpen {
  try {
    return search(document, options);
  } catch (error) {
    if (error instanceof TooCostly) return { kind: "unknown", why: "too-costly" };
    throw error;
  }
}

function search(document: CalendarDocument, options: Options): NextOpen {
  const cost = createCost({ deadline: options.deadline });
  const view = createView(document, options, cost);
  const changed = view.overrides
    .filter(isOpen)
    .flatMap((override) => view.ofOverride(override) ?? [])
    .reduce<Occurrence | undefined>(earlier, undefined);
  const { set } = view;
  const { master } = document;
  if (master === undefined || !isOpen(master)) return found(changed);
  if (set === undefined) return changed === undefined ? { kind: "undated" } : found(changed);

  const first = set.keyOf(set.start);
  for (const instance of set.instances(ALWAYS, cost)) {
    // Where a rule is not followed, only the start is known to have nothing before it.
    if (set.problem !== undefined && instance.key !== first) break;
    const occurrence = view.ofInstance(instance);
    // A change for all later occurrences (RANGE=THISANDFUTURE) may have completed this one.
    if (occurrence === undefined || !isOpen(occurrence.component)) continue;
    return found(earlier(changed, occurrence));
  }
  return set.problem === undefined ? found(changed) : { kind: "unknown", why: set.problem };
}

function isOpen(component: EntryComponent): boolean {
  return taskStateOf(component) === "open";
}

function earlier(one: Occurrence | undefined, other: Occurrence): Occurrence {
  return one === undefined || other.start.instant < one.start.instant ? other : one;
}

function found(occurrence: Occurrence | undefined): NextOpen {
  return occurrence === undefined ? { kind: "none" } : { kind: "open", occurrence };
}
