import type { ToolResult, Untrusted } from "confirm-guard";
import { frame, untrustedResult } from "confirm-guard";

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
export const failed = (message: string, { foreign }: { foreign?: Untrusted | undefined } = {}): Outcome => ({
  [content]: { kind: "failed", message, foreign },
});

/** An error result: exactly one text block, no structured content, exempt from the output schema. */
const errorResult = (text: string): ToolResult => ({ content: [{ type: "text", text }], isError: true });

/** The result as it goes over the wire; `source` names where foreign text comes from. */
export const toToolResult = (outcome: Outcome, { source }: { source: string }): ToolResult => {
  const held = outcome[content];
  if (held.kind === "own") {
    const text = JSON.stringify(held.data);
    const structuredContent: Record<string, unknown> = JSON.parse(text);
    return { content: [{ type: "text", text }], structuredContent };
  }
  if (held.kind === "framed") {
    const { data, records } = held;
    return untrustedResult(data, { source, ...(records === undefined ? {} : { records }) });
  }
  const { message, foreign } = held;
  return errorResult(foreign === undefined ? message : `${message}\n\n${frame(foreign, { source }).text}`);
};
