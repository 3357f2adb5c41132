import { comparePlaces, isAfter, type Listed, type Place } from "./place.ts";

/** Which rows a page shows: the first `limit` of those after a place. */
export type PageBounds = { after: Place | undefined; limit: number };

/** The rows that a page can show, picked out as they are found. */
export type FirstRows<Row> = {
  /** `make` is called only for a row that may be among them. */
  add: (start: number, make: () => Row) => void;
  /** At most one more than the page has, by which it is known that there is a next one; in their order. */
  inOrder: () => Row[];
};

/** Lets go of the rows that are not shown, so that a long listing takes no more memory than its page. */
export function firstRows<Row extends Listed>({ after, limit }: PageBounds): FirstRows<Row> {
  const most = limit + 1;
  const rows: Row[] = [];
  let latest = Number.POSITIVE_INFINITY;

  function settle(): void {
    rows.sort(comparePlaces);
    if (rows.length > most) rows.length = most;
    if (rows.length === most) latest = rows.at(-1)?.start ?? latest;
  }

  return {
    add: (start, make) => {
      if (start > latest || (after !== undefined && start < after.start)) return;
      const row = make();
      if (after !== undefined && !isAfter(row, after)) return;
      rows.push(row);
      // Sorted each time the page is there once more: with n rows that is n / page sorts of two pages.
      if (rows.length >= 2 * most) settle();
    },
    inOrder: () => {
      settle();
      return rows;
    },
  };
}
