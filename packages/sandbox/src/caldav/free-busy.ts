import { violated } from "./conditions.ts";
import type { Exchange } from "./exchange.ts";
import { readRange } from "./filter.ts";
import { propertyNamed } from "./icalendar.ts";
import { type Instance, instancesIn } from "./instances.ts";
import { type Found, members } from "./locate.ts";
import { type Budget, GAVE_UP } from "./recurrence.ts";
import { Refusal, type Reply } from "./reply.ts";
import type { Calendar } from "./store.ts";
import { overlaps, type TimeRange } from "./time-range.ts";
import { CALDAV, caldav, childNamed, dav } from "./xml.ts";
import type { Element } from "@xmldom/xmldom";

/**
 * What the server does with a `free-busy-query`: answers as RFC 4791 section 7.10 says; does not know the report; or
 * answers 200 with an iCalendar that speaks of another time than was asked for, as one server in the field does.
 */
export type FreeBusy = "rfc" | "none" | "nonsense";

type Kind = "BUSY" | "BUSY-TENTATIVE" | "BUSY-UNAVAILABLE";
type Period = TimeRange & { kind: Kind };

const DAY = 86_400_000;

export function freeBusyQuery(exchange: Exchange, found: Found, body: Element, budget: Budget): Reply {
  const { freeBusy } = exchange;
  if (freeBusy === "none") throw violated(403, dav("supported-report"));
  const element = childNamed(body, CALDAV, "time-range");
  if (element === undefined) throw violated(403, caldav("valid-filter"));
  const range = readRange(element);
  if (!Number.isFinite(range.start) || !Number.isFinite(range.end)) throw new Refusal({ status: 400 });
  if (freeBusy === "nonsense") return answer(range, [{ start: 0, end: DAY, kind: "BUSY" }]);

  const { store, viewer } = exchange;
  const calendars = [found, ...members(store, found, viewer)].flatMap((one) =>
    one.kind === "calendar" ? [one.calendar] : [],
  );
  const periods = calendars.flatMap((calendar) => busyIn(calendar, range, budget));
  return answer(range, merged(periods));
}

function busyIn(calendar: Calendar, range: TimeRange, budget: Budget): Period[] {
  const periods: Period[] = [];
  for (const { object } of calendar.resources.values()) {
    if (object?.component !== "VEVENT") continue;
    for (const instance of instancesIn(object, range, budget)) {
      const period: Period | undefined =
        instance === GAVE_UP ? { ...range, kind: "BUSY-UNAVAILABLE" } : periodOf(instance, range);
      if (period !== undefined) periods.push(period);
    }
  }
  return periods;
}

/** Undefined for what takes no time, is cancelled, leaves its owner free, or lies outside. */
function periodOf({ entry, facts }: Instance, range: TimeRange): Period | undefined {
  const word = (name: string): string | undefined => propertyNamed(entry, name)?.values[0]?.toUpperCase();
  const status = word("STATUS");
  const { dtstart, dtend, duration } = facts;
  if (word("TRANSP") === "TRANSPARENT" || status === "CANCELLED" || dtstart === undefined) return undefined;
  const ends = dtend ?? dtstart.instant + (duration ?? (dtstart.isDate ? DAY : 0));
  if (ends <= dtstart.instant || !overlaps.VEVENT(range, facts)) return undefined;
  return {
    start: Math.max(dtstart.instant, range.start),
    end: Math.min(ends, range.end),
    kind: status === "TENTATIVE" ? "BUSY-TENTATIVE" : "BUSY",
  };
}

/** Periods of one kind that overlap or touch become one. */
function merged(periods: Period[]): Period[] {
  const done: Period[] = [];
  for (const period of periods.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.start - b.start)) {
    const last = done.at(-1);
    if (last !== undefined && last.kind === period.kind && period.start <= last.end)
      last.end = Math.max(last.end, period.end);
    else done.push({ ...period });
  }
  return done;
}

const utc = (instant: number): string =>
  `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

function answer(range: TimeRange, periods: readonly Period[]): Reply {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//example.org//sandbox//EN",
    "BEGIN:VFREEBUSY",
    `DTSTAMP:${utc(range.start)}`,
    `DTSTART:${utc(range.start)}`,
    `DTEND:${utc(range.end)}`,
    ...periods.map(({ start, end, kind }) => `FREEBUSY;FBTYPE=${kind}:${utc(start)}/${utc(end)}`),
    "END:VFREEBUSY",
    "END:VCALENDAR",
    "",
  ];
  return {
    status: 200,
    headers: { "content-type": "text/calendar; charset=utf-8" },
    body: lines.join("\r\n"),
  };
}
