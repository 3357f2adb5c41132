import type { ApiCall, MealieApi } from "../api/client.ts";
import type { GivenContent, Resolved } from "./content.ts";
import { carryOutIngredients, type IngredientPlan, planIngredients } from "./ingredients.ts";
import type { MadeEntry } from "./made.ts";
import { carryOutOrganizers, type OrganizerPlan, planOrganizers } from "./organizers.ts";

/** What a recipe's names come to, looked up before anything is changed. */
type ContentPlan = {
  ingredients: IngredientPlan | undefined;
  tags: OrganizerPlan | undefined;
  categories: OrganizerPlan | undefined;
  tools: OrganizerPlan | undefined;
};

type Given = { given: GivenContent; createMissing: boolean };

/**
 * Tags and categories that are not there are created with the recipe; foods, units and tools stand for more than words,
 * so they are created only when that is asked for.
 *
 * @throws MealieError
 */
export async function planContent(
  api: MealieApi,
  { given, createMissing }: Given,
  call: ApiCall,
): Promise<ContentPlan> {
  const organizers = async (
    kind: OrganizerPlan["kind"],
    wanted: readonly string[] | undefined,
    create: boolean,
  ): Promise<OrganizerPlan | undefined> =>
    wanted === undefined ? undefined : planOrganizers(api, { kind, wanted, createMissing: create }, call);
  const [ingredients, tags, categories, tools] = await Promise.all([
    given.ingredients === undefined
      ? undefined
      : planIngredients(api, { lines: given.ingredients, createMissing }, call),
    organizers("tag", given.tags, true),
    organizers("category", given.categories, true),
    organizers("tool", given.tools, createMissing),
  ]);
  return { ingredients, tags, categories, tools };
}

/** Creates what is missing; `made` holds what was created also when this fails. @throws MealieError */
export async function carryOutContent(
  api: MealieApi,
  { plan, made }: { plan: ContentPlan; made: MadeEntry[] },
  call: ApiCall,
): Promise<Resolved> {
  const organizers = async (one: OrganizerPlan | undefined): ReturnType<typeof carryOutOrganizers> =>
    one === undefined ? [] : carryOutOrganizers(api, { plan: one, made }, call);
  const ingredients =
    plan.ingredients && (await carryOutIngredients(api, { plan: plan.ingredients, made }, call));
  return {
    ingredients,
    tags: plan.tags && (await organizers(plan.tags)),
    categories: plan.categories && (await organizers(plan.categories)),
    tools: plan.tools && (await organizers(plan.tools)),
  };
}
