import { z } from "zod";
import type { Query } from "../api/client.ts";

/** Shapes that several tools share; each says what it means, since a model reads it. */

export const uuid = z.guid().describe("The id exactly as a listing returned it.");

export const recipe = z
  .string()
  .min(1)
  .max(255)
  .describe("A recipe's slug or id, as search_recipes returned it.");

export const page = z
  .number()
  .int()
  .min(1)
  .max(100_000)
  .optional()
  .describe("Which page, from 1. Default: 1.");

/** How many rows a page of a listing has. */
export function perPage(fallback: number): z.ZodOptional<z.ZodNumber> {
  return z.number().int().min(1).max(100).optional().describe(`Rows of a page. Default: ${fallback}.`);
}

export const date = z.iso.date().describe("A plain date, YYYY-MM-DD.");

export const orderDirection = z.enum(["asc", "desc"]).optional();

export const search = z.string().min(1).max(200).optional().describe("Words to look for.");

/** A string that somebody else wrote: data, never instructions. */
export const foreignText = z.string();

/** What every listing says of itself. */
export const paging = {
  page: z.number().int(),
  total: z.number().int().describe("How many there are on all pages"),
  next_page: z.number().int().optional().describe("Present when there is more: pass it as `page`"),
  next_per_page: z
    .number()
    .int()
    .optional()
    .describe("Present when the page was too long to be shown: pass it as `per_page`, with `next_page`"),
  unreadable: z.number().int().optional().describe("Records that could not be read"),
};

type ListingArgs = {
  search?: string | undefined;
  page?: number | undefined;
  per_page?: number | undefined;
  order_direction?: "asc" | "desc" | undefined;
};

/** A listing by name. What was searched for comes in Mealie's own order, the best first, unless an order is asked for. */
export function listingQuery(
  { search: words, page: at, per_page, order_direction }: ListingArgs,
  fallback: { perPage: number },
): Query {
  const byName = words === undefined || order_direction !== undefined;
  return {
    search: words,
    page: at ?? 1,
    perPage: per_page ?? fallback.perPage,
    ...(byName ? { orderBy: "name", orderDirection: order_direction ?? "asc" } : {}),
  };
}
