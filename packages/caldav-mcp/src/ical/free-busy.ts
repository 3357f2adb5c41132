import { DAY, MINUTE } from "./civil.ts";
import { lineTable, type LineTable } from "./line-table.ts";
import { parseDuration, parseTimeValue } from "./time-values.ts";
import { parseTree, propertiesOf, propertyOf, type ComponentNode } from "./tree.ts";
import type { Occurrence, Window } from "./types.ts";

/** How firmly a time is taken (FBTYPE, RFC 5545 section 3.2.9). */
export type BusyKind = "busy" | "unavailable" | "tentative";

export type Busy = Window & { kind: BusyKind };

/** The time that an occurrence takes from its owner; undefined for one that takes none (F93, F125). */
export function busyTime(occurrence: Occurrence): Busy | undefined {
  if (occurrence.cancelled) return undefined;
  const [from, to] = [occurrence.start.instant, occurrence.end.instant];
  if (to <= from) return undefined;
  const { transparent, ownReply, status } = occurrence.fields();
  if (transparent || ownReply === "declined") return undefined;
  const open = status === "tentative" || ownReply === "tentative";
  return { from, to, kind: open ? "tentative" : "busy" };
}

const MAX_PERIODS = 50_000;

/**
 * The busy times in a server's answer to a free-busy query, cut to the window that was asked about. Undefined when the
 * answer does not speak of that window: it names other times, covers a part only, or holds a period that is none.
 * Servers may widen the window by a minute.
 *
 * @throws CaldavError `unreadable-entry` for a text that breaks off
 */
export function readFreeBusy(text: string, window: Window): Busy[] | undefined {
  const lines = lineTable(text);
  const answers = parseTree(lines)
    .flatMap(({ children }) => children)
    .filter(({ name }) => name === "VFREEBUSY");
  if (answers.length === 0 || !answers.every((answer) => covers(lines, answer, window))) return undefined;
  const found: Busy[] = [];
  for (const answer of answers) {
    for (const { params, value } of propertiesOf(lines, answer, "FREEBUSY")) {
      const kind = kindOf(params.get("FBTYPE")?.[0]);
      for (const written of value.split(",", MAX_PERIODS + 1)) {
        const period = readPeriod(written);
        if (period === undefined || !isNear(period, window) || found.length >= MAX_PERIODS) return undefined;
        if (kind !== "free") found.push(cut({ ...period, kind }, window));
      }
    }
  }
  return found.filter(({ from, to }) => from < to);
}

/** DTSTART and DTEND, where an answer has them, say of which time it speaks. */
function covers(lines: LineTable, answer: ComponentNode, { from, to }: Window): boolean {
  const bound = (name: string): number | undefined => {
    const written = parseTimeValue(propertyOf(lines, answer, name)?.value ?? "");
    return written?.form === "utc" ? written.wall : undefined;
  };
  return (bound("DTSTART") ?? from) <= from + MINUTE && (bound("DTEND") ?? to) >= to - MINUTE;
}

const KINDS = new Map<string, BusyKind | "free">([
  ["FREE", "free"],
  ["BUSY-UNAVAILABLE", "unavailable"],
  ["BUSY-TENTATIVE", "tentative"],
]);

/** Whatever is not known is busy (RFC 5545 section 3.2.9). */
function kindOf(type: string | undefined): BusyKind | "free" {
  return KINDS.get(type?.toUpperCase() ?? "") ?? "busy";
}

/** A period is written in UTC, by its end or its length (RFC 5545 section 3.8.2.6). */
function readPeriod(written: string): Window | undefined {
  const [first = "", second = "", ...more] = written.split("/", 3);
  const start = parseTimeValue(first);
  if (start?.form !== "utc" || more.length > 0) return undefined;
  const length = parseDuration(second);
  const end = parseTimeValue(second);
  const to = length === undefined ? end?.wall : start.wall + length.days * DAY + length.exact;
  if (to === undefined || to < start.wall || (end !== undefined && end.form !== "utc")) return undefined;
  return { from: start.wall, to };
}

function isNear(period: Window, { from, to }: Window): boolean {
  return period.from < to + MINUTE && period.to > from - MINUTE;
}

function cut(busy: Busy, { from, to }: Window): Busy {
  return { ...busy, from: Math.max(busy.from, from), to: Math.min(busy.to, to) };
}
