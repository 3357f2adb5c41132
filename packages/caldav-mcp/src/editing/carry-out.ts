import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { writeEntry } from "../dav/entry-writes.ts";
import { refused } from "../errors.ts";
import type { Editing } from "./plan.ts";
import { splitSeries, type Written } from "./split.ts";

/**
 * Writes an approved change against the version that was read: one object, or two after a split.
 *
 * @throws CaldavError when nothing was changed, or `write-unknown`
 */
export async function carryOut(
  account: CaldavAccount,
  { entry, result: { text, rest } }: Editing,
  call: { budget: Budget },
): Promise<Written> {
  if (!account.mayBegin()) throw refused("write-failed", "This server was told to end.");
  if (rest !== undefined) return splitSeries(account, { entry, text, rest }, call);
  await writeEntry(account.client, entry, text, call);
  return { outcome: "written", restResource: undefined };
}
