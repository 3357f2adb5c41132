import { CaldavError } from "../../errors.ts";
import type { EntryComponent } from "../component.ts";
import { createCost } from "../cost.ts";
import { readDocument, type CalendarDocument } from "../document.ts";
import { recurrenceOf } from "../entry-time.ts";
import {
  recurrenceSet,
  standingOverrides,
  type BaseInstance,
  type RecurrenceSet,
} from "../recurrence-set.ts";
import { viewerZone } from "../view.ts";
import type { Zone } from "../zone.ts";
import { createEdits, lastLineOf } from "./edits.ts";
import { type Times, timesOf } from "./length.ts";
import { keyOfOverride, locateExisting, type Located, type Naming } from "./locate.ts";
import { placedAt } from "./placed.ts";
import { linesNamed } from "./series-rule.ts";
import { timeLineLike } from "./time-line.ts";
import { writeTimes } from "./times.ts";

type Found = Located & { set: RecurrenceSet | undefined };

/** A document in which an occurrence has a component of its own, and where that stands for. */
export type Overridden = { document: CalendarDocument; override: EntryComponent; located: Found };

/**
 * The document with an override for one occurrence: the one that stands there, or else a new one that says what the
 * series says of it. A new one has the lines of the series, as they are written, at the times of the occurrence, and
 * names it in the form of DTSTART (F72).
 *
 * @throws CaldavError `bad-input`, `not-found`; `unsupported` where an override stands for this and later occurrences
 */
export function withOverride(document: CalendarDocument, recurrence: string, options: Naming): Overridden {
  const located = locateExisting(document, recurrence, options);
  refuseRanged(document, located, options);
  const standing = overrideOf(document, { recurrence, located }, options);
  if (standing !== undefined) return { document, override: standing, located };
  const added = readDocument(addOverride(document, located, viewerZone(options.zone)));
  const override = overrideOf(added, { recurrence, located }, options);
  if (override === undefined)
    throw new CaldavError(
      "unsupported",
      "This occurrence cannot be given a form of its own; change the whole series, or use another program. Nothing was changed.",
    );
  return { document: added, override, located };
}

/** What stands for all later occurrences cannot be told apart from what stands for one of them. */
function refuseRanged(document: CalendarDocument, { set, key }: Found, options: Naming): void {
  const ranged = document.overrides.some(
    (override) => override.thisAndFuture && keyOfOverride(override, set, options) <= key,
  );
  if (ranged)
    throw new CaldavError(
      "unsupported",
      "This occurrence shows a change that another program made for all later occurrences; only the whole series can be changed. Nothing was changed.",
    );
}

/** The newest one; of several that share a place, as occurrences that are stored alone can, the one of that name. */
function overrideOf(
  document: CalendarDocument,
  { recurrence, located }: { recurrence: string; located: Found },
  options: Naming,
): EntryComponent | undefined {
  const set = recurrenceSet(document, viewerZone(options.zone));
  const here = standingOverrides(document, set).filter(
    (override) => keyOfOverride(override, set, options) === located.key,
  );
  const named = here.find(({ recurrenceId }) => recurrenceId && recurrenceOf(recurrenceId) === recurrence);
  return named ?? here[0];
}

const OF_THE_SERIES = new Set(["RRULE", "EXRULE", "RDATE", "EXDATE"]);

function addOverride(document: CalendarDocument, located: Found, viewer: Zone): string {
  const { master, components } = document;
  if (master === undefined) throw new RangeError("Only a series gets overrides.");
  const copy = createEdits(document);
  for (const index of linesNamed(master, OF_THE_SERIES)) copy.remove(index);
  copy.insertAfter(lastLineOf(master, ["UID"]), [timeLineLike("RECURRENCE-ID", located.time, master)]);
  writeTimes(copy, master, timesAt(master, located, viewer), { tzid: undefined });
  const edits = createEdits(document);
  edits.insertAfter(components.at(-1)?.node.last ?? master.node.last, copy.linesOf(master.node));
  return edits.text();
}

/** An extra date may bring a length of its own. */
function timesAt(master: EntryComponent, { set, time, key }: Found, viewer: Zone): Times {
  const placed = timesOf(placedAt(master, time, viewer));
  const length = instanceAt(set, key)?.length;
  if (length === undefined) return placed;
  return { start: time, end: length };
}

function instanceAt(set: RecurrenceSet | undefined, key: number): BaseInstance | undefined {
  for (const instance of set?.instances({ from: key, to: key + 1 }, createCost()) ?? []) return instance;
  return undefined;
}
