import { z } from "zod";
import { eventTexts } from "../../servers/month.ts";

/** What can be known of one event of the month, whichever server says it and however it spells it. */
const EVENT_FACTS: readonly { name: string; said: RegExp }[] = [
  { name: "title", said: /Meeting event-\d+/ },
  { name: "place", said: /Small hall/ },
  { name: "start", said: /start.{0,12}2026-09-\d\dT\d\d:\d\d/ },
  { name: "end", said: /end.{0,12}2026-09-\d\dT\d\d:\d\d/ },
  { name: "notes", said: /blue folder/ },
  { name: "weekday", said: /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/ },
  { name: "time zone", said: /time_?zone/i },
  { name: "whole day or not", said: /all_?day/i },
  { name: "calendar", said: /\/bench\// },
  { name: "handle for changing it", said: /"u?id":/ },
  { name: "invited people", said: /attendees/i },
  { name: "repeats or not", said: /recurring|rrule/i },
  { name: "reminders", said: /reminder|alarm/i },
];

/** How many of those facts the rows of a listing say, all rows together. */
export function countEventFacts(rows: readonly string[]): number {
  return rows.reduce((sum, row) => sum + EVENT_FACTS.filter(({ said }) => said.test(row)).length, 0);
}

/** Each event of an answer alone: elements of a JSON list, or lines of a text. */
export function rowsOf(answer: string): string[] {
  const title = /Meeting event-\d+/;
  const listed = listIn(answer);
  return (listed ?? answer.split("\n")).filter((row) => title.test(row));
}

const listing = z.union([z.array(z.unknown()), z.object({ events: z.array(z.unknown()) })]);

function listIn(answer: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(answer);
    const list = listing.parse(value);
    return (Array.isArray(list) ? list : list.events).map((row) => JSON.stringify(row));
  } catch {
    return undefined;
  }
}

/** How many events a listing has to say, for the check that nothing is missing. */
export function eventsInMonth(events: number): number {
  return eventTexts(events).filter((text) => text.includes("DTSTART:202609")).length;
}
