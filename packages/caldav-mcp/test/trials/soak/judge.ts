import { type ReceivedResult, textOf } from "confirm-guard/testing";

/** How a call ended, and whether that was true. */
export type Verdict = "right" | "an honest failure" | "an honest doubt" | `wrong: ${string}`;

const UNTOUCHED = /nothing was changed|nothing was written/i;
const OPEN = /most likely not carried out|not known|not certain/i;

export type Claimed = Record<string, unknown>;

/**
 * A read: a whole answer has to be the truth; one that says what it lacks may lack it and may hold nothing else.
 *
 * @param shown - what the answer holds, comparable to `truth`
 */
export function judgeRead(
  result: ReceivedResult,
  { shown, truth }: { shown: (content: Claimed) => string[]; truth: readonly string[] },
): Verdict {
  if (result.isError === true) return "an honest failure";
  const content = result.structuredContent ?? {};
  const rows = shown(content);
  const known = new Set(truth);
  const foreign = rows.find((row) => !known.has(row));
  if (foreign !== undefined) return `wrong: it shows ${foreign}`;
  if (rows.length === truth.length && new Set(rows).size === rows.length) return "right";
  return lacks(content)
    ? "an honest failure"
    : `wrong: it shows ${rows.length} of ${truth.length} as if it were all`;
}

const GAPS = ["missing", "unreadable", "incomplete", "not_reached", "stopped", "not_expanded", "cursor"];

function lacks(content: Claimed): boolean {
  return content["complete"] === false || GAPS.some((gap) => content[gap] !== undefined);
}

/**
 * A write: success means that it is done, "nothing was changed" that nothing was; only an answer that says that it does
 * not know may be followed by either.
 */
export function judgeWrite(
  result: ReceivedResult,
  { before, after, isDone }: { before: string; after: string; isDone: boolean },
): Verdict {
  const said = textOf(result);
  const unchanged = before === after;
  if (result.isError !== true) return isDone ? "right" : "wrong: it says that it is done, and it is not";
  if (OPEN.test(said)) return unchanged || isDone ? "an honest doubt" : "wrong: something else was changed";
  if (UNTOUCHED.test(said)) {
    return unchanged
      ? "an honest failure"
      : `wrong: something was changed, and it says: ${said.slice(0, 200)}`;
  }
  return `wrong: it does not say whether anything was changed: ${said.slice(0, 200)}`;
}
