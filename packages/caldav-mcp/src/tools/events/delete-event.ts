import { failed, own } from "server-kit";
import { z } from "zod";
import { carryOut } from "../../deletion/carry-out.ts";
import { planDeletion } from "../../deletion/plan.ts";
import { deletionQuestion } from "../../deletion/question.ts";
import { subjectOf } from "../../deletion/subject.ts";
import { DELETE } from "../annotations.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const deleteEvent = defineTool({
  name: "delete_event",
  title: "Delete events",
  description:
    "Deletes an event, one occurrence of a series, this and all later occurrences, or a whole series. A person is asked first, about exactly this. With `ids` up to 20 are deleted on one question. The id of an occurrence means that occurrence unless `scope` says otherwise.",
  input: z.strictObject({
    id: schema.entryId.optional(),
    ids: z.array(schema.entryId).min(1).max(20).optional().describe("Instead of `id`: several ids."),
    scope: z
      .enum(["this_occurrence", "this_and_future", "entire_series"])
      .optional()
      .describe("How far a deletion in a series reaches. Left out, it follows the id."),
  }),
  output: z.object({
    deleted: z.number().int(),
    results: z.array(
      z.object({
        id: z.string(),
        outcome: z.enum(["deleted", "not-deleted", "unknown"]),
        reason: z.string().optional(),
      }),
    ),
  }),
  annotations: DELETE,
  prepare: async (args, call) => {
    const ids = idsOf(args);
    if (ids === undefined) return { refuse: "Give either `id` or `ids`. Nothing was changed." };
    const account = call.deps;
    const request = { ids, kind: "event", scope: args.scope } as const;
    const { deletions, discovery } = await planDeletion(account, request, call);
    const invitation = deletions.some(({ people }) => people.part !== "none");
    const scheduling = invitation ? await account.scheduling(discovery, call) : "no";
    const setting = { kind: "event", host: account.host, scheduling, zone: account.config.timezone } as const;
    const targets = deletions.map((deletion) => ({ ...deletion, calendar: deletion.entry.calendar.id }));
    return {
      found: deletions,
      ask: { subject: subjectOf(deletions, scheduling), question: deletionQuestion(targets, setting) },
    };
  },
  run: async (_args, call, deletions) => {
    const results = await carryOut(call.deps, deletions, call);
    const deleted = results.filter(({ outcome }) => outcome === "deleted").length;
    const reasons = [...new Set(results.flatMap(({ reason }) => reason ?? []))];
    return deleted === 0 ? failed(reasons.join(" ")) : own({ deleted, results });
  },
});

function idsOf({ id, ids }: { id?: string | undefined; ids?: string[] | undefined }): string[] | undefined {
  if (id !== undefined) return ids === undefined ? [id] : undefined;
  return ids;
}
