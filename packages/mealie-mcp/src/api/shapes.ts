import { z } from "zod";

/**
 * Parts of records as Mealie sends them. A field that is missing, null or of another kind reads as undefined, since one
 * odd field is no reason to lose a record; only what a record cannot be without makes it unreadable.
 */

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The id that a record cannot be without. */
export const uuid = z.string().regex(UUID);

export const optionalUuid = uuid.optional().catch(undefined);

/** Foreign text; boxed before it is shown. */
export const text = z.string().optional().catch(undefined);

export const number = z.number().optional().catch(undefined);

export const flag = z.boolean().optional().catch(undefined);

/** Further names of a food or a unit. */
export const aliases = z
  .array(z.object({ name: z.string() }))
  .catch([])
  .transform((all) => all.map(({ name }) => name));
