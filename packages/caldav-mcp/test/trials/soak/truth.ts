import type { Sandbox } from "sandbox";

/**
 * What is really stored in one calendar, read with a few expressions that share nothing with the program: the entries of
 * this trial are all of one simple form.
 */
export type Stored = { resource: string; text: string; summary: string };

export type Row = { summary: string; start: string };

const MINUTE = 60_000;

export function storedIn(sandbox: Sandbox, calendar: string): Stored[] {
  const below = `${sandbox.home}${calendar}/`;
  return sandbox.store.list(below).map((path) => {
    const text = (sandbox.store.get(path)?.text ?? "").replaceAll("\r\n ", "");
    return { resource: path.slice(below.length), text, summary: valueOf(text, "SUMMARY") ?? "" };
  });
}

function valueOf(text: string, name: string): string | undefined {
  return new RegExp(`^${name}(?:;[^:\\r\\n]*)?:([^\\r\\n]*)`, "m").exec(text)?.[1];
}

/** `20260914T090000` as `2026-09-14T09:00`. */
const minutes = (value: string): string =>
  value.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)\d\d$/, "$1-$2-$3T$4:$5");

/** Events of an hour or so, in one zone, some of them daily, some days of those excluded; none crosses a change of clocks. */
export function rowsOf({ text, summary }: Stored): Row[] {
  const event = eventIn(text);
  const start = minutes(valueOf(event, "DTSTART") ?? "");
  const count = Number(/^RRULE:.*COUNT=(\d+)/m.exec(event)?.[1] ?? 1);
  const excluded = new Set(
    [...event.matchAll(/^EXDATE(?:;[^:\r\n]*)?:([^\r\n]*)/gm)].flatMap(([, values = ""]) =>
      values.split(",").map(minutes),
    ),
  );
  const first = Date.parse(`${start}Z`);
  return Array.from({ length: count }, (_, day) =>
    new Date(first + day * 1_440 * MINUTE).toISOString().slice(0, 16),
  )
    .filter((one) => !excluded.has(one))
    .map((one) => ({ summary, start: one }));
}

/** Without the zone before it, which has rules of its own. */
const eventIn = (text: string): string => text.slice(text.indexOf("BEGIN:VEVENT"));

export const isSeries = ({ text }: Stored): boolean => /^RRULE:/m.test(eventIn(text));

export const isDone = ({ text }: Stored): boolean => /^STATUS:COMPLETED/m.test(text);

const key = ({ summary, start }: Row): string => `${start} ${summary}`;

export const sorted = (rows: readonly Row[]): string[] => rows.map(key).toSorted();

/** Minutes of the day in which something lies, as `day hour:minute` of each busy stretch's begin and end. */
export function busyOf(rows: readonly Row[]): string[] {
  const spans = rows
    .map(({ start }) => ({ from: Date.parse(`${start}Z`), to: Date.parse(`${start}Z`) + 60 * MINUTE }))
    .toSorted((one, other) => one.from - other.from);
  const merged: { from: number; to: number }[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  const shown = (at: number): string => new Date(at).toISOString().slice(0, 16);
  return merged.map(({ from, to }) => `${shown(from)} ${shown(to)}`);
}
