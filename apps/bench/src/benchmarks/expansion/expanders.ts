import { createRequire } from "node:module";
import ICAL from "ical.js";
import type * as Rrule from "rrule";
import {
  createExpansionBudget,
  expansionInRounds,
} from "../../../../../packages/caldav-mcp/src/ical/expansion.ts";
import { readDocument } from "../../../../../packages/caldav-mcp/src/ical/document.ts";
import type { Series } from "./texts.ts";

// Its entry for Node is a CommonJS bundle whose names an import does not find.
const { RRule }: typeof Rrule = createRequire(import.meta.url)("rrule");

/** Both ends as Unix milliseconds; the end is outside. */
export type Span = { from: number; to: number };

const VIEW = { zone: "Europe/Berlin", ownAddresses: new Set<string>() };
/** Time is what is measured here, so it must not be what ends the work. */
const UNBOUNDED = { perEntryMs: Number.POSITIVE_INFINITY, totalMs: Number.POSITIVE_INFINITY };
/** As many as a listing opens before it lets go of them. */
const OPENED_AT_ONCE = 100;

/** Reads and expands texts as a listing does with what a server sent. Returns how many occurrences there are. */
export async function expandOurs(texts: readonly string[], span: Span): Promise<number> {
  const expand = expansionInRounds(VIEW, createExpansionBudget(UNBOUNDED));
  let found = 0;
  for (let at = 0; at < texts.length; at += OPENED_AT_ONCE) {
    const documents = texts.slice(at, at + OPENED_AT_ONCE).map((text) => readDocument(text));
    const { results, notExpanded } = await expand(documents, span);
    if (notExpanded.length > 0) throw new Error("A series was not expanded.");
    found += results.reduce((sum, occurrences) => sum + occurrences.length, 0);
  }
  return found;
}

/** The same with ical.js alone: its parser, its zones and its iterator, which begins with the first occurrence of all. */
export function expandWithIcal(texts: readonly string[], { from, to }: Span): number {
  let found = 0;
  for (const text of texts) {
    const calendar = new ICAL.Component(ICAL.parse(text));
    const component = calendar.getFirstSubcomponent("vevent");
    if (component === null) throw new Error("There is no event in the text.");
    const event = new ICAL.Event(component);
    const isWithin = (time: ICAL.Time): boolean => time.toJSDate().getTime() >= from;
    if (!event.isRecurring()) {
      found += isWithin(event.startDate) ? 1 : 0;
      continue;
    }
    const iterator = event.iterator();
    for (let next = iterator.next(); next; next = iterator.next()) {
      if (next.toJSDate().getTime() >= to) break;
      if (isWithin(next)) found += 1;
    }
  }
  return found;
}

/** The rules alone with rrule, which reads no calendars and knows no zones: less work than the other two do. */
export function expandWithRrule(series: readonly Series[], { from, to }: Span): number {
  const [after, before] = [new Date(from), new Date(to - 1)];
  return series.reduce((sum, { rule, hour }) => {
    const dtstart = new Date(Date.UTC(2010, 0, 4, hour));
    const read = new RRule({ ...RRule.parseString(rule), dtstart });
    return sum + read.between(after, before, true).length;
  }, 0);
}
