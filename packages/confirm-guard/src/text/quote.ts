/** How a value is shown: `path` for ids and paths, where only printable ASCII stands as it is; `text` for the rest. */
export type QuoteOptions = { kind?: "text" | "path" };

/**
 * Shows one value that the caller typed on one line, so that a person can judge it.
 *
 * @param value - what the caller sent; at most 120 code points of it are shown, the rest as a digest.
 * @param options - `kind: "path"` for ids and paths.
 */
export function quote(value: string, options: QuoteOptions = {}): string {
  const keep = options.kind === "path" ? /[^\x20-\x5b\x5d-\x7e]/gu : /[^\x20-\x5b\x5d-\x7e]/gu;
  return value.replace(keep, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
