import { CREATE, own } from "server-kit";
import { z } from "zod";
import { createFrom } from "../../creation/create-entry.ts";
import { composeNewTask } from "../../ical/new-task.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { priority } from "./schemas.ts";

export const createTask = defineTool({
  name: "create_task",
  title: "Create a task",
  description:
    "Creates a task in a calendar that takes tasks. `start` and `due` may be left out; a `due` that is a date means the end of that day. One that repeats needs one of them, and repeats by its start if it has one. The answer gives the stored times and, of a series, its first occurrences.",
  input: z.strictObject({
    calendar_id: schema.calendarId,
    summary: schema.summary,
    start: schema.momentInput.optional().describe("From when on it can be done, written as `due` is."),
    due: schema.momentInput.optional(),
    timezone: schema.timezone,
    description: schema.description,
    priority,
    categories: schema.categories,
    recurrence: schema.recurrence,
    reminders: schema.reminders.describe(
      "Each with `minutes_before` the start, or before `due` of a task without one, or `at` a time.",
    ),
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
