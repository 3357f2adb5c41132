import type { CalendarDocument } from "../ical/document.ts";
import { asWritten } from "./as-written.ts";
import { type Held, type ReplacedField, replacedOf } from "./replaced.ts";

/** A change of a stored entry: of these fields, in what holds them. */
export type Overwriting = {
  before: CalendarDocument;
  /** What is stored afterwards: one object, or two after a split. */
  after: readonly CalendarDocument[];
  changes: readonly { held: Held; fields: readonly ReplacedField[] }[];
};

/**
 * What the changed fields held, with the lines that went where the values do not say all of them.
 *
 * @throws CaldavError `unsupported` where that is more than an answer can hold
 */
export function overwritten({ before, after, changes }: Overwriting): Record<string, unknown> {
  const told = changes.map(({ held, fields }) => ({ held, fields, replaced: replacedOf(held, fields) }));
  const replaced: Record<string, unknown> = Object.assign({}, ...told.map((one) => one.replaced));
  const written = asWritten({ before, after, told });
  if (written === undefined) return replaced;
  return {
    ...replaced,
    untrusted_text: Object.assign({}, replaced["untrusted_text"], { as_written: written }),
  };
}
