import type { Busy, BusyKind } from "../ical/free-busy.ts";
import type { Window } from "../ical/types.ts";

// The first one that somebody is, they are: a tentative appointment does not make a firm one less firm.
const FIRMEST = ["busy", "unavailable", "tentative"] as const satisfies readonly BusyKind[];

/**
 * Busy times as a line of intervals inside the window: in order, without overlap, and touching ones of a kind joined.
 * Where several kinds meet, the firmest counts.
 */
export function mergeBusy(times: readonly Busy[], window: Window): Busy[] {
  const edges = times.flatMap(({ from, to, kind }) => {
    const [start, end] = [Math.max(from, window.from), Math.min(to, window.to)];
    if (start >= end) return [];
    return [
      { at: start, kind, step: 1 },
      { at: end, kind, step: -1 },
    ];
  });
  edges.sort((a, b) => a.at - b.at);

  const open: Record<BusyKind, number> = { busy: 0, unavailable: 0, tentative: 0 };
  const merged: Busy[] = [];
  for (const [index, { at, kind, step }] of edges.entries()) {
    open[kind] += step;
    const to = edges[index + 1]?.at ?? at;
    const now = FIRMEST.find((one) => open[one] > 0);
    if (now !== undefined && at < to) append(merged, { from: at, to, kind: now });
  }
  return merged;
}

function append(merged: Busy[], next: Busy): void {
  const last = merged.at(-1);
  if (last !== undefined && last.kind === next.kind && last.to === next.from) last.to = next.to;
  else merged.push(next);
}

/** What of the window none of the intervals covers; they are in order and do not overlap. */
export function gapsBetween(intervals: readonly Window[], window: Window): Window[] {
  const gaps: Window[] = [];
  let from = window.from;
  for (const interval of intervals) {
    if (interval.from > from) gaps.push({ from, to: Math.min(interval.from, window.to) });
    from = Math.max(from, interval.to);
  }
  if (from < window.to) gaps.push({ from, to: window.to });
  return gaps;
}

/** What two lines of intervals have in common; each is in order and does not overlap itself. */
export function intersect(left: readonly Window[], right: readonly Window[]): Window[] {
  const common: Window[] = [];
  let [l, r] = [0, 0];
  for (;;) {
    const [a, b] = [left[l], right[r]];
    if (a === undefined || b === undefined) return common;
    const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
    if (from < to) common.push({ from, to });
    if (a.to < b.to) l += 1;
    else r += 1;
  }
}
