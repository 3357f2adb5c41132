import { CaldavError } from "../errors.ts";

// C0 without TAB and LF, DEL, C1, the separators that some readers take for a line break, and lone surrogates.
const REFUSED = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\p{Surrogate}]/u;

/** The one gate for text of a caller on its way into a calendar: TAB and LF are the only control characters. */
export function requireText(text: string, field: string): string {
  if (REFUSED.test(text))
    throw new CaldavError(
      "bad-input",
      `${field} contains control characters; only tabs and line feeds are allowed. Nothing was changed.`,
    );
  return text;
}

/** A TEXT value as it stands in a document (RFC 5545 section 3.3.11); the text has passed {@link requireText}. */
export function escapeText(text: string): string {
  return text.replaceAll(/[\\;,\n]/g, (char) => (char === "\n" ? "\\n" : `\\${char}`));
}
