import { BudgetSpent } from "server-kit";
import type { Discovery } from "../dav/calendars.ts";
import { MINUTE } from "../ical/civil.ts";
import type { Busy } from "../ical/free-busy.ts";
import { renderInstant, weekdayOf } from "../ical/instants.ts";
import type { Window } from "../ical/types.ts";
import { gapsView } from "../listing/gaps-view.ts";
import type { CalendarBusy } from "./calendars.ts";
import { mergeBusy } from "./intervals.ts";
import { freeSlots, type Wanted } from "./slots.ts";

/** More intervals than these fill a model's memory without telling it more; the answer then ends earlier and says so. */
const MOST = 500;

export type FreeBusy = {
  busy: Busy[];
  /** Undefined when nobody asked for it, or when it is not known. */
  free: Window[] | undefined;
  /** Until when the answer speaks; the end of the window unless it was cut. */
  coversTo: number;
  complete: boolean;
};

/** Joins the calendars. Without `wanted` no free time is looked for, and it is never claimed where a calendar is not known. */
export function joinCalendars(
  calendars: readonly CalendarBusy[],
  window: Window,
  wanted: Wanted | undefined,
  most: number = MOST,
): FreeBusy {
  const complete = calendars.every((calendar) => calendar.complete);
  const merged = mergeBusy(
    calendars.flatMap(({ busy }) => busy),
    window,
  );
  const slotsUntil = (to: number): Window[] | undefined =>
    complete && wanted !== undefined ? freeSlots(merged, { from: window.from, to }, wanted) : undefined;
  const busyTo = merged[most]?.from ?? window.to;
  const coversTo = slotsUntil(busyTo)?.[most]?.from ?? busyTo;
  return {
    busy: mergeBusy(merged, { from: window.from, to: coversTo }),
    free: slotsUntil(coversTo),
    coversTo,
    complete,
  };
}

/** The answer in dates, numbers and our own words; no text of an entry is in it. */
export function freeBusyView(
  { busy, free, coversTo, complete }: FreeBusy,
  window: Window,
  { zone, wanted }: { zone: string; wanted: Wanted | undefined },
): Record<string, unknown> {
  return {
    complete,
    ...(coversTo < window.to
      ? {
          covers_to: renderInstant(coversTo, zone).value,
          shortened:
            "There are more intervals than one answer holds: it ends at `covers_to`, and says nothing of the time after it. Ask again from there.",
        }
      : {}),
    count: busy.length,
    busy: busy.map((time) => ({ ...interval(time, zone), kind: time.kind })),
    ...(free === undefined
      ? {}
      : {
          free: free.map((time) => ({ ...interval(time, zone), minutes: (time.to - time.from) / MINUTE })),
        }),
    ...(wanted === undefined || complete
      ? {}
      : {
          free_unknown:
            "Not all calendars could be read in full, so no time can be said to be free: see `calendars`. Leave out those that are not complete, or ask again.",
        }),
  };
}

function interval({ from, to }: Window, zone: string): Record<string, string> {
  const moment = { instant: from, wall: "", zone: "UTC", allDay: false, floating: false };
  return {
    from: renderInstant(from, zone).value,
    to: renderInstant(to, zone).value,
    weekday: weekdayOf(moment, zone),
  };
}

/** Each calendar with who worked out its busy times, and what is missing of those that are not complete. */
export function calendarsView(
  calendars: readonly CalendarBusy[],
  discovery: Pick<Discovery, "withheld" | "skipped">,
): Record<string, unknown> {
  const partly = calendars.filter(({ complete }) => !complete);
  const sum = (of: "unreadable" | "missing"): number =>
    partly.reduce((total, { missing }) => total + missing[of], 0);
  const failures = partly.flatMap(({ calendar, missing: { failure } }) =>
    failure === undefined ? [] : [{ calendar, failure }],
  );
  return {
    calendars: calendars.map(({ calendar, computedBy, complete }) => ({
      calendar_id: calendar.id,
      computed_by: computedBy,
      complete,
    })),
    ...gapsView(
      {
        unreadable: sum("unreadable"),
        missing: sum("missing"),
        incomplete: partly.some(({ missing }) => missing.incomplete),
        notExpanded: partly.flatMap(({ missing }) => missing.notExpanded),
        notReached: failures.map(({ calendar, failure }) => ({ calendar, reason: failure.message })),
        stopped: failures.some(({ failure }) => failure instanceof BudgetSpent)
          ? `The time for this call was used up after ${calendars.length - failures.length} of ${calendars.length} calendars.`
          : undefined,
      },
      discovery,
    ),
  };
}
