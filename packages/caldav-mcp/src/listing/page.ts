import type { Calendar } from "../dav/calendars.ts";
import { calendarsDigest, type Cursor, encodeCursor } from "./cursor.ts";
import type { PageBounds } from "./first-rows.ts";
import { isAfter, type Listed, placeOf } from "./place.ts";

/** What is the same on every page of a listing. */
export type Pages = Pick<Cursor, "listing" | "frame"> & { calendars: readonly Calendar[] };

export type Page<Row> = {
  rows: Row[];
  /** Present when there are more rows. */
  cursor: { cursor?: string };
  /** The cursor that goes on after so many rows of the page, for an answer that is cut shorter still. */
  after: (shown: number) => { cursor?: string };
};

/** One page out of all rows in their order, or out of the first ones of it with one more. */
export function pageOf<Row extends Listed>(
  rows: readonly Row[],
  { after, limit }: PageBounds,
  { listing, frame, calendars }: Pages,
): Page<Row> {
  const left = after === undefined ? rows : rows.filter((row) => isAfter(row, after));
  const page = left.slice(0, limit);
  const digest = calendarsDigest(calendars.map(({ id }) => id));
  const cursorAfter = (row: Row | undefined): { cursor?: string } =>
    row === undefined
      ? {}
      : { cursor: encodeCursor({ listing, frame, calendars: digest, after: placeOf(row) }) };
  return {
    rows: page,
    cursor: left.length > page.length ? cursorAfter(page.at(-1)) : {},
    after: (shown) => cursorAfter(page[shown - 1]),
  };
}
