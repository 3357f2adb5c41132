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
    ...(unreadable > 0 ? { unreadable } : {}),
  };
}
