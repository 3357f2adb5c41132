import { framed, own, SET } from "server-kit";
import { z } from "zod";
import { completeTask as complete } from "../../completion/complete.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { changedTask } from "./change-schemas.ts";

export const completeTask = defineTool({
  name: "complete_task",
  title: "Complete a task",
  description:
    "Completes a task; of a recurring one the occurrence whose `occurrence_id` is given as `id`, or with the `id` of the series its next open one (so a second call completes another). `next` is what is to be done then. `replaced` gives what was there before.",
  input: z.strictObject({
    id: schema.entryId,
    done: z
      .boolean()
      .optional()
      .describe("false: opens it again; of a series the occurrence completed last. Default: true."),
  }),
  output: z.object({
    done: z.boolean().describe("What was asked for"),
    changed: z.boolean().describe("false: it was like this already, and nothing was written"),
    ...changedTask,
  }),
  // With the id of a series a second call completes another occurrence.
  annotations: { ...SET, idempotentHint: false },
  run: async ({ id, done = true }, call) => {
    const completed = await complete(call.deps, { id, done }, call);
    // Only a state that no field knows is anybody's words.
    return completed.hasForeignText ? framed(completed.result) : own(completed.result);
  },
});
