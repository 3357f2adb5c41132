import type { MealieState } from "sandbox";
import type { Finding } from "../stage.ts";

/** Everything that the household holds: kind and id → the record. */
export type Records = ReadonlyMap<string, string>;

/** What a call is meant to do. */
export type Effect =
  | "nothing"
  /** One food gone, and the other in its place wherever it stood. */
  | { from: string; into: string }
  /** One more share link: for this recipe, until this day (`YYYY-MM-DD`) in this zone. */
  | { recipe: string; lastDay: string; zone: string };

/** The stand-in as it is now; it is asked itself, never the server. */
export function recordsIn(state: MealieState): Records {
  const { foods, units, recipes, planEntries, shoppingLists, listItems, cookbooks, comments, shares } = state;
  const kinds = { foods, units, recipes, planEntries, shoppingLists, listItems, cookbooks, comments, shares };
  return new Map(
    Object.entries(kinds).flatMap(([kind, records]) =>
      records.map((record) => [`${kind} ${record.id}`, JSON.stringify(record)] as const),
    ),
  );
}

/** Compares what the household held before a call with what it holds now. */
export function inspect(before: Records, after: Records, effect: Effect): Finding {
  const removed = [...before.keys()].filter((key) => !after.has(key)).length;
  const added = [...after.keys()].filter((key) => !before.has(key)).length;
  const changed = [...before].filter(([key, text]) => after.has(key) && after.get(key) !== text).length;
  const seen = `records gone: ${removed}, changed: ${changed}, new: ${added}`;
  const judged = (asItShouldBe: boolean, held: string, broken: string): Finding => ({
    asItShouldBe,
    sentence: `The household: ${asItShouldBe ? held : broken} (${seen}).`,
  });

  if (effect === "nothing") {
    return judged(same(before, after), "nothing was touched", "it was touched without a yes");
  }
  if ("from" in effect) {
    const right = same(merged(before, effect), after);
    return judged(
      right,
      "the first food is gone, the other stays and stands in its place",
      "not exactly this merge was done",
    );
  }
  const right = removed + changed === 0 && added === 1 && isShared(before, after, effect);
  return judged(
    right,
    "one share link more, with the day that was asked about",
    "not exactly this was shared",
  );
}

function same(one: Records, other: Records): boolean {
  return one.size === other.size && [...one].every(([key, text]) => other.get(key) === text);
}

/** What a merge makes of the household: ids are long enough to stand for nothing else. */
function merged(before: Records, { from, into }: { from: string; into: string }): Records {
  return new Map(
    [...before]
      .filter(([key]) => key !== `foods ${from}`)
      .map(([key, text]) => [key, text.replaceAll(from, into)]),
  );
}

function isShared(
  before: Records,
  after: Records,
  { recipe, lastDay, zone }: { recipe: string; lastDay: string; zone: string },
): boolean {
  const [link] = [...after].filter(([key]) => !before.has(key) && key.startsWith("shares "));
  if (link === undefined) return false;
  const { recipeId, expiresAt }: { recipeId: string; expiresAt: string } = JSON.parse(link[1]);
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(
    new Date(expiresAt),
  );
  return recipeId === recipe && day === lastDay;
}
