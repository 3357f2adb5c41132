import type { EntryComponent } from "./component.ts";
import { propertyOf } from "./tree.ts";

/** Whether a task still waits to be done. */
export type TaskState = "open" | "completed" | "cancelled";

/** What a task says about its state: the three properties that belong together, as they are written. */
export type Completion = {
  status: string | undefined;
  /** The value of COMPLETED; undefined when it is absent or empty. */
  completed: string | undefined;
  percent: number | undefined;
};

export function completionOf({ lines, node }: EntryComponent): Completion {
  const value = (name: string): string | undefined => {
    const text = propertyOf(lines, node, name)?.value.trim() ?? "";
    return text === "" ? undefined : text;
  };
  const percent = value("PERCENT-COMPLETE") ?? "";
  return {
    status: value("STATUS")?.toUpperCase(),
    completed: value("COMPLETED"),
    percent: /^\d{1,3}$/.test(percent) ? Math.min(100, Number(percent)) : undefined,
  };
}

/**
 * A STATUS decides. Without one, a time of completion or 100 per cent says that the task is done, since several
 * programs write no more than that.
 */
export function taskStateOf(component: EntryComponent): TaskState {
  const { status, completed, percent } = completionOf(component);
  if (status === "COMPLETED") return "completed";
  if (status === "CANCELLED") return "cancelled";
  if (status !== undefined) return "open";
  return completed !== undefined || percent === 100 ? "completed" : "open";
}
