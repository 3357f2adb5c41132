import { GuardUsageError } from "../errors.ts";
import type { ToolResult } from "../types.ts";
import { compose, type Parts, RESERVED_KEYS, type ReservedKey } from "./compose.ts";
import { fence, type FrameOptions, MARK_LENGTH } from "./fence.ts";
import { fieldLines } from "./render.ts";
import { shorten, STEPS, type Step } from "./shorten.ts";
import { type CleanObject, cleanTree, type CleanValue, type Findings, noFindings } from "./tree.ts";

/** The most UTF-16 units that the text block of {@link untrustedResult} holds. */
export const TEXT_CEILING = 80_000;

/** About what our own sentences and a hundred paths take; only an estimate that saves attempts. */
const WORDS_LENGTH = 2_000;

/** How {@link untrustedResult} lays out its data. */
export type ResultOptions = FrameOptions & {
  /** The key of the list to print with one record per line; where the result is too long, it is cut between them. */
  records?: string;
  /** Called when records were cut off: fields to add or replace, for example the cursor of the first one not shown. */
  cut?: (shown: number) => Record<string, unknown>;
};

/** `Data` without the keys that {@link untrustedResult} sets itself. */
export type WithoutReservedKeys<Data> = { [Key in keyof Data]: Key extends ReservedKey ? never : Data[Key] };

/**
 * A tool result that carries foreign text, framed in both channels from the same cleaned data.
 *
 * Foreign strings, boxed or not, stand under keys named `untrusted_text`, at any depth, and are cleaned. Every other
 * string must be one plain line without `<`, `>` and `"`: ids (see {@link isPlainId}), dates, names of your own.
 *
 * `structuredContent` holds, in this order: `notice`, `untrusted: true`, `source`, the data, then `signals` (what the
 * text resembles), `altered` (paths whose text is not what is stored: do not write it back) and `truncated` where there
 * is something to say, and `reminder`. `content` is one text block: the frame, with a field or a record per line.
 *
 * The text block holds at most 80,000 UTF-16 units. A list named by `records` is cut between records; an entry that is
 * too long alone is shortened inside, and `truncated.shortened` names where. Both channels are cut alike.
 *
 * @param data - numbers, booleans, null, plain strings, arrays and plain objects; undefined fields are left out.
 * @param options - the source's name, and the key of the list in a listing.
 * @throws GuardUsageError (`bad-frame`) when foreign text stands in the wrong place, for a reserved key, and for
 * anything JSON cannot carry. The message names the path, never the text.
 *
 * @example
 * ```ts
 * import { untrusted, untrustedResult } from "confirm-guard";
 *
 * untrustedResult(
 *   { events: [{ id: "event.1", untrusted_text: { summary: untrusted("Lunch") } }] },
 *   { source: "caldav", records: "events", cut: (shown) => ({ cursor: `after.${shown}` }) },
 * );
 * ```
 */
export function untrustedResult<const Data extends object>(
  data: Data & WithoutReservedKeys<Data>,
  options: ResultOptions,
): ToolResult {
  const { records, cut } = options;
  if (records === undefined) return entryResult(readFields(data, records), options);
  const list: unknown = Object.hasOwn(data, records) ? (data as Record<string, unknown>)[records] : undefined;
  if (!Array.isArray(list))
    throw new GuardUsageError("bad-frame", `records names ${records}, which is not a list.`);
  return listResult({ ...readFields(data, records), key: records, list, cut }, options);
}

type Fields = { fields: CleanObject; findings: Findings };
type Listing = Fields & { key: string; list: readonly unknown[]; cut: ResultOptions["cut"] };

/** Everything but the records; an empty list keeps their place in the order of keys. */
function readFields(data: object, records: string | undefined): Fields {
  const findings = noFindings();
  const fields = readObject(records === undefined ? data : { ...data, [records]: [] }, findings);
  return { fields, findings };
}

