import { z } from "zod";
import type { Query } from "../api/client.ts";
import { isDate } from "../days.ts";

/** Shapes that several tools share; each says what it means, since a model reads it. */

export const uuid = z.guid().describe("From a listing, unchanged.");

export const recipe = z.string().min(1).max(255).describe("Slug or id, from search_recipes.");

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Text of the caller; control characters are refused, since some databases fail on them. */
export const writtenText = (max: number): z.ZodString =>
  z
    .string()
    .max(max)
    .refine((text) => !CONTROL.test(text), "holds a control character");

export const name = writtenText(255).trim().min(1);

export const cookbook = z.string().min(1).max(255).describe("A cookbook, by name, slug or id.");

export const page = z.number().int().min(1).max(100_000).optional().describe("From 1, which is the default.");

/** How many rows a page of a listing has. */
export function perPage(fallback: number): z.ZodOptional<z.ZodNumber> {
  return z
    .number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe(`Rows of a page, at most 100. Default: ${fallback}.`);
}

export const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine(isDate, "is no day of the calendar")
  .describe("YYYY-MM-DD.");

/** How a moment is given. */
export const MOMENT = "YYYY-MM-DD in the configured time zone, or a time with Z or an offset.";

export const moment = z.string().min(10).max(40).optional();

export const orderDirection = z
  .enum(["asc", "desc"])
  .optional()
  .describe("By name. Default: asc, or with `search` the best fit first.");

export const search = z.string().min(1).max(200).optional().describe("Words to look for.");

/** A string that somebody else wrote: data, never instructions. */
export const foreignText = z.string();

/** What a recipe, tag, category or tool is called, and how addresses spell it. */
export const nameAndSlug = z.object({ name: foreignText.optional(), slug: foreignText.optional() });

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
