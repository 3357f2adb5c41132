import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { createBreath } from "../breath.ts";
import { refused } from "../errors.ts";
import type { EntryComponent } from "../ical/component.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { readPlanned } from "../ical/edit/planned.ts";
import { componentsFrom } from "../ical/edit/locate.ts";
import type { EditResult } from "../ical/edit/types.ts";
import { countOccurrences } from "../ical/occurrences.ts";
import type { Occurrence, OccurrenceCount } from "../ical/types.ts";
import { openForChange, type OpenedEntry } from "../opening.ts";
import { refuseTooMuch } from "./as-written.ts";
import { componentOf } from "./component.ts";
import { type Invited, invitedTo, refuseOrganisersPart } from "./invited.ts";
import { overwritten } from "./overwritten.ts";
import { type EditReach, type EditScope, type Reached, reachOf } from "./reach.ts";
import type { Held } from "./replaced.ts";
import type { Requested } from "./requested.ts";
import { rewrite } from "./rewrite.ts";
import { skipsMonths } from "./short-months.ts";
import { verifyEdit } from "./verify.ts";

export type EditRequest = { id: string; scope: EditScope | undefined; requested: Requested };

/** A change, worked out and not yet written. */
export type Editing = OpenedEntry & {
  requested: Requested;
  reach: EditReach;
  /** The first of what changes, as it is now. */
  first: Occurrence | undefined;
  invited: Invited;
  result: EditResult;
  /** The changed object as it will be read, and the one with the later occurrences. */
  after: CalendarDocument;
  rest: CalendarDocument | undefined;
  /** It comes to fall on a day that not every month has, as it did not before. */
  rarer: boolean;
  /** How many occurrences there will be, when the recurrence itself changes. */
  afterwards: OccurrenceCount | undefined;
  /** What the changed fields hold now. */
  replaced: Record<string, unknown>;
};

type Call = { budget: Budget };

/**
 * Reads what the id names and works out the change. Everything that can be refused without a person is refused here.
 *
 * @throws CaldavError with the reason; nothing was changed
 */
export async function planEdit(
  account: CaldavAccount,
  { id, scope, requested }: EditRequest,
  call: Call,
): Promise<Editing> {
  const opened = await openForChange(account, { id, kind: "event" }, call);
  const { document, recurrence, view } = opened;
  const breathe = createBreath();
  const { reach, first } = reachOf(opened, scope);
  refuseRecurrence(reach, requested);
  refuseRanged(document, reach, requested);
  refuseTooMuch(document, requested.fields);
  await breathe();
  const invited = invitedTo(componentsOf(opened, reach), view.ownAddresses);
  refuseOrganisersPart(invited, { fields: requested.fields, splits: reach.kind === "rest" });
  await breathe();

  const options = { now: account.now(), zone: view.zone, newUid: account.newUid };
  const result = await rewrite({ document, reach, recurrence, change: requested.change, options });
  await breathe();
  const after = readPlanned(result.text);
  await breathe();
  const rest = result.rest === undefined ? undefined : readPlanned(result.rest);
  await breathe();
  if (isChange({ entry: opened.entry, result }))
    verifyEdit({
      before: document,
      after,
      rest,
      reach,
      recurrence,
      first,
      requested,
      dropped: result.dropped,
      view,
    });
  await breathe();
  return {
    ...opened,
    requested,
    reach,
    first,
    invited,
    result,
    after,
    rest,
    rarer: reach.kind !== "occurrence" && skipsMonths(rest ?? after) && !skipsMonths(document),
    afterwards: requested.change.recurrence === undefined ? undefined : countOccurrences(rest ?? after, view),
    replaced: overwritten({
      before: document,
      after: rest === undefined ? [after] : [after, rest],
      changes: [{ held: heldBefore(opened, { reach, first }), fields: requested.fields }],
    }),
  };
}

/** False when everything is already as the caller wants it. */
export function isChange({ entry, result }: Pick<Editing, "entry" | "result">): boolean {
  return result.rest !== undefined || result.text !== entry.text;
}

/** Whether it reaches past one occurrence of a series, so that a person is asked. */
export function isFarReaching(
  editing: Pick<Editing, "entry" | "result" | "reach" | "requested">,
): editing is typeof editing & { reach: Extract<EditReach, { kind: "rest" | "series" }> } {
  const { reach, requested } = editing;
  if (!isChange(editing)) return false;
  if (reach.kind === "rest") return true;
  if (reach.kind !== "series") return false;
  const one = reach.count.kind === "count" && reach.count.count === 1;
  return !one || requested.change.recurrence !== undefined;
}

function refuseRecurrence(reach: EditReach, { change }: Requested): void {
  if (change.recurrence === undefined) return;
  if (reach.kind === "occurrence" || reach.kind === "rest")
    throw refused(
      "bad-input",
      "How an event repeats can be changed for the whole series only: give the scope entire_series.",
    );
  if (change.recurrence === null && reach.kind === "single")
    throw refused("bad-input", "This event does not repeat, so there is no `recurrence` to clear.");
}

/** An override for all later ones has times of its own; what moving "the series" would mean for them nobody can tell. */
export function refuseRanged(
  { overridesThisAndFuture }: CalendarDocument,
  reach: EditReach,
  { change }: Requested,
): void {
  const retimes = change.times !== undefined || change.recurrence !== undefined;
  if (overridesThisAndFuture && reach.kind === "series" && retimes)
    throw refused(
      "unsupported",
      "This series holds a change that another program made for all later occurrences, so its times cannot be changed as a whole; change single occurrences.",
    );
}

function componentsOf(opened: OpenedEntry, reach: EditReach): EntryComponent[] {
  const { document, recurrence, view } = opened;
  if (reach.kind === "rest") return componentsFrom(document, recurrence ?? "", view);
  if (reach.kind === "series") return [...document.components];
  return [changedComponent(opened, reach)];
}

/** Of a series and of its later occurrences the series itself; of one occurrence what it is shown from. */
function changedComponent({ document, recurrence, view }: OpenedEntry, reach: EditReach): EntryComponent {
  const component = componentOf(document, reach.kind === "occurrence" ? recurrence : undefined, view);
  if (component === undefined) throw refused("unreadable-entry", "This event cannot be read.");
  return component;
}

/** The series itself where it begins, or the occurrence from which on it is changed. */
function heldBefore(opened: OpenedEntry, { reach, first }: Reached): Held {
  const { document, view } = opened;
  const placed = reach.kind === "series" ? undefined : first;
  return { document, component: changedComponent(opened, reach), placed, view };
}
