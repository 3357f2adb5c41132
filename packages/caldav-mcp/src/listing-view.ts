import { todayIn } from "server-kit";
import type { Discovery } from "./dav/calendars.ts";
import type { Gaps } from "./listing.ts";

/** What a listing could not show, as its result says it; nothing is said where nothing is missing. */
export function gapsView(
  gaps: Gaps,
  discovery: Pick<Discovery, "withheld" | "skipped">,
): Record<string, unknown> {
  return {
    ...positive({
      unreadable: gaps.unreadable,
      missing: gaps.missing,
      withheld: discovery.withheld,
      skipped: discovery.skipped,
    }),
    ...(gaps.incomplete ? { incomplete: true } : {}),
    ...(gaps.notExpanded.length > 0 ? { not_expanded: gaps.notExpanded } : {}),
    ...(gaps.notReached.length > 0
      ? { not_reached: gaps.notReached.map(({ calendar, reason }) => ({ calendar_id: calendar.id, reason })) }
      : {}),
    ...(gaps.stopped === undefined ? {} : { stopped: gaps.stopped }),
  };
}

/** Today's date with its weekday, since models guess both. */
export function todayView(zone: string, now: () => number): Record<string, string> {
  const { date, weekday } = todayIn(zone, { clock: { wallClock: now } });
  return { date, weekday, timezone: zone };
}

function positive(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
