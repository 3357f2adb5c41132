import type { Page } from "../api/page.ts";

/** Which page a listing shows, and what it could not show. */
export function pagingOf({
  items,
  page,
  perPage,
  total,
  unreadable,
}: Omit<Page<unknown>, "items"> & {
  items: readonly unknown[];
}): { page: number; total: number; next_page?: number; unreadable?: number } {
  const shown = items.length + unreadable;
  const more = perPage > 0 && shown > 0 && (page - 1) * perPage + shown < total;
  return {
    page,
    total,
    ...(more ? { next_page: page + 1 } : {}),
    ...gapsOf({ unreadable }),
  };
}

/** How many records could not be read, where there are any. */
export function gapsOf({ unreadable }: { unreadable: number }): { unreadable?: number } {
  return unreadable > 0 ? { unreadable } : {};
}

/**
 * What a listing says when not all records of its page could be shown: where to go on, in pages of as many as fit. A page
 * begins at a multiple of its length, so a few records may come twice, and none is left out.
 */
export function whenCut({
  page,
  perPage,
}: {
  page: number;
  perPage: number;
}): (shown: number) => Record<string, unknown> {
  return (shown) => {
    const length = Math.max(1, shown);
    const next = Math.max(0, page - 1) * Math.max(0, perPage) + shown;
    return { next_page: Math.floor(next / length) + 1, next_per_page: length };
  };
}
