import { GuardUsageError } from "../errors.ts";
import { reveal, type Untrusted } from "./untrusted.ts";
import { type CleanReport, sweep } from "./sweep.ts";

export type { CleanReport } from "./sweep.ts";

/** How {@link clean} works on one text. Named, so that `texts.map(clean)` cannot bind an index to a limit. */
export type CleanOptions = {
  /** At most this many code points, cut between grapheme clusters. Default: no limit. */
  maxChars?: number;
  /** Break `![` and `<` before a letter, `/`, `!` or `?` with a space. Default: true. */
  defuse?: boolean;
};

/** A text that is safe to print between markers; `changed` says that it is no longer what its author wrote. */
export type Cleaned = {
  /** The cleaned text. */
  readonly text: string;
  /** Whether it is another one than came in. */
  readonly changed: boolean;
  /** What was taken out, in numbers. */
  readonly report: CleanReport;
};

/**
 * Makes foreign text safe to show to a model: hidden, control and display-only code points go, every line break
 * becomes a line feed, and markdown images and HTML tags are disarmed by one space. Scripts, emoji, spaces and
 * links stay as they are; there is no normalisation (NFKC would turn `3½` into `31⁄2`).
 *
 * One pass, linear in the length. Idempotent: cleaning twice changes nothing more.
 *
 * @param value - a foreign string, boxed or not.
 * @throws GuardUsageError (`bad-frame`) when `maxChars` is not a whole number of at least 0.
 *
 * @example
 * ```ts
 * import { clean } from "confirm-guard";
 *
 * clean("see ![x](https://example.org/p.png)").text; // "see ! [x](https://example.org/p.png)"
 * clean("pay\u200Bpal").report.hidden; // 1
 * ```
 */
export function clean(value: string | Untrusted, options: CleanOptions = {}): Cleaned {
  const { maxChars = Number.POSITIVE_INFINITY, defuse = true } = options;
  if (maxChars !== Number.POSITIVE_INFINITY && !(Number.isSafeInteger(maxChars) && maxChars >= 0)) {
    throw new GuardUsageError("bad-frame", "maxChars must be a whole number of at least 0.");
  }
  const raw = reveal(value);
  const report = emptyReport();
  const whole = sweep(raw, { defuse, report });
  const text = cut(whole, maxChars);
  if (text === whole) return { text, changed: text !== raw, report };
  report.truncated = true;
  // What stood on the cut-off side may have been the reason to keep a joiner or a direction mark on this side.
  return { text: sweep(text, { defuse, report: emptyReport() }), changed: true, report };
}

function emptyReport(): CleanReport {
  return { hidden: 0, controls: 0, marks: 0, breaks: 0, private: 0, images: 0, html: 0, truncated: false };
}

function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  let end = 0;
  for (let count = 0; count < maxChars && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  if (end === text.length) return text;
  // Whether a cluster ends here depends on what stands before and on one code point after.
  const window = text.slice(0, end + 2);
  const cluster = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(window).containing(end);
  return text.slice(0, cluster?.index ?? end);
}
