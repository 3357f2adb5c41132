import { z } from "zod";
import { defineTool } from "../define.ts";
import { deletionInput, deletionParts, prepareDeletion } from "../deletion-tool.ts";

export const deleteTask = defineTool({
  name: "delete_task",
  title: "Delete tasks",
  description:
    "Deletes a task. A person is asked first, about exactly this. With `ids` up to 20 are deleted on one question. The `id` of a recurring task means the whole series, its `occurrence_id` only that occurrence. What is done need not be deleted: complete_task keeps it.",
  input: z.strictObject(deletionInput),
  ...deletionParts,
  prepare: prepareDeletion("task"),
});
