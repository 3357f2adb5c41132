import { framed } from "server-kit";
import { z } from "zod";
import { readTaskUpdate } from "../../direct-edit/requested.ts";
import { updateTask as update } from "../../direct-edit/update-task.ts";
import { UPDATE } from "../annotations.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { changedTask } from "./change-schemas.ts";
import { priority } from "./schemas.ts";

export const updateTask = defineTool({
  name: "update_task",
  title: "Change a task",
  description:
    "Changes a task. What is left out stays as it is; `null` clears a field. Of a recurring task the id of the series changes all of it, and an occurrence id only that occurrence. A `status` of completed, or a `percent_complete` of 100, does what complete_task does: of a series it completes the next open occurrence. Every other status of a completed task makes it open again. `replaced` gives what the changed fields held before.",
  input: z.strictObject({
    id: schema.entryId,
    summary: schema.summary.optional(),
    start: schema.momentInput
      .nullable()
      .optional()
      .describe("From when on it can be done. Alone it moves `due` along; a series moves by as much."),
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
    completed_occurrence_id: z.string().optional().describe("Of a series: the occurrence that was completed"),
  }),
  annotations: UPDATE,
  run: async ({ id, ...given }, call) =>
    framed(await update(call.deps, { id, requested: readTaskUpdate(given) }, call)),
});
