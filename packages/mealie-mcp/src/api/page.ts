import { z } from "zod";
import { MealieError } from "../errors.ts";

/** Asks for all records of a listing in one page. */
export const ALL = -1;

/** One page of a listing. */
export type Page<Item> = {
  items: Item[];
  page: number;
  perPage: number;
  /** How many there are on all pages. */
  total: number;
  /** Records that could not be read; they are left out of `items`. */
  unreadable: number;
};

const count = z.number().int().nonnegative();

const envelope = z.object({
  page: count.catch(1),
  per_page: z.number().int().catch(0),
  total: count.optional().catch(undefined),
  items: z.array(z.unknown()),
});

const counted = z.object({ total: count });

/**
 * Reads a page of a listing. A record that does not fit is counted and left out; an answer without a list of records is
 * no listing at all, and never an empty one.
 *
 * @throws MealieError (`not-mealie`)
 */
export function readPage<Shape extends z.ZodType>(body: unknown, shape: Shape): Page<z.output<Shape>> {
  const parsed = envelope.safeParse(body);
  if (!parsed.success) throw noListing();
  const { page, per_page, total, items } = parsed.data;
  const { records, unreadable } = readRecords(items, shape);
  return { items: records, page, perPage: per_page, total: total ?? items.length, unreadable };
}

/** How many records a listing has in all. @throws MealieError (`not-mealie`) when it does not say */
export function readTotal(body: unknown): number {
  const parsed = counted.safeParse(body);
  if (!parsed.success) throw noListing();
  return parsed.data.total;
}

/**
 * Reads a listing that comes as a bare list.
 *
 * @throws MealieError (`not-mealie`)
 */
export function readList<Shape extends z.ZodType>(
  body: unknown,
  shape: Shape,
): { records: z.output<Shape>[]; unreadable: number } {
  if (!Array.isArray(body)) throw noListing();
  return readRecords(body, shape);
}

/**
 * Reads one record.
 *
 * @throws MealieError (`not-mealie`) when it lacks what it cannot be without
 */
export function readRecord<Shape extends z.ZodType>(body: unknown, shape: Shape): z.output<Shape> {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new MealieError(
    "not-mealie",
    "Mealie's answer lacks what such a record always has, so it could not be read.",
  );
}

/**
 * Reads the one record that was asked for by its id: whatever is done next is done to the record that came back.
 *
 * @throws MealieError (`not-mealie`) when it is another one, as a cache before Mealie may answer
 */
export function readRecordOf<Shape extends z.ZodType<{ id: string | number }>>(
  id: string | number,
  body: unknown,
  shape: Shape,
): z.output<Shape> {
  return sameRecord(id, readRecord(body, shape));
}

/** @throws MealieError (`not-mealie`) */
export function sameRecord<Read extends { id: string | number }>(id: string | number, read: Read): Read {
  if (String(read.id).toLowerCase() === String(id).toLowerCase()) return read;
  throw new MealieError("not-mealie", "Mealie answered with another record than the one that was asked for.");
}

function readRecords<Shape extends z.ZodType>(
  items: readonly unknown[],
  shape: Shape,
): { records: z.output<Shape>[]; unreadable: number } {
  const records = items.flatMap((item) => {
    const parsed = shape.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
  return { records, unreadable: items.length - records.length };
}

function noListing(): MealieError {
  return new MealieError("not-mealie", "What came back is not a listing as Mealie sends it.");
}
