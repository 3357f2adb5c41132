import { createHash } from "node:crypto";
import { CaldavError } from "../errors.ts";
import type { Window } from "../ical/types.ts";

/**
 * Where a listing goes on. It carries the window and the zone as they were resolved for the first page, so that
 * "now" does not move between pages, and means "after this start and id", so that nothing has to be found again.
 */
export type Cursor = {
  window: Window;
  zone: string;
  /** {@link calendarsDigest} of the calendars that the first page read. */
  calendars: string;
  after: { start: number; id: string };
};

/** A cursor carries an id of at most 12,000 characters, encoded once more. */
export const MAX_CURSOR_LENGTH = 20_000;
const SENTENCE = "The cursor is not one that this listing returned; call again without it to start over.";

/** The cursor as the opaque text that a client hands back. */
export function encodeCursor(cursor: Cursor): string {
  const { window, zone, calendars, after } = cursor;
  const fields = [1, window.from, window.to, zone, calendars, after.start, after.id];
  return Buffer.from(JSON.stringify(fields)).toString("base64url");
}

/**
 * Reads a cursor that came from a client.
 *
 * @throws CaldavError `bad-input` for anything that {@link encodeCursor} did not make.
 */
export function decodeCursor(text: string): Cursor {
  if (text.length > MAX_CURSOR_LENGTH) throw new CaldavError("bad-input", SENTENCE);
  const fields = parse(Buffer.from(text, "base64url").toString("utf8"));
  if (!Array.isArray(fields) || fields.length !== 7) throw new CaldavError("bad-input", SENTENCE);
  const [version, from, to, zone, calendars, start, id] = fields as unknown[];
  if (version !== 1 || !isInstant(from) || !isInstant(to) || !isInstant(start) || from >= to) {
    throw new CaldavError("bad-input", SENTENCE);
  }
  if (typeof zone !== "string" || typeof calendars !== "string" || typeof id !== "string") {
    throw new CaldavError("bad-input", SENTENCE);
  }
  const cursor = { window: { from, to }, zone, calendars, after: { start, id } };
  if (encodeCursor(cursor) !== text) throw new CaldavError("bad-input", SENTENCE);
  return cursor;
}

/** A short digest of which calendars a listing reads; another set of calendars is another listing. */
export function calendarsDigest(ids: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(ids.toSorted())).digest("base64url").slice(0, 16);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isInstant(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && Math.abs(value) <= 8.64e15;
}
