import { ordered } from "confirm-guard";
import { DELETE, own } from "server-kit";
import { z } from "zod";
import type { ApiCall, MealieApi } from "../../api/client.ts";
import { countListItems } from "../../api/usage.ts";
import { found } from "../../lookup/found.ts";
import { mergeQuestion } from "../../questions/merges.ts";
import type { MealieInstance } from "../../instance.ts";
import * as schema from "../schemas.ts";
import { merged } from "./schemas.ts";

type Stored = { id: string; name: string; updatedAt?: string | undefined };
type Call = ApiCall & { deps: MealieInstance };
type Pair = { from: string; into: string };

/** What is merged: how it is read, where it is used, and how two of it become one. */
export type Mergeable = {
  noun: "food" | "unit";
  column: "food_id" | "unit_id";
  read: (api: MealieApi, id: string, call: ApiCall) => Promise<Stored>;
  recipes: (api: MealieApi, id: string, call: ApiCall) => Promise<number | undefined>;
  merge: (api: MealieApi, pair: Pair, call: ApiCall) => Promise<void>;
};

type Found = Pair & { recipes: number | undefined };

/** What merge_foods and merge_units have in common. */
export function mergeParts({ noun, column, read, recipes: usage, merge }: Mergeable) {
  return {
    input: z.strictObject({
      from_id: schema.uuid.describe(`The id of the ${noun} that is deleted.`),
      to_id: schema.uuid.describe(`The id of the ${noun} that stays.`),
    }),
    output: merged,
    annotations: DELETE,
    prepare: async ({ from_id, to_id }: { from_id: string; to_id: string }, call: Call) => {
      // Mealie takes it, deletes the one there is, and every recipe loses it.
      if (from_id.toLowerCase() === to_id.toLowerCase())
        return {
          refuse: `A ${noun} cannot be merged into itself: it would be deleted. Nothing was changed.`,
        };
      const { api, host } = call.deps;
      const [from, into, recipes, listItems] = await Promise.all([
        found(read(api, from_id, call), `There is no ${noun} with the id in \`from_id\` (any more).`),
        found(read(api, to_id, call), `There is no ${noun} with the id in \`to_id\` (any more).`),
        usage(api, from_id, call),
        countListItems(api, { column, id: from_id }, call),
      ]);
      const pair = { from: from.id, into: into.id };
      const counts = { recipes: recipes ?? null, listItems: listItems ?? null };
      return {
        found: { ...pair, recipes },
        ask: {
          subject: ordered(versionOf(from), versionOf(into), counts),
          question: mergeQuestion({ noun, ...pair, recipes, listItems, host }),
        },
      };
    },
    run: async (_args: unknown, call: Call, { from, into, recipes }: Found) => {
      await merge(call.deps.api, { from, into }, call);
      return own({
        merged: true,
        deleted_id: from,
        kept_id: into,
        ...(recipes === undefined ? {} : { recipes }),
      });
    },
  };
}

function versionOf({ id, name, updatedAt }: Stored): [string, string, string | null] {
  return [id, name, updatedAt ?? null];
}
