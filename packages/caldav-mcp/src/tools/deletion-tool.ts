import { DELETE, failed, own } from "server-kit";
import { z } from "zod";
import type { CaldavAccount } from "../account.ts";
import { carryOut } from "../deletion/carry-out.ts";
import type { Deletion, DeletionScope } from "../deletion/plan-entry.ts";
import { planDeletion } from "../deletion/plan.ts";
import { deletionQuestion } from "../deletion/question.ts";
import { subjectOf } from "../deletion/subject.ts";
import type { EntryKind } from "../ical/types.ts";
import * as schema from "./schemas.ts";

/** What the tools that delete entries have in common; each says beside it what it is called and how far it reaches. */

export const deletionInput = {
  id: schema.entryId.optional(),
  ids: schema.entryIds.describe("Instead of `id`: up to 20, in one question."),
};

type Ids = { id?: string | undefined; ids?: string[] | undefined };
type Call = { deps: CaldavAccount } & Parameters<typeof planDeletion>[2];

export const deletionParts = {
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
  run: async (_args: unknown, call: Call, deletions: Deletion[]) => {
    const results = await carryOut(call.deps, deletions, call);
    const deleted = results.filter(({ outcome }) => outcome === "deleted").length;
    const reasons = [...new Set(results.flatMap(({ reason }) => reason ?? []))];
    return deleted === 0 ? failed(reasons.join(" ")) : own({ deleted, results });
  },
};

/** Reads what the ids name, and asks about exactly what would go. */
export function prepareDeletion(kind: EntryKind) {
  return async (args: Ids & { scope?: DeletionScope | undefined }, call: Call) => {
    const ids = idsOf(args);
    if (ids === undefined) return { refuse: "Give either `id` or `ids`. Nothing was changed." };
    const account = call.deps;
    const { deletions, discovery } = await planDeletion(account, { ids, kind, scope: args.scope }, call);
    const invitation = deletions.some(({ people }) => people.part !== "none");
    const scheduling = invitation ? await account.scheduling(discovery, call) : "no";
    const setting = { kind, host: account.host, scheduling, zone: account.config.timezone };
    const targets = deletions.map((deletion) => ({ ...deletion, calendar: deletion.entry.calendar.id }));
    return {
      found: deletions,
      ask: { subject: subjectOf(deletions, scheduling), question: deletionQuestion(targets, setting) },
    };
  };
}

function idsOf({ id, ids }: Ids): string[] | undefined {
  if (id !== undefined) return ids === undefined ? [id] : undefined;
  return ids;
}
