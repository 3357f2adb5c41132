import type { EntryComponent } from "./component.ts";
import { withinYears } from "./entry-span.ts";
import { instantOfTime, readEntryTime } from "./entry-time.ts";
import { completionOf, taskStateOf } from "./task-state.ts";
import { propertyOf } from "./tree.ts";
import type { TaskProgress } from "./types.ts";
import type { Zone } from "./zone.ts";
import { zoneOfTzid } from "./zones.ts";

/** COMPLETED is to be in UTC (RFC 5545 section 3.8.2.1), but some programs write it with a zone (F101). */
export function readProgress(component: EntryComponent, viewer: Zone): TaskProgress {
  const completed = propertyOf(component.lines, component.node, "COMPLETED");
  const time = completed && readEntryTime(completed.value, completed.params, zoneOfTzid);
  return {
    state: taskStateOf(component),
    completedAt: time && withinYears(instantOfTime(time, viewer)),
    percentComplete: completionOf(component).percent,
    priority: priorityOf(component),
  };
}

/** RFC 5545 section 3.8.1.9: 0 says that there is none. */
function priorityOf({ lines, node }: EntryComponent): number | undefined {
  const text = propertyOf(lines, node, "PRIORITY")?.value.trim() ?? "";
  return /^[1-9]$/.test(text) ? Number(text) : undefined;
}
