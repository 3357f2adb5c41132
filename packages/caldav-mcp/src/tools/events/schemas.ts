import { z } from "zod";
import * as schema from "../schemas.ts";

export const eventRow = z.object({
  id: z.string(),
  calendar_id: z.string(),
  start: schema.momentOutput,
  end: schema.momentOutput,
  weekday: z.string(),
  status: schema.status.optional(),
  cancelled: z.boolean().optional(),
  transparent: z.boolean().optional().describe("Does not make its owner busy"),
  own_reply: schema.reply.optional(),
  attendees: z.number().int(),
  recurring: z.boolean(),
  edited: z.boolean().optional().describe("This occurrence was changed on its own"),
  has_reminders: z.boolean(),
  untrusted_text: z.object({
    summary: schema.foreignText.optional(),
    location: schema.foreignText.optional(),
  }),
});

export const eventDetail = eventRow
  .omit({ attendees: true, has_reminders: true, untrusted_text: true })
  .extend({
    read_only: z.boolean().optional(),
    ...schema.detailParts,
    reminders: z.array(schema.reminderOutput),
    reminders_total: schema.total,
    untrusted_text: z.object(schema.detailTexts),
  });

/** How an event repeats after a change of that. */
export const editedSeries = schema.recurrenceOutput.extend({
  occurrences: z.number().int().optional(),
  endless: z.boolean().optional(),
});
