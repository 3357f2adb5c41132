import { framed, REPLACE } from "server-kit";
import { z } from "zod";
import { readTaskUpdate } from "../../direct-edit/requested.ts";
import { updateTask as update } from "../../direct-edit/update-task.ts";
import { STATUSES } from "../../ical/entry-status.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { changedTask } from "./change-schemas.ts";
import { priority, REMINDERS } from "./schemas.ts";

export const updateTask = defineTool({
  name: "update_task",
  title: "Change a task",
  description:
    "Changes a task; of a recurring one all of it, or with an `occurrence_id` as `id` only that occurrence. What is left out stays; `null` clears a field, and a list takes the place of the whole one before it. `replaced` gives what was there before.",
  input: z.strictObject({
    id: schema.entryId,
    summary: schema.summary.optional(),
    start: schema.moment
      .nullable()
      .optional()
      .describe(
        `${schema.MOMENT} From when on it can be done. Alone it moves \`due\` along. Of a series: of its next occurrence; all move by as much.`,
      ),
    due: schema.moment
      .nullable()
      .optional()
      .describe("As `start`, both dates or both times. A date is the last day that is in time."),
    timezone: schema.timezone,
    description: schema.description.nullable(),
    priority: priority.nullable(),
    categories: schema.categories.nullable(),
    reminders: schema.reminderList
      .nullable()
      .describe(`In place of those that it has, except mails and sounds. ${REMINDERS}`),
    recurrence: schema.recurrence.nullable(),
    percent_complete: z.number().int().min(0).max(100).nullable().optional(),
    status: z
      .enum(STATUSES.task)
      .nullable()
      .optional()
      .describe(
        "`completed`, as `percent_complete` 100, does what complete_task does; any other opens a completed task again. Both are of one occurrence, of a series the next open one; `cancelled` is of all.",
      ),
  }),
  output: z.object({
    updated: z.boolean().describe("false: everything was like this already, and nothing was written"),
    ...changedTask,
  }),
  // Like complete_task: `completed` said twice of a series completes two occurrences.
  annotations: { ...REPLACE, idempotentHint: false },
  run: async ({ id, ...given }, call) =>
    framed(await update(call.deps, { id, requested: readTaskUpdate(given) }, call)),
});
