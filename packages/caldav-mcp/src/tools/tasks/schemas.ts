import { z } from "zod";
import { STATUSES } from "../../ical/entry-status.ts";
import * as schema from "../schemas.ts";

export const priority = z
  .number()
  .int()
  .min(0)
  .max(9)
  .optional()
  .describe("1 is the highest, 9 the lowest, 0 none.");

export const REMINDERS = "Each `minutes_before` the start, or before `due` without one, or `at` a time.";

export const taskRow = z.object({
  id: z.string().describe("Of a recurring task: the whole series"),
  occurrence_id: z.string().optional().describe("Of a recurring task: the one occurrence that is shown"),
  calendar_id: z.string(),
  start: schema.momentOutput.optional(),
  due: schema.momentOutput.optional().describe("A date is the last day that is in time"),
  weekday: z.string().optional().describe("Of `due`"),
  status: z.enum(STATUSES.task),
  completed_at: schema.momentOutput.optional(),
  percent_complete: z.number().int().optional(),
  priority: z.number().int().optional().describe("1 is the highest, 9 the lowest"),
  overdue: z.boolean(),
  recurring: z.boolean(),
  has_reminders: z.boolean(),
  untrusted_text: z.object({
    summary: schema.foreignText.optional(),
    location: schema.foreignText.optional(),
  }),
});

export const taskDetail = taskRow.omit({ has_reminders: true, untrusted_text: true }).extend({
  read_only: z.boolean().optional(),
  edited: z.boolean().optional().describe("This occurrence was changed on its own"),
  ...schema.detailParts,
  reminders: z.array(schema.reminderOutput),
  reminders_total: schema.total,
  untrusted_text: z.object(schema.detailTexts),
});
