import { z } from "zod";
import { defineTool } from "../define.ts";
import { deletionInput, deletionParts, prepareDeletion } from "../deletion-tool.ts";

export const deleteEvent = defineTool({
  name: "delete_event",
  title: "Delete events",
  description:
    "Deletes an event, one occurrence, this and all later ones, or a whole series. A person is asked first, about exactly this.",
  input: z.strictObject({
    ...deletionInput,
    scope: z
      .enum(["this_occurrence", "this_and_future", "entire_series"])
      .optional()
      .describe("How far it reaches. Default: what `id` names."),
  }),
  ...deletionParts,
  prepare: prepareDeletion("event"),
});
