import { framed, REPLACE } from "server-kit";
import { z } from "zod";
import { readTaskUpdate } from "../../direct-edit/requested.ts";
import { updateTask as update } from "../../direct-edit/update-task.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { changedTask } from "./change-schemas.ts";
import { priority } from "./schemas.ts";

export const updateTask = defineTool({
  name: "update_task",
  title: "Change a task",
  description:
    "Changes a task. What is left out stays as it is; `null` clears a field. Of a recurring task the id of the series changes all of it, and an occurrence id only that occurrence. `status` and `percent_complete` are about one occurrence: with the id of a series about the next open one; only `cancelled` is about all. A `status` of completed, or a `percent_complete` of 100, does what complete_task does; every other status of a completed task makes it open again. `replaced` gives what the changed fields held before.",
  input: z.strictObject({
    id: schema.entryId,
    summary: schema.summary.optional(),
    start: schema.momentInput
      .nullable()
      .optional()
      .describe(
        "From when on it can be done. Alone it moves `due` along. With the id of a series: of its next occurrence, and the series moves by as much.",
      ),
    due: schema.momentInput
      .nullable()
      .optional()
      .describe("A date is the last day that is in time. Both are dates, or both are times."),
    timezone: schema.timezone,
    description: schema.description.nullable(),
    priority: priority.nullable(),
    categories: schema.categories.nullable(),
    reminders: schema.reminders
      .nullable()
      .describe("In place of those that it has; those that mail or sound stay."),
    recurrence: schema.recurrence
      .nullable()
      .describe("How it repeats, as for create_task; null: it does not repeat any more."),
    percent_complete: z.number().int().min(0).max(100).nullable().optional(),
    status: z.enum(["needs-action", "in-process", "completed", "cancelled"]).nullable().optional(),
  }),
  output: z.object({
    updated: z.boolean().describe("false: everything was like this already, and nothing was written"),
    ...changedTask,
  }),
  annotations: REPLACE,
  run: async ({ id, ...given }, call) =>
    framed(await update(call.deps, { id, requested: readTaskUpdate(given) }, call)),
});
