import { type JsonValue, ordered, set } from "confirm-guard";
import type { Budget } from "server-kit";
import type { CaldavAccount } from "./account.ts";
import type { Discovery } from "./dav/calendars.ts";
import { readEntry, type StoredEntry } from "./dav/entries.ts";
import { decodeEntryId, type EntryRef } from "./dav/entry-id.ts";
import { deleteEntry, writeEntry } from "./dav/entry-writes.ts";
import { CaldavError, nothingChanged } from "./errors.ts";
import { type CalendarDocument, readDocument } from "./ical/document.ts";
import { countOccurrences, countRemaining, occurrenceAt, startOf } from "./ical/occurrences.ts";
import { type EditOptions, excludeOccurrence, endBefore } from "./ical/series.ts";
import type { EntryKind, Moment, Occurrence } from "./ical/types.ts";
import type { DeletionReach, DeletionTarget, OwnPart } from "./question-facts.ts";

export type Scope = "this_occurrence" | "this_and_future" | "entire_series";

/** All that one write takes away: every id that lies in the same stored entry. */
export type Deletion = {
  entry: StoredEntry;
  ids: string[];
  targets: DeletionTarget[];
  /** The text that stays, or undefined when the whole entry goes. */
  remaining: string | undefined;
};

export type DeletionResult = { id: string; outcome: "deleted" | "not-deleted" | "unknown"; reason?: string };

type Call = { budget: Budget };
type Wanted = { id: string; ref: EntryRef };

/**
 * Reads what the ids name and works out what a deletion would take away. Everything that can be refused without a
 * person is refused here.
 *
 * @throws CaldavError with the reason; nothing was changed
 */
export async function planDeletion(
  account: CaldavAccount,
  { ids, kind, scope }: { ids: readonly string[]; kind: EntryKind; scope: Scope | undefined },
  call: Call,
): Promise<{ deletions: Deletion[]; discovery: Discovery }> {
  if (new Set(ids).size < ids.length) throw refused("bad-input", "The same id stands there twice.");
  const discovery = await account.discover(call);
  const wanted = ids.map((id) => ({ id, ref: refOf(id, kind, discovery) }));
  if (scope === "this_and_future" && wanted.length > 1)
    throw refused("bad-input", "this_and_future takes one id at a time.");
  const groups = Map.groupBy(wanted, ({ ref }) => ref.url.href);
  const deletions = await Promise.all(
    [...groups.values()].map((group) => planEntry(account, { group, scope, discovery }, call)),
  );
  return { deletions, discovery };
}

/** What an approval is about: the very entries, as they were stored when they were read, and how far it reaches. */
export function subjectOf(deletions: readonly Deletion[]): JsonValue {
  return set(
    deletions.flatMap(({ entry, targets, ids }) =>
      ids.map((id, index) => ordered(id, entry.etag ?? "", targets[index]?.reach.kind ?? "")),
    ),
  );
}

/** Carries out an approved set: one write for each stored entry, the rest also after one of them failed. */
export async function carryOut(
  account: CaldavAccount,
  deletions: readonly Deletion[],
  call: Call,
): Promise<DeletionResult[]> {
  const results: DeletionResult[] = [];
  for (const deletion of deletions) {
    const result = await carryOutOne(account, deletion, call);
    results.push(...deletion.ids.map((id) => ({ id, ...result })));
  }
  return results;
}

