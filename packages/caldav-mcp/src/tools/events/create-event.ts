import { CREATE, own } from "server-kit";
import { z } from "zod";
import { createFrom } from "../../creation/create-entry.ts";
import { composeNewEvent } from "../../ical/new-event.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const createEvent = defineTool({
  name: "create_event",
  title: "Create an event",
  description:
    "Creates an event in a calendar. Without `end` it lasts one hour, or one day when `start` is a date. Ends are exclusive: an all-day event on the 14th ends on the 15th. Nobody is invited. The answer gives the stored times and, of a series, its first occurrences.",
  input: z.strictObject({
    calendar_id: schema.calendarId,
    summary: schema.summary,
    start: schema.momentInput,
    end: schema.momentInput.optional().describe("As `start`, exclusive. Both are dates, or both are times."),
    timezone: schema.timezone,
    description: schema.description,
    location: schema.location,
    categories: schema.categories,
    status: z.enum(["tentative", "confirmed", "cancelled"]).optional(),
    transparent: z.boolean().optional().describe("true: does not make its owner busy."),
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
