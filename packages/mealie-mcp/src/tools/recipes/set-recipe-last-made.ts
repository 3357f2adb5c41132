import { own, SET } from "server-kit";
import { z } from "zod";
import { setLastMade } from "../../api/recipe-writes.ts";
import { resolveRecipe } from "../../lookup/recipes.ts";
import { dayOf } from "../../view/instants.ts";
import { noonOf, readMoment, refuseFuture } from "../../moments.ts";
import { tellingBefore } from "../../writing/before.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const setRecipeLastMadeTool = defineTool({
  name: "set_recipe_last_made",
  title: "Note when a recipe was made",
  description: "Notes on which day a recipe was last made, in the configured time zone. Writes no event.",
  input: z.strictObject({
    recipe: schema.recipe,
    timestamp: schema.moment.describe(`${schema.MOMENT} Not after today. Default: today.`),
  }),
  output: z.object({
    updated: z.literal(true),
    id: z.string(),
    last_made_on: z.string(),
    timezone: z.string(),
    replaced: z.object({ last_made_on: z.string().nullable() }),
  }),
  annotations: SET,
  run: async ({ recipe: named, timestamp }, call) => {
    const { api, config, today } = call.deps;
    const zone = config.timezone;
    const when = readMoment(timestamp ?? today().date, { zone, of: noonOf });
    refuseFuture(when, today().date);
    const { id, lastMade } = await resolveRecipe(api, named, call);
    await tellingBefore(() => setLastMade(api, { id, timestamp: when.instant }, call), {
      last_made_on: dayOf(lastMade, zone) ?? null,
    });
    return own({
      updated: true,
      id,
      last_made_on: when.day,
      timezone: zone,
      replaced: { last_made_on: dayOf(lastMade, zone) ?? null },
    });
  },
});
