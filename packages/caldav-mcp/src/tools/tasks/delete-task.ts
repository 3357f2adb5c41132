import { z } from "zod";
import { defineTool } from "../define.ts";
import { deletionInput, deletionParts, prepareDeletion } from "../deletion-tool.ts";

export const deleteTask = defineTool({
  name: "delete_task",
  title: "Delete tasks",
  description:
    "Deletes a task; of a recurring one its `id` means the whole series, an `occurrence_id` given as `id` only that occurrence. A person is asked first, about exactly this. What is done need not be deleted: complete_task keeps it.",
  input: z.strictObject(deletionInput),
  ...deletionParts,
  prepare: prepareDeletion("task"),
});
