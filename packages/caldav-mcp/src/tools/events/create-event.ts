import { own } from "server-kit";
import { z } from "zod";
import { viewOf } from "../../account.ts";
import { calendarForNew, storeNew } from "../../creation/store-new.ts";
import { composeNewEvent } from "../../ical/new-event.ts";
import { CREATE } from "../annotations.ts";
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
    created: z.literal(true),
    id: z.string(),
    calendar_id: z.string(),
    start: schema.momentOutput.optional(),
    end: schema.momentOutput.optional(),
    weekday: z.string().optional(),
    verified: z.boolean().describe("It was read back from the server after the write"),
    recurrence: schema.newSeries.optional(),
    notes: z.array(z.string()).describe("What the caller should know, such as times that were adjusted"),
  }),
  annotations: CREATE,
  essential: true,
  run: async ({ calendar_id: calendarId, ...input }, call) => {
    const account = call.deps;
    const { timezone: zone } = account.config;
    const discovery = await account.discover(call);
    const calendar = calendarForNew(discovery, calendarId, "event");
    const { text, series, notes } = await composeNewEvent(input, {
      zone,
      uid: account.newUid(),
      now: account.now(),
    });
    const view = viewOf(zone, discovery);
    const stored = await storeNew(account, { calendar, kind: "event", text, view }, call);
    return own({
      created: true,
      id: stored.id,
      calendar_id: calendar.id,
      ...stored.times,
      verified: stored.verified,
      ...(series === undefined ? {} : { recurrence: series }),
      notes: [...notes, ...stored.notes],
    });
  },
});
