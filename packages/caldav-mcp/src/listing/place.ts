/**
 * Where a row stands in a listing: by start, then by id, compared by code unit so that the order is the same everywhere.
 * `start` in unix milliseconds; {@link LAST} for what has no date.
 */
export type Place = { start: number; id: string };

/** After every date there is. */
export const LAST = 8.64e15;

/** A row of a listing, as far as its order needs it. */
export type Listed = Place;

export function placeOf({ start, id }: Listed): Place {
  return { start, id };
}

/** Whether a row comes after the place that a cursor names. */
export function isAfter(row: Listed, after: Place): boolean {
  return comparePlaces(row, after) > 0;
}

export function comparePlaces(left: Place, right: Place): number {
  if (left.start !== right.start) return left.start - right.start;
  return left.id < right.id ? -1 : Number(left.id > right.id);
}
