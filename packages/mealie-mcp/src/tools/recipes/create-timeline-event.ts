import { CREATE, own } from "server-kit";
import { z } from "zod";
import { createTimelineEvent } from "../../api/timeline.ts";
import { resolveRecipe } from "../../lookup/recipes.ts";
import { noonOf, readMoment, refuseFuture } from "../../moments.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const createTimelineEventTool = defineTool({
  name: "create_timeline_event",
  title: "Add to a recipe's timeline",
  description:
    "Adds an event to the timeline of a recipe, such as that it was cooked. It does not change when the recipe was last made: set_recipe_last_made does.",
  input: z.strictObject({
    recipe: schema.recipe,
    subject: schema.writtenText(255).trim().min(1),
    message: schema.writtenText(10_000).optional(),
    timestamp: schema.moment.describe(`${schema.MOMENT} Not after today. Default: now.`),
  }),
  output: z.object({
    created: z.literal(true),
    id: z.string(),
    recipe_id: z.string(),
    date: z.string(),
    timezone: z.string(),
  }),
  annotations: CREATE,
  run: async ({ recipe: named, subject, message, timestamp }, call) => {
    const { api, config, now, today } = call.deps;
    const zone = config.timezone;
    const when = readMoment(timestamp ?? new Date(now()).toISOString(), { zone, of: noonOf });
    refuseFuture(when, today().date);
    const { id: recipeId } = await resolveRecipe(api, named, call);
    const id = await createTimelineEvent(
      api,
      {
        recipeId,
        subject,
        eventType: "comment",
        ...(message === undefined ? {} : { eventMessage: message }),
        timestamp: when.instant,
      },
      call,
    );
    return own({ created: true, id, recipe_id: recipeId, date: when.day, timezone: zone });
  },
});
