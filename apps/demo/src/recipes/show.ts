import { fileURLToPath } from "node:url";
import { sampleHousehold, startStandIn } from "sandbox";
import { dayOf, SAMPLE_ZONE } from "../days.ts";
import type { Opened, Show } from "../stage.ts";
import type { HouseholdStage } from "./household.ts";
import { recordsIn } from "./inspect.ts";
import { findPair, playMerges, playMergeToken } from "./merge.ts";
import { findRecipe, playShare } from "./share.ts";

const SHARED_DAYS = 10;

/** The built program. */
export const MEALIE_MCP = fileURLToPath(import.meta.resolve("mealie-mcp/dist/cli.js"));

/** A sample household, and what a scene on it needs beside the stage. */
export async function openHousehold(now: number, newId?: () => string): Promise<Opened<HouseholdStage>> {
  const mealie = await startStandIn({ state: sampleHousehold(dayOf(now), newId), clock: () => now });
  return {
    env: { MEALIE_URL: mealie.url, MEALIE_API_TOKEN: mealie.token, MEALIE_TIMEZONE: SAMPLE_ZONE },
    close: () => mealie.close(),
    furnish: (stage) => ({
      ...stage,
      records: () => recordsIn(mealie.state),
      lastDay: dayOf(now, SHARED_DAYS),
      zone: SAMPLE_ZONE,
    }),
  };
}

/**
 * mealie-mcp on a sample household.
 *
 * @param now - Unix milliseconds; the household is made around this day
 */
export function recipesShow(now: number): Show {
  return {
    introduction: "Recipes, and a model that wants to tidy up and to share.",
    program: MEALIE_MCP,
    open: async () => {
      const { env, close, furnish } = await openHousehold(now);
      return {
        env,
        close,
        withPerson: async (stage, person) => {
          const household = furnish(stage);
          const pair = await findPair(household);
          if (pair !== undefined) await playMerges(household, person, pair);
          const recipe = await findRecipe(household);
          if (recipe !== undefined) await playShare(household, person, recipe);
        },
        withoutDialog: async (stage) => {
          const household = furnish(stage);
          const pair = await findPair(household);
          if (pair !== undefined) await playMergeToken(household, pair);
        },
      };
    },
  };
}
