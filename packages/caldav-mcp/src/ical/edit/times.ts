import { HOUR, MINUTE, SECOND } from "../civil.ts";
import type { EntryComponent } from "../component.ts";
import { nameableTime, type EntryTime } from "../entry-time.ts";
import { ownLine } from "../gate.ts";
import { nameAt } from "../line-table.ts";
import type { ContentLine } from "../lines.ts";
import type { Duration } from "../time-values.ts";
import type { Zone } from "../zone.ts";
import type { Edits } from "./edits.ts";
import { type Times, isDuration, timesOf } from "./length.ts";
import { kindOf, replaceProperty } from "./patch.ts";
import { isSameZone, lineOf, timeLine, type WrittenTime } from "./time-line.ts";

/**
 * `tzid`: the name of a zone that is new to the document, see zone-block.ts. `series`: the start of the series that the
 * component belongs to, written; its zone may be new to an override.
 */
export type WriteTimes = { tzid: string | undefined; series?: WrittenTime | undefined };

/**
 * Gives one component other times. Lines that say the same already stay; of DTEND and DURATION one is left (RFC 5545
 * section 3.6.1, F64).
 */
export function writeTimes(edits: Edits, component: EntryComponent, next: Times, writing: WriteTimes): void {
  const had = timesOf(component);
  const endName = kindOf(component) === "task" ? "DUE" : "DTEND";
  const start = writtenAs(component, "DTSTART", had.start);
  const end = writtenAs(component, endName, component.end);
  const { tzid, series } = writing;
  if (!isSame(had.start, next.start)) {
    const lines =
      next.start === undefined ? [] : [timeLine("DTSTART", next.start, { like: [start, end, series], tzid })];
    replaceProperty(edits, component, "DTSTART", lines);
  }
  const both = component.duration !== undefined && component.end !== undefined;
  if (isSame(had.end, next.end) && !both) return;
  replaceEnd(edits, component, endName, endLine());

  function endLine(): ContentLine | undefined {
    if (next.end === undefined) return undefined;
    if (isDuration(next.end)) return ownLine("DURATION", formatDuration(next.end));
    return timeLine(endName, next.end, { like: [end, start, series], tzid });
  }
}

/** The line that the dates of a series will follow, once it has these times. */
export function startLineAfter(
  component: EntryComponent,
  next: Times,
  { tzid }: WriteTimes,
): WrittenTime | undefined {
  const had = timesOf(component);
  const old = [
    writtenAs(component, "DTSTART", had.start),
    writtenAs(component, kindOf(component) === "task" ? "DUE" : "DTEND", component.end),
  ];
  const name = next.start === undefined ? "DUE" : "DTSTART";
  const time = next.start ?? (isDuration(next.end) ? undefined : next.end);
  return (
    time && { line: timeLine(name, time, { like: name === "DUE" ? old.toReversed() : old, tzid }), time }
  );
}

function writtenAs(
  component: EntryComponent,
  name: string,
  time: EntryTime | undefined,
): WrittenTime | undefined {
  const line = lineOf(component, name);
  return line === undefined || time === undefined ? undefined : { line, time };
}

/** In place of the first line that says when it ends or how long it is; other ones go. */
function replaceEnd(
  edits: Edits,
  component: EntryComponent,
  endName: string,
  line: ContentLine | undefined,
): void {
  const names = new Set([endName, "DURATION"]);
  const [first, ...more] = component.node.properties.filter((index) =>
    names.has(nameAt(component.lines, index)),
  );
  for (const index of more) edits.remove(index);
  const lines = line === undefined ? [] : [line];
  if (first === undefined) replaceProperty(edits, component, endName, lines);
  else edits.replace(first, lines);
}

/** Whether two times are written alike: at the same time in the same zone. */
export function isSame(one: Times["end"], other: Times["end"]): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (isDuration(one) || isDuration(other))
    return isDuration(one) && isDuration(other) && one.days === other.days && one.exact === other.exact;
  // The second pass of a repeated hour has the wall time of the first, but another name.
  const [a, b] = [nameableTime(one), nameableTime(other)];
  return a.form === b.form && a.wall === b.wall && isSameZone(a.zone, b.zone);
}

/** The zone that times are in which a component does not have yet. */
export function newZoneOf(component: EntryComponent, { start, end }: Times): Zone | undefined {
  const old = [component.start?.zone, component.end?.zone];
  const times = [start, isDuration(end) ? undefined : end];
  return times
    .flatMap((time) => (time?.form === "local" ? [time.zone] : []))
    .find((zone) => zone !== undefined && !old.some((own) => isSameZone(own, zone)));
}

/** RFC 5545 section 3.3.6, from days and exact time. */
export function formatDuration({ days, exact }: Duration): string {
  const parts = [
    [Math.floor(exact / HOUR), "H"],
    [Math.floor(exact / MINUTE) % 60, "M"],
    [Math.floor(exact / SECOND) % 60, "S"],
  ] as const;
  const clock = parts.flatMap(([value, unit]) => (value === 0 ? [] : [`${value}${unit}`])).join("");
  if (days === 0 && clock === "") return "PT0S";
  return `P${days === 0 ? "" : `${days}D`}${clock === "" ? "" : `T${clock}`}`;
}
