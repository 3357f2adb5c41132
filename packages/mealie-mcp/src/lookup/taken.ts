import { refused } from "../errors.ts";
import { folded, slugLike } from "./folding.ts";
import type { LookupWords, Named } from "./names.ts";

/**
 * Refuses a name that something else has already, also in another case, or that becomes the same slug: Mealie fails on
 * some of these without saying why, and makes doubles of the others.
 *
 * @throws MealieError (`conflict`)
 */
export function refuseTakenName(
  entries: readonly Named[],
  name: string,
  { one }: Pick<LookupWords, "one">,
): void {
  const taken = entries.find(
    (entry) =>
      folded(entry.name) === folded(name) || (entry.slug !== undefined && entry.slug === slugLike(name)),
  );
  if (taken === undefined) return;
  throw refused(
    "conflict",
    `There is already a ${one} with this name, or one that differs only in case or accents; its id is ${taken.id}.`,
  );
}

/** Refuses a name without a letter or digit, which Mealie turns into an empty slug. @throws MealieError (`bad-input`) */
export function refuseEmptySlug(name: string): void {
  if (slugLike(name) === "")
    throw refused("bad-input", "A name needs a letter or a digit, since its address is made of those.");
}
