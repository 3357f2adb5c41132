import { DEFAULT_LIMITS } from "../../src/limits.ts";
import {
  stopText,
  type StopDetails,
  type StopWhy,
  tokenText,
  type TokenTextParts,
} from "../../src/wording.ts";

/** Typed, so that a new way to end a call does not compile without its name here. */
export const WHYS = Object.keys({
  declined: true,
  cancelled: true,
  "not-yes": true,
  "recently-declined": true,
  "timed-out": true,
  "client-failed": true,
  "call-cancelled": true,
  changed: true,
  "wrong-token": true,
  "too-many": true,
  "store-failed": true,
  "cannot-ask": true,
} satisfies Record<StopWhy, true>) as StopWhy[];

const REASONS = Object.keys({
  "no-capability": true,
  "url-only": true,
  "switched-off": true,
  "nobody-connected": true,
  "not-implemented": true,
} satisfies Record<TokenTextParts["reason"], true>) as TokenTextParts["reason"][];

const NOTHING = "Nothing was changed.";
const BOTH = [true, false];

const VARIANTS: readonly StopDetails[] = BOTH.flatMap((quick) =>
  BOTH.flatMap((answered) =>
    BOTH.flatMap((sameRequestId) =>
      [0, 1, DEFAULT_LIMITS.declines].map((noes) => ({
        answerWithinMs: 600_000,
        noes,
        quick,
        answered,
        sameRequestId,
      })),
    ),
  ),
);

/** The guard's name in the texts that name it. */
export const SERVER = "notes-mcp";

/**
 * Every answer that a call which did not run can get, as `outcome: what it says`, without "Nothing was changed." and
 * what comes after it.
 */
export function everyAnswer(): string[] {
  const stops = WHYS.flatMap((why) =>
    VARIANTS.map((details) => `${why}: ${before(NOTHING, stopText(why, details))}`),
  );
  const tokens = REASONS.map((reason) => {
    const parts = { server: SERVER, reason, token: "t", tokenTtlMs: 300_000, description: "" };
    const [first = ""] = tokenText(parts).split("\n");
    if (!first.startsWith(`${NOTHING} `)) throw new Error(`It does not begin with "${NOTHING}": ${first}`);
    return `token-issued: ${first.slice(NOTHING.length + 1)}`;
  });
  return [...new Set([...stops, ...tokens])].toSorted();
}

function before(words: string, text: string): string {
  const at = text.indexOf(` ${words}`);
  if (at === -1) throw new Error(`It does not say "${words}": ${text}`);
  return text.slice(0, at);
}
