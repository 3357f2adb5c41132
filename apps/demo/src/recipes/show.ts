import { fileURLToPath } from "node:url";
import { sampleHousehold, startStandIn } from "sandbox";
import { dayOf, SAMPLE_ZONE } from "../days.ts";
import type { Show } from "../stage.ts";
import type { HouseholdStage } from "./household.ts";
import { recordsIn } from "./inspect.ts";
import { findPair, playMerges, playMergeToken } from "./merge.ts";
import { findRecipe, playShare } from "./share.ts";

const SHARED_DAYS = 10;

/**
 * mealie-mcp on a sample household.
 *
 * @param now - Unix milliseconds; the household is made around this day
 */
export function recipesShow(now: number): Show {
  return {
    introduction: "Recipes, and a model that wants to tidy up and to share.",
    program: fileURLToPath(import.meta.resolve("mealie-mcp/dist/cli.js")),
    open: async () => {
      const mealie = await startStandIn({ state: sampleHousehold(dayOf(now)), clock: () => now });
      const beside = {
        records: () => recordsIn(mealie.state),
        lastDay: dayOf(now, SHARED_DAYS),
        zone: SAMPLE_ZONE,
      };
      return {
        env: { MEALIE_URL: mealie.url, MEALIE_API_TOKEN: mealie.token, MEALIE_TIMEZONE: SAMPLE_ZONE },
        close: () => mealie.close(),
        withPerson: async (stage, person) => {
          const household: HouseholdStage = { ...stage, ...beside };
          const pair = await findPair(household);
          if (pair !== undefined) await playMerges(household, person, pair);
          const recipe = await findRecipe(household);
          if (recipe !== undefined) await playShare(household, person, recipe);
        },
        withoutDialog: async (stage) => {
          const household: HouseholdStage = { ...stage, ...beside };
          const pair = await findPair(household);
          if (pair !== undefined) await playMergeToken(household, pair);
        },
      };
    },
  };
}
