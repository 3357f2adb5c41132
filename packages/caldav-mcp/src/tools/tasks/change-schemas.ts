import { z } from "zod";
import * as schema from "../schemas.ts";
import { taskRow } from "./schemas.ts";

/** What a change of a task is answered with, whichever tool made it. */
export const changedTask = {
  ...taskRow.omit({ has_reminders: true, untrusted_text: true }).shape,
  next: z
    .object({
      occurrence_id: z.string(),
      start: schema.momentOutput.optional(),
      due: schema.momentOutput.optional(),
    })
    .optional()
    .describe("Of a recurring task: the occurrence that is to be done next, if one is left"),
  verified: z.boolean().describe("It was read back from the server after the write"),
  replaced: schema.replaced,
  notes: z.array(z.string()),
};
