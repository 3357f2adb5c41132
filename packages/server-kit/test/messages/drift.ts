import { quotesOf } from "./page-quotes.ts";
import type { SourceText } from "./source-texts.ts";

/** What a page and the sources do not have in common. */
export type Drift = {
  /** Texts on the page that no source writes, each with the part that is not found. */
  invented: string[];
  /** Texts of the sources that the page does not quote. */
  unexplained: string[];
};

/**
 * Compares a page that explains messages with the sources that write them. A quote may put several source texts
 * together, as the program does, and give an example of what varies or `…` for it.
 */
export function driftOf(page: string, sources: readonly SourceText[]): Drift {
  const quotes = quotesOf(page);
  const fragments = [...new Set(sources.flatMap(({ text }) => fragmentsOf(text)))];
  return {
    invented: quotes.flatMap((quote) => {
      const unknown = unknownPart(quote, fragments);
      return unknown === undefined ? [] : [`${quote}\n    not found: ${unknown}`];
    }),
    unexplained: sources
      .filter(({ text }) => !quotes.some((quote) => holdsInOrder(quote, fragmentsOf(text))))
      .map(({ text, file }) => `${file}: ${text}`),
  };
}

/** The fixed parts of a text: what stands between its variable parts, as far as it is more than punctuation. */
function fragmentsOf(text: string): string[] {
  return text
    .split("…")
    .map((part) => part.trim())
    .filter((part) => /[A-Za-z]{2}/.test(part));
}

function holdsInOrder(quote: string, fragments: readonly string[]): boolean {
  let from = 0;
  for (const fragment of fragments) {
    const at = quote.indexOf(fragment, from);
    if (at === -1) return false;
    from = at + fragment.length;
  }
  return true;
}

/** What is left of a quote without the fixed parts of source texts, if it is more than an example of a value. */
function unknownPart(quote: string, fragments: readonly string[]): string | undefined {
  const known = new Uint8Array(quote.length);
  for (const fragment of fragments) {
    if (!/\S \S/.test(fragment)) continue;
    for (let at = quote.indexOf(fragment); at !== -1; at = quote.indexOf(fragment, at + 1)) {
      known.fill(1, at, at + fragment.length);
    }
  }
  const rest = unmarked(quote, known);
  return rest.find((part) => wordsOf(part) > MOST_WORDS_OF_A_VALUE);
}

const MOST_WORDS_OF_A_VALUE = 2;

/** Names of variables are values, however many there are. */
function wordsOf(text: string): number {
  return text.split(/\s+/).filter((part) => /[A-Za-z]{2}/.test(part) && !/^[^a-z]*$/.test(part)).length;
}

function unmarked(quote: string, known: Uint8Array): string[] {
  const shown = Array.from({ length: quote.length }, (_, at) => (known[at] === 1 ? "\n" : quote.charAt(at)));
  return shown
    .join("")
    .split(/\n+/)
    .flatMap((part) => part.split("…"))
    .map((part) => part.trim());
}
