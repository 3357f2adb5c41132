import type { ToolResult, Untrusted } from "confirm-guard";
import { frame, untrustedResult } from "confirm-guard";

import { errorResult } from "./error-result.ts";

/** How framed data is laid out. */
export type Layout = {
  /** The key of the list whose entries are the records: one line each, and an answer that is too long is cut between them. */
  records?: string;
  /** Fields to add or replace when it was cut, such as the cursor of the first record not shown. */
  cut?: (shown: number) => Record<string, unknown>;
};

const content: unique symbol = Symbol("outcome");

type Content =
  | { kind: "own"; data: Record<string, unknown> }
  | { kind: "framed"; data: Record<string, unknown>; layout: Layout }
  | { kind: "failed"; message: string; foreign: Untrusted | undefined };

/** What a tool has to say; made by {@link own}, {@link framed} or {@link failed} and read by the table alone. */
export type Outcome = { readonly [content]: Content };

/** Our own words, numbers and checked ids only; a boxed foreign string in it shows as a placeholder. */
export const own = (data: Record<string, unknown>): Outcome => ({ [content]: { kind: "own", data } });

/** Data with boxed foreign strings in it, each under a key `untrusted_text`. */
export const framed = (data: Record<string, unknown>, layout: Layout = {}): Outcome => ({
  [content]: { kind: "framed", data, layout },
});

/** One or two sentences of ours: what happened, whether anything changed, what to do. */
export const failed = (message: string, { foreign }: { foreign?: Untrusted | undefined } = {}): Outcome => ({
  [content]: { kind: "failed", message, foreign },
});

/** Whether the tool itself says that it did not do what was asked. */
export const hasFailed = (outcome: Outcome): boolean => outcome[content].kind === "failed";

/**
 * The result as it goes over the wire; `source` names where foreign text comes from.
 *
 * @throws GuardUsageError when framed data holds foreign text outside of `untrusted_text`.
 */
export const toToolResult = (outcome: Outcome, { source }: { source: string }): ToolResult => {
  const held = outcome[content];
  if (held.kind === "own") {
    const text = JSON.stringify(held.data);
    const structuredContent: Record<string, unknown> = JSON.parse(text);
    return { content: [{ type: "text", text }], structuredContent };
  }
  if (held.kind === "framed") return untrustedResult(held.data, { source, ...held.layout });
  const { message, foreign } = held;
  return errorResult(foreign === undefined ? message : `${message}\n\n${frame(foreign, { source }).text}`);
};
