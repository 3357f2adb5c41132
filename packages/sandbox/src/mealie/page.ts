import { detail, MealieRefusal, ok, type MealieReply } from "./reply.ts";

/** How a listing of the stand-in orders, and what an unordered one is. */
export type Listing<Item> = {
  /** Columns that `orderBy` takes, in snake_case, as Mealie names them. */
  columns: Readonly<Record<string, (item: Item) => string | number>>;
  /** Turns a record into what is sent. Default: as it is. */
  show?: (item: Item) => unknown;
};

/**
 * One page as Mealie sends it: `perPage=-1` is everything, `perPage=0` a total without items, page 0 the first, and a
 * page past the end is empty.
 */
export function pageReply<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  { columns, show = (item) => item }: Listing<Item>,
): MealieReply {
  const perPage = wholeNumber(query, "perPage", 50);
  const page = Math.max(1, wholeNumber(query, "page", 1));
  const sorted = inOrder(items, query, columns);
  const shown = perPage < 0 ? sorted : sorted.slice((page - 1) * perPage, page * perPage);
  return ok({
    page: perPage < 0 ? 1 : page,
    per_page: perPage < 0 ? items.length : perPage,
    total: items.length,
    total_pages: perPage === 0 ? 0 : perPage < 0 ? 1 : Math.ceil(items.length / perPage),
    items: shown.map(show),
    next: null,
    previous: null,
  });
}

export function wholeNumber(query: URLSearchParams, name: string, fallback: number): number {
  const given = query.get(name);
  if (given === null) return fallback;
  if (!/^-?\d{1,9}$/.test(given))
    throw new MealieRefusal({
      status: 422,
      json: {
        detail: [{ type: "int_parsing", loc: ["query", name], msg: "Input should be a valid integer" }],
      },
    });
  return Number(given);
}

function inOrder<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  columns: Listing<Item>["columns"],
): readonly Item[] {
  const orderBy = query.get("orderBy");
  if (orderBy === null) return items;
  if (orderBy === "random") {
    if (query.get("paginationSeed") !== null) return items;
    throw new MealieRefusal({
      status: 422,
      json: { detail: ["paginationSeed is required when orderBy is random"] },
    });
  }
  const key = columns[orderBy];
  if (key === undefined)
    throw detail(400, `Invalid order_by statement "${orderBy}": "${orderBy}" is invalid`);
  const sign = query.get("orderDirection") === "asc" ? 1 : -1;
  return items.toSorted((one, other) => sign * compare(key(one), key(other)));
}

function compare(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
