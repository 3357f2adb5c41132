import type { Calendar } from "../dav/calendars.ts";
import { calendarsDigest, encodeCursor } from "../listing/cursor.ts";
import { type Page, pageOf } from "../listing/page.ts";
import { frameOf, LISTING, type SearchRequest } from "./request.ts";
import type { Found } from "./rows.ts";
import type { Search } from "./search.ts";

/** One page of a search. Its cursor goes on after the last row, or where the search stopped. */
export function searchPage(
  { rows, searchedTo, step }: Search,
  request: SearchRequest,
  limit: number,
): Page<Found> {
  const { after, calendars, window } = request;
  const frame = frameOf(request, step);
  const page = pageOf(rows, { after, limit }, { listing: LISTING, frame, calendars });
  if (page.cursor.cursor !== undefined || searchedTo >= window.to) return page;
  // No id comes before the empty one: everything that starts there is still to come.
  const next = { start: searchedTo, id: "" };
  return {
    ...page,
    cursor: {
      cursor: encodeCursor({ listing: LISTING, frame, calendars: digestOf(calendars), after: next }),
    },
  };
}

function digestOf(calendars: readonly Calendar[]): string {
  return calendarsDigest(calendars.map(({ id }) => id));
}