function readObject(data: object, findings: Findings): CleanObject {
  const fields = cleanTree(data, "", findings);
  if (fields === null || typeof fields !== "object" || Array.isArray(fields)) {
    throw new GuardUsageError("bad-frame", "Result data must be a plain object.");
  }
  refuseReservedKeys(fields);
  return fields;
}

function refuseReservedKeys(fields: CleanObject): void {
  const taken = RESERVED_KEYS.find((key) => Object.hasOwn(fields, key));
  if (taken !== undefined) throw new GuardUsageError("bad-frame", `Result data may not set ${taken}.`);
}

function entryResult({ fields, findings }: Fields, options: FrameOptions): ToolResult {
  return finishShortened({ fields, findings, records: undefined }, options);
}

function listResult(listing: Listing, options: FrameOptions): ToolResult {
  const read = readRecords(listing);
  for (let shown = read.length; shown > 1; shown -= 1) {
    const result = finish(partsOf(listing, read.slice(0, shown)), options);
    if (result !== undefined) return result;
  }
  return finishShortened(partsOf(listing, read.slice(0, 1)), options);
}

type ReadRecord = { value: CleanValue; findings: Findings };

/** Cleans records for as long as they can fit; the exact end is decided on the finished text. */
function readRecords({ fields, findings, key, list }: Listing): ReadRecord[] {
  const read: ReadRecord[] = [];
  let room = TEXT_CEILING - WORDS_LENGTH - lengthOf(fieldLines("", fields)) - lengthOf(findings.altered);
  for (const [index, record] of list.entries()) {
    const found = noFindings();
    const value = cleanTree(record, `${key}[${index}]`, found);
    room -= lengthOf([JSON.stringify(value)]);
    if (room < 0 && read.length > 0) break;
    read.push({ value, findings: found });
  }
  return read;
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + MARK_LENGTH, 0);
}

function partsOf(listing: Listing, read: readonly ReadRecord[]): Parts {
  const { fields, key, list, cut } = listing;
  const found = noFindings();
  const added = read.length < list.length && cut !== undefined ? readObject(cut(read.length), found) : {};
  if (Object.hasOwn(added, key)) throw new GuardUsageError("bad-frame", `cut() may not replace ${key}.`);
  return {
    fields: { ...fields, ...added },
    findings: merge([listing.findings, found, ...read.map((record) => record.findings)]),
    records: { key, shown: read.map(({ value }) => value), of: list.length },
  };
}

function merge(all: readonly Findings[]): Findings {
  return {
    altered: all.flatMap(({ altered }) => altered),
    shortened: all.flatMap(({ shortened }) => shortened),
    signals: new Set(all.flatMap(({ signals }) => [...signals])),
  };
}

/** The result as it is, or with longer and longer pieces cut out of its texts and lists until it fits. */
function finishShortened(parts: Parts, options: FrameOptions): ToolResult {
  const whole = finish(parts, options);
  if (whole !== undefined) return whole;
  for (const step of STEPS) {
    const result = finish(shortenParts(parts, step), options);
    if (result !== undefined) return result;
  }
  throw new GuardUsageError("bad-frame", `Result data stays over ${TEXT_CEILING} characters when shortened.`);
}

function shortenParts({ fields, findings, records }: Parts, step: Step): Parts {
  const short = shorten(fields, "", step);
  const shown =
    records?.shown.map((record, index) => shorten(record, `${records.key}[${index}]`, step)) ?? [];
  const paths = [...short.paths, ...shown.flatMap((record) => record.paths)];
  return {
    fields: short.value,
    findings: { ...findings, shortened: [...findings.shortened, ...paths] },
    records: records === undefined ? undefined : { ...records, shown: shown.map(({ value }) => value) },
  };
}

/** The result, or undefined when its text is too long. */
function finish(parts: Parts, options: FrameOptions): ToolResult | undefined {
  const { lines, notes, structuredContent } = compose(parts, options.source);
  if (lengthOf(lines) > TEXT_CEILING) return undefined;
  const { text } = fence(lines.join("\n"), options, notes);
  if (text.length > TEXT_CEILING) return undefined;
  return { content: [{ type: "text", text }], structuredContent };
}
