import { basicDate, DAY, dayOfWall } from "../civil.ts";
import type { CalendarDocument } from "../document.ts";
import { instantOfTime, nameableTime, readEntryTime, timeAt, type EntryTime } from "../entry-time.ts";
import type { LineParts } from "../line-parts.ts";
import { makeLine, partsOf, type ContentLine } from "../lines.ts";
import type { RecurrenceSet } from "../recurrence-set.ts";
import { formatTimeValue, parseDuration } from "../time-values.ts";
import type { Zone } from "../zone.ts";
import type { ZoneFinder } from "../zones.ts";
import type { Shift } from "./shift.ts";
import { paramsLike, withValue } from "./time-line.ts";

export type ShiftedDates = {
  document: CalendarDocument;
  set: RecurrenceSet;
  shift: Shift;
  /** The start of the series afterwards, whose form the dates take. */
  start: ContentLine | undefined;
  viewer: Zone;
};

/** One date with the parameters that it has to stand under. */
type Item = { head: string; text: string };

/**
 * An EXDATE or RDATE line after its series has moved: usually one line, more where its dates need different parameters.
 * Items that cannot be read stay as they are; dates that the series has no day for any more go.
 */
export function shiftDateLine(line: ContentLine, shifted: ShiftedDates): ContentLine[] {
  const parts = partsOf(line);
  if (parts === undefined || parts.value.trim() === "") return [line];
  const head = line.content.slice(line.name.length, line.content.length - parts.value.length);
  const byHead = new Map<string, string[]>();
  for (const text of parts.value.split(",")) {
    for (const item of shiftItem({ head, text }, parts.params, { line, ...shifted })) append(byHead, item);
  }
  const lines = [...byHead].map(([own, items]) => makeLine(`${line.name}${own}${items.join(",")}`, line));
  return lines.length === 1 && lines[0]?.content === line.content ? [line] : lines;
}

function shiftItem(
  item: Item,
  params: LineParts["params"],
  shifted: ShiftedDates & { line: ContentLine },
): Item[] {
  const { document, set, shift, start, viewer, line } = shifted;
  const [from = "", to] = item.text.split("/", 2);
  const time = readEntryTime(from, params, document.findZone);
  if (time === undefined) return [item];
  // Such an exclusion stands for the whole day.
  if (line.name === "EXDATE" && time.form === "date" && set.start.form !== "date") {
    const day = shift.day(dayOfWall(time.wall));
    return day === undefined ? [] : [{ head: ";VALUE=DATE:", text: basicDate(day * DAY) }];
  }
  const own = set.inOwnForm(time);
  const next = shift.at(own);
  if (next === undefined) return [];
  const named = nameableTime(next);
  const text = formatTimeValue(named);
  if (to === undefined || next.form === "date") return [{ head: `${paramsLike(named, start)}:`, text }];
  return [{ head: `${paramsLike(named, start)};VALUE=PERIOD:`, text: `${text}/${periodEnd()}` }];

  /** A length stays, an end goes along. */
  function periodEnd(): string {
    const end =
      to === undefined || parseDuration(to) !== undefined
        ? undefined
        : readEntryTime(to, params, document.findZone);
    if (end === undefined || next === undefined) return to ?? "";
    const length = instantOfTime(end, viewer) - instantOfTime(own, viewer);
    return formatTimeValue(nameableTimeAt(instantOfTime(next, viewer) + length, next));
  }

  function nameableTimeAt(instant: number, like: EntryTime): EntryTime {
    return nameableTime(timeAt(instant, like, viewer));
  }
}

function append(byHead: Map<string, string[]>, { head, text }: Item): void {
  const items = byHead.get(head);
  if (items === undefined) byHead.set(head, [text]);
  else items.push(text);
}

/** An EXDATE or RDATE line with the dates that stay, as they are written; empty when none is left. */
export function filterDateLine(
  line: ContentLine,
  findZone: ZoneFinder,
  stays: (time: EntryTime) => boolean,
): readonly ContentLine[] {
  const parts = partsOf(line);
  if (parts === undefined) return [line];
  const items = parts.value.split(",");
  const kept = items.filter((item) => {
    const time = readEntryTime(item.split("/", 1)[0] ?? "", parts.params, findZone);
    return time === undefined || stays(time);
  });
  if (kept.length === items.length) return [line];
  return kept.length === 0 ? [] : [withValue(line, kept.join(","))];
}
