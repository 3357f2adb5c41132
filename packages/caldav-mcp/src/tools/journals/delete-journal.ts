import { z } from "zod";
import { defineTool } from "../define.ts";
import { deletionInput, deletionParts, prepareDeletion } from "../deletion-tool.ts";

export const deleteJournal = defineTool({
  name: "delete_journal",
  title: "Delete journal entries",
  description:
    "Deletes a journal entry, with all of its dates if it recurs. A person is asked first, about exactly this.",
  input: z.strictObject(deletionInput),
  ...deletionParts,
  prepare: prepareDeletion("journal"),
});
