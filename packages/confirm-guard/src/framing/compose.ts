import { NOTICE, REMINDER } from "./fence.ts";
import { fieldLines } from "./render.ts";
import type { CleanObject, CleanValue, Findings } from "./tree.ts";

/** The keys of structured content that belong to the frame, in the order they appear. */
export const RESERVED_KEYS = [
  "notice",
  "untrusted",
  "source",
  "signals",
  "altered",
  "truncated",
  "reminder",
] as const;
/** The keys of `structuredContent` that {@link untrustedResult} sets itself. */
export type ReservedKey = (typeof RESERVED_KEYS)[number];

/** What a result is made of once its length is decided. */
export type Parts = {
  fields: CleanObject;
  findings: Findings;
  /** The records of a listing that are shown, and how many there are. */
  records: { key: string; shown: CleanValue[]; of: number } | undefined;
};

/** What was left out to keep the text block under its ceiling. */
export type Truncated = { shown?: number; of?: number; shortened?: string[] };

const LISTED_PATHS = 100;

/** Both channels of a result: lines and notes for the text block, and the structured content. */
export function compose(
  parts: Parts,
  source: string,
): { lines: string[]; notes: string[]; structuredContent: Record<string, unknown> } {
  const { records, findings } = parts;
  const altered = listed([...new Set([...findings.altered, ...findings.shortened])]);
  const truncated = truncation(parts);
  const names = [...findings.signals];
  const structuredContent = {
    notice: NOTICE,
    untrusted: true,
    source,
    ...parts.fields,
    ...(records === undefined ? {} : { [records.key]: records.shown }),
    ...(names.length === 0 ? {} : { signals: names }),
    ...(altered.length === 0 ? {} : { altered }),
    ...(truncated === undefined ? {} : { truncated }),
    reminder: REMINDER,
  };
  return { lines: bodyLines(parts), notes: notesOf(names, altered, truncated), structuredContent };
}

function bodyLines({ fields, records }: Parts): string[] {
  if (records === undefined || records.shown.length === 0) return fieldLines("", fields);
  const { [records.key]: _place, ...others } = fields;
  return [
    ...fieldLines("", others),
    `${records.key}: ${records.shown.length}, one per line`,
    ...records.shown.map((record) => JSON.stringify(record)),
  ];
}

function truncation({ records, findings }: Parts): Truncated | undefined {
  const shortened = [...new Set(findings.shortened)];
  const isCut = records !== undefined && records.shown.length < records.of;
  if (!isCut && shortened.length === 0) return undefined;
  return {
    ...(isCut ? { shown: records.shown.length, of: records.of } : {}),
    ...(shortened.length === 0 ? {} : { shortened: listed(shortened) }),
  };
}

function listed(paths: string[]): string[] {
  if (paths.length <= LISTED_PATHS) return paths;
  return [...paths.slice(0, LISTED_PATHS), `(+${paths.length - LISTED_PATHS} more)`];
}

/** Our own sentences about the data; they stand before the markers, so that the reminder follows the end directly. */
function notesOf(
  names: readonly string[],
  altered: readonly string[],
  truncated: Truncated | undefined,
): string[] {
  const notes: string[] = [];
  if (names.length > 0) notes.push(`Text like this was noticed in it: ${names.join(", ")}.`);
  if (altered.length > 0) notes.push(`Not as stored, do not write back: ${altered.join(", ")}.`);
  if (truncated?.of !== undefined)
    notes.push(`Only ${truncated.shown} of ${truncated.of} records are shown.`);
  if (truncated?.shortened !== undefined) notes.push(`Shortened: ${truncated.shortened.join(", ")}.`);
  return notes;
}
