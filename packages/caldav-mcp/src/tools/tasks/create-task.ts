import { CREATE, own } from "server-kit";
import { z } from "zod";
import { createFrom } from "../../creation/create-entry.ts";
import { composeNewTask } from "../../ical/new-task.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { priority, REMINDERS } from "./schemas.ts";

export const createTask = defineTool({
  name: "create_task",
  title: "Create a task",
  description:
    "Creates a task in a calendar that takes tasks. One that repeats needs `start` or `due`, and repeats by `start` if it has both.",
  input: z.strictObject({
    calendar_id: schema.calendarId,
    summary: schema.summary,
    start: schema.moment.optional().describe(`${schema.MOMENT} From when on it can be done.`),
    due: schema.moment
      .optional()
      .describe("As `start`, both dates or both times. A date is the last day that is in time."),
    timezone: schema.timezone,
    description: schema.description,
    priority,
    categories: schema.categories,
    recurrence: schema.recurrence,
    reminders: schema.reminderList.describe(REMINDERS),
  }),
  output: z.object({
    ...schema.created,
    start: schema.momentOutput.optional(),
    due: schema.momentOutput.optional(),
    weekday: z.string().optional().describe("Of `due`, or else of `start`"),
    recurrence: schema.newSeries.optional(),
  }),
  annotations: CREATE,
  run: async ({ calendar_id: calendarId, ...input }, call) =>
    own(
      await createFrom(
        call.deps,
        { calendarId, kind: "task", compose: (options) => composeNewTask(input, options) },
        call,
      ),
    ),
});
