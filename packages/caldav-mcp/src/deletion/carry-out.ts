import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { deleteEntry, writeEntry } from "../dav/entry-writes.ts";
import { CaldavError, nothingChanged } from "../errors.ts";
import type { Deletion } from "./plan-entry.ts";

export type DeletionResult = { id: string; outcome: "deleted" | "not-deleted" | "unknown"; reason?: string };

type Call = { budget: Budget };
type Outcome = Omit<DeletionResult, "id">;

/**
 * Carries out an approved set: one write for each stored entry, the others also after one of them failed. Only a server
 * that has been told to end, and had its time for it, begins no further write.
 */
export async function carryOut(
  account: CaldavAccount,
  deletions: readonly Deletion[],
  call: Call,
): Promise<DeletionResult[]> {
  const results: DeletionResult[] = [];
  for (const deletion of deletions) {
    const outcome = account.mayBegin() ? await carryOutOne(account, deletion, call) : NOT_BEGUN;
    results.push(...deletion.ids.map((id) => ({ id, ...outcome })));
  }
  return results;
}

const NOT_BEGUN: Outcome = {
  outcome: "not-deleted",
  reason: "This server was told to end before it came to this one. Nothing was changed.",
};

async function carryOutOne(
  account: CaldavAccount,
  { entry, remaining }: Deletion,
  call: Call,
): Promise<Outcome> {
  try {
    if (remaining === undefined) await deleteEntry(account.client, entry, call);
    else await writeEntry(account.client, entry, remaining, call);
    return { outcome: "deleted" };
  } catch (error) {
    if (!(error instanceof CaldavError)) throw error;
    if (error.code === "write-unknown") return { outcome: "unknown", reason: error.message };
    return { outcome: "not-deleted", reason: nothingChanged(error).message };
  }
}
