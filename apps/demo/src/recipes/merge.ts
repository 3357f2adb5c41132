import { heading, paragraph } from "../draw.ts";
import type { Person } from "../person.ts";
import { judge, report, tokenIn } from "../stage.ts";
import { type HouseholdStage, listNames, type Named, playCall } from "./household.ts";
import { inspect } from "./inspect.ts";

/** One food under two names; the first is to go, the second is to stay. */
export type Pair = { from: Named; into: Named };

export async function findPair(stage: HouseholdStage): Promise<Pair | undefined> {
  const foods = await listNames(stage, { tool: "list_foods", rows: "foods" });
  const from = foods.find(({ name }) => name === "scallion");
  const into = foods.find(({ name }) => name === "spring onion");
  if (from !== undefined && into !== undefined) return { from, into };
  judge(stage, { asItShouldBe: false, sentence: "The household holds no food under two names." });
  return undefined;
}

/** The wrong way round, then the right one: an answer about the one is no answer about the other. */
export async function playMerges(stage: HouseholdStage, person: Person, pair: Pair): Promise<void> {
  const { screen, say } = stage;
  const { from, into } = pair;
  say(heading(screen, "A merge has a direction"));
  say(
    paragraph(
      screen,
      `This household has one thing twice, as "${from.name}" and as "${into.name}", and wants to keep the second. The model has them the wrong way round. Names are text of the household, so the question tells the two apart by their ids: ${from.name} is ${short(from)}, ${into.name} is ${short(into)}.`,
    ),
  );
  if (await playMerge(stage, { from: into, into: from })) {
    say(paragraph(screen, "\nSo be it: with one of the two gone, there is nothing to merge the other way."));
  } else {
    say(paragraph(screen, "\nThe same two in the right order are another question:"));
    await playMerge(stage, pair);
  }
  await person.pause();
}

export async function playMerge(stage: HouseholdStage, { from, into }: Pair): Promise<boolean> {
  return playCall(
    stage,
    {
      tool: "merge_foods",
      args: argumentsOf({ from, into }),
      shown: `${from.name} into ${into.name}`,
      texts: [from.name, into.name],
    },
    { from: from.id, into: into.id },
  );
}

/** A token is bound to its direction as well: the other way round it does nothing, and is spent. */
export async function playMergeToken(stage: HouseholdStage, pair: Pair): Promise<void> {
  const { from, into } = pair;
  const before = stage.records();
  const first = await merge(stage, pair);
  judge(stage, inspect(before, stage.records(), "nothing"));
  await merge(stage, { from: into, into: from }, { shown: "with the token of the first call", token: first });
  judge(stage, inspect(before, stage.records(), "nothing"));
  const second = await merge(stage, pair);
  judge(stage, inspect(before, stage.records(), "nothing"));
  await merge(stage, pair, { shown: "with its own token", token: second });
  judge(stage, inspect(before, stage.records(), { from: from.id, into: into.id }));
}

/** Resolves with the token that the answer gives, if any. */
async function merge(
  stage: HouseholdStage,
  pair: Pair,
  brought?: { shown: string; token: string | undefined },
): Promise<string | undefined> {
  const { screen, say, session } = stage;
  const how = brought === undefined ? "" : `, ${brought.shown}`;
  say(paragraph(screen, `\n→ merge_foods: ${pair.from.name} into ${pair.into.name}${how}`));
  const token = brought?.token === undefined ? {} : { confirm_token: brought.token };
  const answer = await session.call("merge_foods", { ...argumentsOf(pair), ...token });
  report(stage, answer);
  return tokenIn(answer.text);
}

function argumentsOf({ from, into }: Pair): Record<string, string> {
  return { from_id: from.id, to_id: into.id };
}

/** The beginning of an id is enough to know it again. */
const short = ({ id }: Named): string => `${id.slice(0, 8)}…`;
