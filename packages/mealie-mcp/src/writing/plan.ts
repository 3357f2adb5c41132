import type { ApiCall, MealieApi } from "../api/client.ts";
import type { Organizer, OrganizerKind } from "../api/organizers.ts";
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
type GivenOrganizers = {
  kind: OrganizerKind;
  wanted: readonly string[] | undefined;
  createMissing: boolean;
};

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
  const organizers = async ({ wanted, ...rest }: GivenOrganizers): Promise<OrganizerPlan | undefined> =>
    wanted && planOrganizers(api, { wanted, ...rest }, call);
  const [ingredients, tags, categories, tools] = await Promise.all([
    given.ingredients === undefined
      ? undefined
      : planIngredients(api, { lines: given.ingredients, createMissing }, call),
    organizers({ kind: "tag", wanted: given.tags, createMissing: true }),
    organizers({ kind: "category", wanted: given.categories, createMissing: true }),
    organizers({ kind: "tool", wanted: given.tools, createMissing }),
  ]);
  return { ingredients, tags, categories, tools };
}

/** Creates what is missing; `made` holds what was created also when this fails. @throws MealieError */
export async function carryOutContent(
  api: MealieApi,
  { plan, made }: { plan: ContentPlan; made: MadeEntry[] },
  call: ApiCall,
): Promise<Resolved> {
  const organizers = async (one: OrganizerPlan | undefined): Promise<Organizer[] | undefined> =>
    one && carryOutOrganizers(api, { plan: one, made }, call);
  const ingredients =
    plan.ingredients && (await carryOutIngredients(api, { plan: plan.ingredients, made }, call));
  return {
    ingredients,
    tags: await organizers(plan.tags),
    categories: await organizers(plan.categories),
    tools: await organizers(plan.tools),
  };
}
