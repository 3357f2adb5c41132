import { DAY } from "../civil.ts";
import type { CalendarDocument } from "../document.ts";
import { instantOfTime } from "../entry-time.ts";
import { parseTree, propertyOf } from "../tree.ts";
import { writeTimezone, type Reach } from "../vtimezone-write.ts";
import type { Zone } from "../zone.ts";
import { viewerZone } from "../view.ts";
import type { Edits } from "./edits.ts";
import { type Times, isDuration } from "./length.ts";

// Zones are told for so long ahead where a series has no end; afterwards the last known offset stays.
const YEARS_AHEAD = 20;

/** The instants that times reach. */
export function reachOfTimes({ start, end }: Times, { zone }: { zone: string }): Reach {
  const viewer = viewerZone(zone);
  const times = [start, isDuration(end) ? undefined : end];
  const instants = times.flatMap((time) => (time === undefined ? [] : [instantOfTime(time, viewer)]));
  return { from: Math.min(...instants), to: Math.max(...instants) };
}

/** As many years as a zone is told ahead, for a series that starts with these times. */
export function reachOfSeries(times: Times, options: { zone: string }): Reach {
  const { from } = reachOfTimes(times, options);
  return { from, to: from + YEARS_AHEAD * 366 * DAY };
}

/**
 * The TZID to write times of a zone with. Every TZID of a document has to be defined in it (RFC 5545 section 3.2.19), so
 * a VTIMEZONE is added unless the document brings it already.
 */
export async function defineZone(
  edits: Edits,
  document: CalendarDocument,
  { zone, reach }: { zone: Zone; reach: Reach },
): Promise<string | undefined> {
  const { name } = zone;
  if (name === undefined) return undefined;
  const { tzid, lines } = await writeTimezone({ ...zone, name }, reach);
  const [first] = document.components;
  if (first !== undefined && !defines(document, tzid)) edits.insertAfter(first.node.first - 1, lines);
  return tzid;
}

function defines({ lines }: CalendarDocument, tzid: string): boolean {
  const blocks = parseTree(lines).flatMap(({ children }) => children);
  return blocks.some(
    (node) => node.name === "VTIMEZONE" && propertyOf(lines, node, "TZID")?.value.trim() === tzid,
  );
}
