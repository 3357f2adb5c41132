import { badInput } from "../../errors.ts";
import type { EntryComponent } from "../component.ts";
import type { EntryStatus } from "../entry-status.ts";
import { readProgress } from "../task-progress.ts";
import { completionOf, taskStateOf } from "../task-state.ts";
import type { Zone } from "../zone.ts";
import type { EntryPatch } from "./types.ts";

/** How far a task is, in the words of a caller. `null` takes a field away, `undefined` leaves it as it is. */
export type ProgressInput = {
  status?: EntryStatus<"task"> | null | undefined;
  percentComplete?: number | null | undefined;
};

/** The part of a patch that says how far a task is: STATUS, COMPLETED and PERCENT-COMPLETE, which belong together. */
export type CompletionPatch = Pick<EntryPatch, "status" | "completed" | "percentComplete">;

/** `now` in unix milliseconds; `viewer` is the zone of floating times. */
export type CompletionOptions = { now: number; viewer: Zone };

/** What makes a task open again, whichever program closed it and with which of the three properties. */
const REOPENED: CompletionPatch = { status: "needs-action", completed: null, percentComplete: null };

/** Whether a caller says with either of the two that the task is done (F104). */
export function saysDone({ status, percentComplete }: ProgressInput): boolean {
  return status === "completed" || percentComplete === 100;
}

/**
 * What completes a task. One that is completed already keeps the time of it; empty when all three properties agree.
 */
export function completedPatch(component: EntryComponent, options: CompletionOptions): CompletionPatch {
  if (taskStateOf(component) === "completed") return repairPatch(component, options);
  return { status: "completed", completed: options.now, percentComplete: 100 };
}

/**
 * What brings the properties of a completed task into agreement: programs write a STATUS without a time, or a time
 * without a STATUS, or a time that is not in UTC (RFC 5545 section 3.8.2.1, F101). Empty for every other task.
 */
export function repairPatch(component: EntryComponent, { now, viewer }: CompletionOptions): CompletionPatch {
  if (taskStateOf(component) !== "completed") return {};
  const { status, completed, percent } = completionOf(component);
  const at = readProgress(component, viewer).completedAt;
  const isDated = at !== undefined && /^\d{8}T\d{6}Z$/.test(completed ?? "");
  const isWhole = status === "COMPLETED" && completed !== undefined;
  return {
    ...(status === "COMPLETED" ? {} : { status: "completed" as const }),
    ...(isDated ? {} : { completed: at ?? now }),
    ...(percent === 100 || (percent === undefined && isWhole) ? {} : { percentComplete: 100 }),
  };
}

/** What undoes a completion; empty for a task that is open and says nothing else, and for a cancelled one. */
export function reopenedPatch(component: EntryComponent): CompletionPatch {
  const { completed, percent } = completionOf(component);
  const state = taskStateOf(component);
  const saysSo = completed !== undefined || percent === 100;
  return state === "completed" || (state === "open" && saysSo) ? REOPENED : {};
}

/**
 * What a change of a status or a percentage means for the three properties. Whatever says that the task is done
 * completes it; whatever says that it is not clears the time of completion.
 *
 * @throws CaldavError `bad-input` when the two contradict each other
 */
export function progressPatch(
  component: EntryComponent,
  input: ProgressInput,
  options: CompletionOptions,
): CompletionPatch {
  const { status, percentComplete } = input;
  if (saysDone(input)) {
    const agrees =
      (status === undefined || status === "completed") &&
      (percentComplete === undefined || percentComplete === 100);
    if (agrees) return completedPatch(component, options);
    throw badInput("A task is `completed` exactly when `percent_complete` is 100; give one of the two.");
  }
  const isDone = taskStateOf(component) === "completed";
  const leaves = status !== undefined || (isDone && typeof percentComplete === "number");
  if (!leaves) return percentComplete === undefined ? {} : { percentComplete };
  const { completed, percent } = completionOf(component);
  return {
    status: status === undefined ? ((percentComplete ?? 0) > 0 ? "in-process" : "needs-action") : status,
    ...(completed === undefined ? {} : { completed: null }),
    ...(percentComplete === undefined && percent === 100 ? { percentComplete: null } : {}),
    ...(percentComplete === undefined ? {} : { percentComplete }),
  };
}