async function carryOutOne(
  account: CaldavAccount,
  { entry, remaining }: Deletion,
  call: Call,
): Promise<Omit<DeletionResult, "id">> {
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

function refOf(id: string, kind: EntryKind, discovery: Discovery): EntryRef {
  const ref = decodeEntryId(id, discovery);
  if (ref.kind !== kind) throw refused("bad-id", `This id does not name ${WITH_ARTICLE[kind]}.`);
  if (ref.calendar.subscribed || ref.calendar.readOnly)
    throw refused("read-only", "This calendar can only be read.");
  return ref;
}

const WITH_ARTICLE: Record<EntryKind, string> = {
  event: "an event",
  task: "a task",
  journal: "a journal entry",
};

type Group = { group: readonly Wanted[]; scope: Scope | undefined; discovery: Discovery };

async function planEntry(
  account: CaldavAccount,
  { group, scope, discovery }: Group,
  call: Call,
): Promise<Deletion> {
  const [first] = group;
  if (first === undefined) throw new TypeError("A group has at least one id.");
  const entry = await readEntry(account.client, first.ref.calendar, first.ref.resource, call);
  if (entry.etag === undefined)
    throw refused(
      "no-etag",
      "The server gives no strong ETag for this entry, so it cannot be deleted safely.",
    );
  const document = readDocument(entry.text);
  if (document.kind !== first.ref.kind)
    throw refused("bad-id", "This id no longer names an entry of its kind.");
  const view = { zone: account.config.timezone, ownAddresses: new Set(discovery.addresses) };
  const plan = { account, document, entry, view };
  const wholes = group.filter(({ ref }) => takesWhole(ref, scope));
  if (wholes.length > 0 && group.length > 1)
    throw refused("bad-input", "A series and one of its own occurrences cannot be deleted in one call.");
  if (wholes.length > 0) return planWhole(plan, first, scope);
  return scope === "this_and_future" ? planRest(plan, first) : planOccurrences(plan, group);
}

function takesWhole(ref: EntryRef, scope: Scope | undefined): boolean {
  return ref.recurrence === undefined || scope === "entire_series";
}

type Plan = {
  account: CaldavAccount;
  document: CalendarDocument;
  entry: StoredEntry;
  view: { zone: string; ownAddresses: ReadonlySet<string> };
};

function planWhole({ document, entry, view }: Plan, { id }: Wanted, scope: Scope | undefined): Deletion {
  if (document.recurs && scope !== undefined && scope !== "entire_series")
    throw refused(
      "bad-input",
      `This id names a whole series; ${scope} needs the id of one occurrence, as list_events returns it.`,
    );
  const reach: DeletionReach = document.recurs
    ? { kind: "series", count: countOccurrences(document, view) }
    : { kind: "single" };
  const first = startOf(document, view);
  return {
    entry,
    ids: [id],
    remaining: undefined,
    targets: [targetOf({ entry, reach, start: first?.start, fields: first?.fields() })],
  };
}

/** From the first occurrence on, this and all later ones are the whole series. */
function planRest(plan: Plan, wanted: Wanted): Deletion {
  const { document, entry, view } = plan;
  const occurrence = occurrenceOf(plan, wanted);
  if (document.overridesThisAndFuture)
    throw refused(
      "unsupported",
      "This series holds a change that another program made for all later occurrences; delete the whole series or single occurrences.",
    );
  const recurrence = wanted.ref.recurrence ?? "";
  const { before, after } = countRemaining(document, recurrence, view);
  const whole = before.kind === "count" && before.count === 0;
  const reach: DeletionReach = whole
    ? { kind: "series", count: countOccurrences(document, view) }
    : { kind: "rest", count: after };
  return {
    entry,
    ids: [wanted.id],
    remaining: whole ? undefined : endBefore(entry.text, recurrence, editing(plan)),
    targets: [targetOf({ entry, reach, start: occurrence.start, fields: occurrence.fields() })],
  };
}

/** One write excludes all of them; when none would be left, the entry goes as a whole. */
function planOccurrences(plan: Plan, group: readonly Wanted[]): Deletion {
  const { document, entry, view } = plan;
  const found = group.map((wanted) => ({ wanted, occurrence: occurrenceOf(plan, wanted) }));
  const count = countOccurrences(document, view);
  const nothingLeft = count.kind === "count" && count.count <= group.length;
  const remaining = nothingLeft
    ? undefined
    : group.reduce(
        (text, { ref }) => excludeOccurrence(text, ref.recurrence ?? "", editing(plan)),
        entry.text,
      );
  const kind = nothingLeft && group.length === 1 ? "last-occurrence" : "occurrence";
  return {
    entry,
    ids: group.map(({ id }) => id),
    remaining,
    targets: found.map(({ occurrence }) =>
      targetOf({ entry, reach: { kind }, start: occurrence.start, fields: occurrence.fields() }),
    ),
  };
}

function editing({ account, view }: Plan): EditOptions {
  return { now: account.now(), zone: view.zone };
}

function occurrenceOf({ document, view }: Plan, { ref }: Wanted): Occurrence {
  const occurrence = ref.recurrence === undefined ? undefined : occurrenceAt(document, ref.recurrence, view);
  if (occurrence !== undefined) return occurrence;
  throw refused("not-found", "The series has no such occurrence (any more); list the events again.");
}

type TargetParts = {
  entry: StoredEntry;
  reach: DeletionReach;
  start: Moment | undefined;
  fields: ReturnType<Occurrence["fields"]> | undefined;
};

function targetOf({ entry, reach, start, fields }: TargetParts): DeletionTarget {
  return {
    reach,
    start,
    invited: fields?.attendees.filter((attendee) => !attendee.own).length ?? 0,
    part: fields === undefined ? "none" : partOf(fields),
    calendar: entry.calendar.id,
  };
}

function partOf(fields: ReturnType<Occurrence["fields"]>): OwnPart {
  if (fields.attendees.length === 0) return "none";
  if (fields.organiser?.own === true) return "organiser";
  return fields.ownReply === undefined ? "unknown" : "attendee";
}

function refused(code: ConstructorParameters<typeof CaldavError>[0], why: string): CaldavError {
  return new CaldavError(code, `${why} Nothing was changed.`);
}
