import { CREATE, own } from "server-kit";
import { z } from "zod";
import { createFrom } from "../../creation/create-entry.ts";
import { STATUSES } from "../../ical/entry-status.ts";
import { composeNewEvent } from "../../ical/new-event.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const createEvent = defineTool({
  name: "create_event",
  title: "Create an event",
  description: "Creates an event. Nobody is invited.",
  input: z.strictObject({
    calendar_id: schema.calendarId,
    summary: schema.summary,
    start: schema.momentInput,
    end: schema.moment
      .optional()
      .describe(
        "As `start`, both dates or both times. Exclusive: all day on the 14th ends on the 15th. Default: an hour later, or a day.",
      ),
    timezone: schema.timezone,
    description: schema.description,
    location: schema.location,
    categories: schema.categories,
    status: z.enum(STATUSES.event).optional(),
    transparent: z.boolean().optional().describe("true: leaves its owner free."),
    recurrence: schema.recurrence,
    reminders: schema.reminders,
  }),
  output: z.object({
    ...schema.created,
    start: schema.momentOutput.optional(),
    end: schema.momentOutput.optional(),
    weekday: z.string().optional(),
    recurrence: schema.newSeries.optional(),
  }),
  annotations: CREATE,
  essential: true,
  run: async ({ calendar_id: calendarId, ...input }, call) =>
    own(
      await createFrom(
        call.deps,
        { calendarId, kind: "event", compose: (options) => composeNewEvent(input, options) },
        call,
      ),
    ),
});
