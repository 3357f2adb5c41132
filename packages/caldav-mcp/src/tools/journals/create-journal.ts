import { CREATE, own } from "server-kit";
import { z } from "zod";
import { createFrom } from "../../creation/create-entry.ts";
import { composeNewJournal } from "../../ical/new-journal.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const createJournal = defineTool({
  name: "create_journal",
  title: "Create a journal entry",
  description:
    "Creates a journal entry: notes of a day, of a time, or without a date. Many calendars take none; list_calendars says which do.",
  input: z.strictObject({
    calendar_id: schema.calendarId,
    summary: schema.summary,
    date: schema.momentInput.optional(),
    timezone: schema.timezone,
    description: schema.description,
    categories: schema.categories,
  }),
  output: z.object({
    ...schema.created,
    date: schema.momentOutput.optional(),
    weekday: z.string().optional(),
  }),
  annotations: CREATE,
  run: async ({ calendar_id: calendarId, ...input }, call) =>
    own(
      await createFrom(
        call.deps,
        { calendarId, kind: "journal", compose: (options) => composeNewJournal(input, options) },
        call,
      ),
    ),
});
