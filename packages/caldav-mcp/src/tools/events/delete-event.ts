import { z } from "zod";
import { defineTool } from "../define.ts";
import { deletionInput, deletionParts, prepareDeletion } from "../deletion-tool.ts";

export const deleteEvent = defineTool({
  name: "delete_event",
  title: "Delete events",
  description:
    "Deletes an event, one occurrence of a series, this and all later occurrences, or a whole series. A person is asked first, about exactly this. With `ids` up to 20 are deleted on one question. The id of an occurrence means that occurrence unless `scope` says otherwise.",
  input: z.strictObject({
    ...deletionInput,
    scope: z
      .enum(["this_occurrence", "this_and_future", "entire_series"])
      .optional()
      .describe("How far a deletion in a series reaches. Left out, it follows the id."),
  }),
  ...deletionParts,
  prepare: prepareDeletion("event"),
});
