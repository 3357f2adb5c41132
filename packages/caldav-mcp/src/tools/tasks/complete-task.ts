import { own, SET } from "server-kit";
import { z } from "zod";
import { completeTask as complete } from "../../completion/complete.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { changedTask } from "./change-schemas.ts";

export const completeTask = defineTool({
  name: "complete_task",
  title: "Complete a task",
  description:
    "Completes a task, or with `done: false` makes it open again. Of a recurring task it completes one occurrence and moves on to the next: the one that an occurrence id names, or with the id of the series the next open one (so a second call completes another one). `done: false` with the id of a series takes back the occurrence that was completed last. `next` is what is to be done then; when nothing is left, the series is completed. `replaced` says what stood there before.",
  input: z.strictObject({
    id: schema.entryId,
    done: z.boolean().optional().describe("false: makes the task open again. Left out: true."),
  }),
  output: z.object({
    done: z.boolean().describe("What was asked for"),
    changed: z.boolean().describe("false: it was like this already, and nothing was written"),
    ...changedTask,
  }),
  annotations: SET,
  run: async ({ id, done = true }, call) => own(await complete(call.deps, { id, done }, call)),
});
