import { WORDS } from "./source-texts.ts";

/**
 * The texts that a page in Markdown quotes: inline code of three words and more, outside of fenced blocks. A text that
 * holds backticks itself stands between two of them each.
 */
export function quotesOf(page: string): string[] {
  return codeSpans(withoutFences(page)).filter((span) => WORDS.test(span));
}

function withoutFences(page: string): string {
  let fence: string | undefined;
  const kept = page.split("\n").filter((line) => {
    const mark = /^ *(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) {
      fence = mark;
      return mark === undefined;
    }
    if (mark?.startsWith(fence) === true) fence = undefined;
    return false;
  });
  return kept.join("\n");
}

/** CommonMark section 6.1: a code span ends at a run of backticks as long as the one that it began with. */
function codeSpans(text: string): string[] {
  const spans: string[] = [];
  const runs = [...text.matchAll(/`+/g)];
  let next = 0;
  while (next < runs.length) {
    const opening = runs[next];
    const closing = runs.findIndex((run, at) => at > next && run[0].length === opening?.[0].length);
    if (opening !== undefined && closing !== -1) {
      const span = text.slice(opening.index + opening[0].length, runs[closing]?.index);
      spans.push(
        span
          .replaceAll(/\s+/g, " ")
          .trim()
          .replaceAll(String.raw`\|`, "|"),
      );
      next = closing;
    }
    next += 1;
  }
  return spans;
}
