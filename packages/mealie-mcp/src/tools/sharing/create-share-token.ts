import { exact } from "confirm-guard";
import { CREATE, framed } from "server-kit";
import { z } from "zod";
import { readSelf } from "../../about.ts";
import { countShareLinks, createShareLink } from "../../api/share-links.ts";
import { MealieError } from "../../errors.ts";
import { resolveRecipe } from "../../lookup/recipes.ts";
import { sharingQuestion } from "../../questions/sharing.ts";
import { expiryOf } from "../../sharing/expiry.ts";
import { dayOf } from "../../view/instants.ts";
import { linkTo } from "../../view/share-links.ts";
import { textsOf } from "../../view/texts.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const createShareTokenTool = defineTool({
  name: "create_share_token",
  title: "Share a recipe",
  description:
    "Makes a share link: anyone who has it can read the recipe without an account until the end of its last day. Older versions of Mealie open it also after that, so delete what is no longer to be shared. A person is asked first.",
  input: z.strictObject({
    recipe: schema.recipe,
    expires_at: schema.moment.describe(`${schema.MOMENT} A date counts until its end. Default: in 30 days.`),
  }),
  output: z.object({
    created: z.literal(true),
    id: z.string().describe("The share link's own id, for delete_share_token; it is part of the link"),
    recipe_id: z.string(),
    expires_on: z.string(),
    timezone: z.string(),
    untrusted_text: z.object({ link: schema.foreignText }),
  }),
  annotations: CREATE,
  prepare: async ({ recipe: named, expires_at }, call) => {
    const { api, host, config, now, today } = call.deps;
    const zone = config.timezone;
    const { instant: expiresAt } = expiryOf(expires_at, { today: today().date, zone, now: now() });
    const [recipe, self] = await Promise.all([resolveRecipe(api, named, call), readSelf(api, call)]);
    const { id: recipeId, updatedAt } = recipe;
    if (self.groupSlug === undefined)
      throw new MealieError(
        "not-mealie",
        "Mealie does not say which group this user is in, and the link is made of that.",
      );
    const links = await countShareLinks(api, recipeId, call);
    return {
      found: { recipeId, expiresAt, groupSlug: self.groupSlug },
      ask: {
        subject: exact(recipeId, { updatedAt: updatedAt ?? null, expiresAt, links }),
        question: sharingQuestion({ recipeId, expiresAt, zone, links, host }),
      },
    };
  },
  run: async (_args, call, { recipeId, expiresAt, groupSlug }) => {
    const { api, url, config } = call.deps;
    const { id, expiresAt: stored } = await createShareLink(api, { recipeId, expiresAt }, call);
    const zone = config.timezone;
    return framed({
      created: true,
      id,
      recipe_id: recipeId,
      expires_on: dayOf(stored, zone) ?? dayOf(expiresAt, zone) ?? expiresAt.slice(0, 10),
      timezone: zone,
      untrusted_text: textsOf({ link: linkTo(url, { groupSlug, id }) }),
    });
  },
});
