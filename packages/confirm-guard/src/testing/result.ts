import { isRecord } from "./json-rpc.ts";

/** A tool result as it arrived; content of any kind, since the server under test may send any. */
export type ReceivedResult = {
  /** The content blocks. */
  content: readonly {
    /** The kind of block. */
    type: string;
    /** The text of a text block. */
    text?: string;
  }[];
  /** The same as data, when the tool sends it. */
  structuredContent?: Record<string, unknown>;
  /** True when the tool says that it failed. */
  isError?: boolean;
  /** Data for programs, such as the outcome of a guard. */
  _meta?: Record<string, unknown>;
};

/**
 * All text of a result, blocks joined by line breaks.
 *
 * @example
 * ```ts
 * expect(textOf(await connection.callTool("acts", {}))).toBe("0");
 * ```
 */
export function textOf(result: unknown): string {
  const content = isRecord(result) && Array.isArray(result["content"]) ? result["content"] : [];
  return content
    .map((block: unknown) => (isRecord(block) && typeof block["text"] === "string" ? block["text"] : ""))
    .join("\n");
}

/**
 * Why a guarded call did not run: the value of `_meta["confirm-guard/outcome"]`; `undefined` when it ran.
 *
 * @example
 * ```ts
 * expect(outcomeOf(result)).toBe("declined");
 * ```
 */
export function outcomeOf(result: unknown): string | undefined {
  const meta = isRecord(result) && isRecord(result["_meta"]) ? result["_meta"] : {};
  const outcome = meta["confirm-guard/outcome"];
  return typeof outcome === "string" ? outcome : undefined;
}
