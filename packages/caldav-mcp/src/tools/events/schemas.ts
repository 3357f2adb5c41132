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
    attendees: z.array(
      z.object({
        reply: schema.reply,
        role: z.enum(["chair", "required", "optional", "informed", "other"]),
        own: z.boolean(),
        untrusted_text: schema.person,
      }),
    ),
    organiser: z.object({ own: z.boolean(), untrusted_text: schema.person }).optional(),
    reminders: z.array(schema.reminderOutput),
    attachments: schema.attachments,
    attendees_total: schema.total,
    reminders_total: schema.total,
    attachments_total: schema.total,
    categories_total: schema.total,
    recurrence: schema.recurrenceOutput.optional(),
    untrusted_text: z.object({
      summary: schema.foreignText.optional(),
      location: schema.foreignText.optional(),
      description: schema.foreignText.optional(),
      url: schema.foreignText.optional(),
      categories: z.array(schema.foreignText).optional(),
    }),
  });
