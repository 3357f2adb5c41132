import type { Untrusted } from "confirm-guard";
import { type Outcome, failed } from "server-kit";
import type { OrganizerKind } from "../api/organizers.ts";
import { MealieError } from "../errors.ts";

/** Something that a recipe names and that was not there before. */
export type MadeEntry = { kind: "food" | "unit" | OrganizerKind; id: string; name: string };

const MAX_TOLD = 20;

/**
 * The answer of a call whose earlier steps changed something before a later one failed: what exists now, with ids, and
 * why it went no further.
 */
export function stopped(
  error: unknown,
  { happened, made }: { happened: string | undefined; made: readonly MadeEntry[] },
): Outcome {
  // Nothing was changed before, or it is no failure that has words: the call fails as it is.
  if (!(error instanceof Error) || (happened === undefined && made.length === 0)) throw error;
  const sentences = [happened, madeSentence(made), whyOf(error)];
  return failed(sentences.filter((sentence) => sentence !== undefined).join(" "), {
    foreign: wordsOf(error),
  });
}

function madeSentence(made: readonly MadeEntry[]): string | undefined {
  if (made.length === 0) return undefined;
  const shown = made.slice(0, MAX_TOLD).map(({ kind, id }) => `${kind} ${id}`);
  const more = made.length > MAX_TOLD ? ` and ${made.length - MAX_TOLD} more` : "";
  return `Created before that, and still there: ${shown.join(", ")}${more}.`;
}

/** The sentence of the failed step; what it says about nothing having changed is true of that step alone. */
function whyOf(error: Error): string {
  return error instanceof MealieError
    ? `The reason: ${error.message.replace(/\s*Nothing was changed\.$/u, "")}`
    : "The last step failed.";
}

function wordsOf(error: Error): Untrusted | undefined {
  return error instanceof MealieError ? error.foreign : undefined;
}
