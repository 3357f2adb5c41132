import { framed, REPLACE } from "server-kit";
import { z } from "zod";
import { readJournalUpdate } from "../../direct-edit/requested.ts";
import { updateJournal as update } from "../../direct-edit/update-journal.ts";
import { STATUSES } from "../../ical/entry-status.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { journalRow } from "./schemas.ts";

export const updateJournal = defineTool({
  name: "update_journal",
  title: "Change a journal entry",
  description:
    "Changes a journal entry, or one occurrence of one that repeats. What is left out stays; `null` clears a field, and a list takes the place of the whole one before it. An entry may hold several descriptions: a new `description` takes the place of all. `replaced` gives what was there before.",
  input: z.strictObject({
    id: schema.entryId,
    summary: schema.summary.optional(),
    date: schema.momentInput.nullable().optional(),
    timezone: schema.timezone,
    description: schema.description.nullable(),
    categories: schema.categories.nullable(),
    status: z.enum(STATUSES.journal).nullable().optional(),
  }),
  output: z.object({
    updated: z.boolean().describe("false: everything was like this already, and nothing was written"),
    ...journalRow.omit({ untrusted_text: true }).shape,
    verified: z.boolean().describe("It was read back from the server after the write"),
    replaced: schema.replaced
      .extend({
        date: schema.momentOutput.nullable().optional(),
        untrusted_text: z
          .object({
            summary: schema.foreignText.nullable().optional(),
            descriptions: z.array(schema.foreignText).nullable().optional(),
            descriptions_total: schema.total,
            categories: z.array(schema.foreignText).nullable().optional(),
            as_written: schema.asWritten,
          })
          .optional(),
      })
      .pick({ date: true, status: true, untrusted_text: true }),
    notes: z.array(z.string()).describe("What the caller should know, such as times that were adjusted"),
  }),
  annotations: REPLACE,
  run: async ({ id, ...given }, call) =>
    framed(await update(call.deps, { id, requested: readJournalUpdate(given) }, call)),
});
