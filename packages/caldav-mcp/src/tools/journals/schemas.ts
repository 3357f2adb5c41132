import { z } from "zod";
import * as schema from "../schemas.ts";

export const journalRow = z.object({
  id: z.string(),
  calendar_id: z.string(),
  date: schema.momentOutput.optional(),
  weekday: z.string().optional(),
  status: schema.status.optional(),
  recurring: z.boolean(),
  untrusted_text: z.object({ summary: schema.foreignText.optional() }),
});

export const journalDetail = journalRow.omit({ untrusted_text: true }).extend({
  read_only: z.boolean().optional(),
  edited: z.boolean().optional().describe("This occurrence was changed on its own"),
  ...schema.detailParts,
  descriptions_total: schema.total,
  untrusted_text: z
    .object(schema.detailTexts)
    .omit({ description: true })
    .extend({ descriptions: z.array(schema.foreignText).optional() }),
});
