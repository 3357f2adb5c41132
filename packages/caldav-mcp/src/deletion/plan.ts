import { setImmediate } from "node:timers/promises";
import type { Budget } from "server-kit";
import { type CaldavAccount, viewOf } from "../account.ts";
import type { Discovery } from "../dav/calendars.ts";
import { readEntry } from "../dav/entries.ts";
import { placeKey } from "../dav/href.ts";
import { refused } from "../errors.ts";
import { readDocument } from "../ical/document.ts";
import type { EntryKind } from "../ical/types.ts";
import { writableRefOf } from "../opening.ts";
import { type Deletion, type DeletionScope, planEntry, type Wanted } from "./plan-entry.ts";

export type PlanRequest = { ids: readonly string[]; kind: EntryKind; scope: DeletionScope | undefined };

type Call = { budget: Budget };

/**
 * Reads what the ids name and works out what a deletion would take away: one plan for each stored entry. Everything
 * that can be refused without a person is refused here.
 *
 * @throws CaldavError with the reason; nothing was changed
 */
export async function planDeletion(
  account: CaldavAccount,
  { ids, kind, scope }: PlanRequest,
  call: Call,
): Promise<{ deletions: Deletion[]; discovery: Discovery }> {
  const discovery = await account.discover(call);
  const wanted = ids.map((id): Wanted => ({ id, ref: writableRefOf(id, kind, discovery) }));
  if (scope === "this_and_future" && wanted.length > 1)
    throw refused("bad-input", "this_and_future takes one id at a time.");
  // By place, not by spelling: servers and callers write one path in several ways.
  const groups = [...Map.groupBy(wanted, ({ ref }) => placeKey(ref.url)).values()];
  for (const group of groups) refuseRepeated(group, scope);
  const deletions = await Promise.all(
    groups.map((group) => planGroup(account, { group, scope, discovery }, call)),
  );
  return { deletions, discovery };
}

function refuseRepeated(group: readonly Wanted[], scope: DeletionScope | undefined): void {
  const wholes = group.filter(({ ref }) => ref.recurrence === undefined || scope === "entire_series");
  if (wholes.length > 0 && group.length > wholes.length)
    throw refused("bad-input", "A series and one of its own occurrences cannot be deleted in one call.");
  const names = new Set(group.map(({ ref }) => ref.recurrence));
  if (wholes.length > 1 || names.size < group.length)
    throw refused("bad-input", "Two of the ids name the same thing; name each one once.");
}

type Group = { group: readonly Wanted[]; scope: DeletionScope | undefined; discovery: Discovery };

async function planGroup(
  account: CaldavAccount,
  { group, scope, discovery }: Group,
  call: Call,
): Promise<Deletion> {
  const [first] = group;
  if (first === undefined) throw new TypeError("A group has at least one id.");
  const entry = await readEntry(account.client, first.ref.calendar, first.ref.resource, call);
  // One entry's work at a time: other requests are answered between them.
  await setImmediate();
  call.budget.check();
  if (entry.etag === undefined)
    throw refused(
      "no-etag",
      "The server gives no strong ETag for this entry, so it cannot be deleted safely.",
    );
  const document = readDocument(entry.text);
  if (document.kind !== first.ref.kind)
    throw refused("bad-id", "This id no longer names an entry of its kind.");
  const view = viewOf(account.config.timezone, discovery);
  return planEntry({ entry, document, view, now: account.now() }, { first, group, scope });
}
