import { DAY, SECOND } from "./civil.ts";
import type { Transition, Zone } from "./zone.ts";

// Short enough that two changes never fall into one step (Morocco leaves and re-enters summer time within a month).
const STEP = 8 * DAY;

/** The changes of clocks in a zone between two instants, in order, found by looking at its offsets alone. */
export function changesWithin(zone: Zone, { from, to }: { from: number; to: number }): Transition[] {
  const changes: Transition[] = [];
  for (let at = from; at < to; at += STEP) {
    const next = Math.min(at + STEP, to);
    const offset = zone.offsetAt(next);
    if (offset !== zone.offsetAt(at))
      changes.push({ instant: firstAt(zone, { from: at, to: next }), offset });
  }
  return changes;
}

/** The first second at which the offset is no longer the one at `from`. */
function firstAt(zone: Zone, { from, to }: { from: number; to: number }): number {
  const before = zone.offsetAt(from);
  let [low, high] = [from, to];
  while (high - low > SECOND) {
    const middle = low + Math.floor((high - low) / 2 / SECOND) * SECOND;
    if (zone.offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
