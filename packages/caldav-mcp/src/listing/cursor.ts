import { createHash } from "node:crypto";
import { CaldavError } from "../errors.ts";
import type { Place } from "./place.ts";

/** What a listing resolved for its first page, such as its window and zone; how to read it is the listing's business. */
export type Frame = readonly (string | number | boolean | null)[];

/**
 * Where a listing goes on. It carries what was resolved for the first page, so that "now" does not move between pages,
 * and means "after this place", so that nothing has to be found again.
 */
export type Cursor = {
  /** Which listing returned it: a cursor of one means nothing to another. */
  listing: string;
  frame: Frame;
  /** {@link calendarsDigest} of the calendars that the first page read. */
  calendars: string;
  after: Place;
};

/** A cursor carries an id of at most 12,000 characters, encoded once more. */
export const MAX_CURSOR_LENGTH = 20_000;
const MAX_FRAME = 20;
const SENTENCE = "The cursor is not one that this listing returned; call again without it to start over.";

/** The cursor as the opaque text that a client hands back. */
export function encodeCursor({ listing, frame, calendars, after }: Cursor): string {
  const fields = [2, listing, frame, calendars, after.start, after.id];
  return Buffer.from(JSON.stringify(fields)).toString("base64url");
}

/**
 * Reads a cursor that came from a client.
 *
 * @throws CaldavError `bad-input` for anything that {@link encodeCursor} did not make, or made for another listing
 */
export function decodeCursor(text: string, listing: string): Cursor {
  if (text.length > MAX_CURSOR_LENGTH) throw badCursor();
  const fields = parse(Buffer.from(text, "base64url").toString("utf8"));
  if (!Array.isArray(fields) || fields.length !== 6) throw badCursor();
  const [version, name, frame, calendars, start, id] = fields as unknown[];
  if (version !== 2 || name !== listing || !isFrame(frame) || !isInstant(start)) throw badCursor();
  if (typeof calendars !== "string" || typeof id !== "string") throw badCursor();
  const cursor = { listing, frame, calendars, after: { start, id } };
  if (encodeCursor(cursor) !== text) throw badCursor();
  return cursor;
}

/** For a cursor whose frame no page of the listing has. */
export function badCursor(): CaldavError {
  return new CaldavError("bad-input", SENTENCE);
}

/** Refuses to go on with other calendars than the first page read. @throws CaldavError `bad-input` */
export function requireSameCalendars(cursor: Cursor, calendars: readonly { id: string }[]): void {
  if (calendarsDigest(calendars.map(({ id }) => id)) !== cursor.calendars)
    throw new CaldavError(
      "bad-input",
      "This cursor belongs to another set of calendars; pass the same `calendars`, or start over without a cursor.",
    );
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

function isFrame(value: unknown): value is Frame {
  const words = ["string", "number", "boolean"];
  return (
    Array.isArray(value) &&
    value.length <= MAX_FRAME &&
    value.every((part) => part === null || words.includes(typeof part))
  );
}

export function isInstant(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && Math.abs(value) <= 8.64e15;
}
