import type { Untrusted } from "confirm-guard";

const content: unique symbol = Symbol("outcome");

type Content =
  | { kind: "own"; data: Record<string, unknown> }
  | { kind: "framed"; data: Record<string, unknown>; records: string | undefined }
  | { kind: "failed"; message: string; foreign: Untrusted | undefined };

/** What a tool has to say; made by {@link own}, {@link framed} or {@link failed} and read by the table alone. */
export type Outcome = { readonly [content]: Content };

/** Our own words, numbers and checked ids only; a boxed foreign string in it shows as a placeholder. */
export const own = (data: Record<string, unknown>): Outcome => ({ [content]: { kind: "own", data } });

/**
 * Data with boxed foreign strings in it. `records` names the key of the list whose entries are the records, so that
 * an answer that is too long is cut by whole records.
 */
export const framed = (data: Record<string, unknown>, { records }: { records?: string } = {}): Outcome => ({
  [content]: { kind: "framed", data, records },
});

/** One or two sentences of ours: what happened, whether anything changed, what to do. */
export const failed = (message: string, { foreign }: { foreign?: Untrusted } = {}): Outcome => ({
  [content]: { kind: "failed", message, foreign },
});
