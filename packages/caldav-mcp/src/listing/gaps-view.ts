import { todayIn } from "server-kit";
import type { Discovery } from "../dav/calendars.ts";
import type { Gaps } from "./reading.ts";

// What is named here stands on every page and takes its room from the rows.
const MOST_NAMED = 20;
const MOST_CHARACTERS = 10_000;

function fitting(ids: readonly string[]): string[] {
  let room = MOST_CHARACTERS;
  return ids.slice(0, MOST_NAMED).filter(({ length }) => (room -= length) >= 0);
}

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
    ...(gaps.notExpanded.length > 0
      ? { not_expanded: fitting(gaps.notExpanded), not_expanded_count: gaps.notExpanded.length }
      : {}),
    ...(gaps.notReached.length > 0
      ? {
          not_reached: gaps.notReached
            .slice(0, MOST_NAMED)
            .map(({ calendar, reason }) => ({ calendar_id: calendar.id, reason })),
          not_reached_count: gaps.notReached.length,
        }
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
