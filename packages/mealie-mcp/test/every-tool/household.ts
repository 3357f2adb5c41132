import { randomUUID } from "node:crypto";
import type { MealieRecipe, MealieState } from "sandbox";
import { pantry } from "../pantry.ts";
import { shelves } from "../shopping/shelves.ts";
import { markedTexts } from "./marked.ts";

export const PAGE = "https://pages.example.org/soup";

const AT = "2026-11-01T08:00:00.000Z";
const UNTIL = "2026-12-24T23:59:59.000Z";

/** Fills a stand-in with some of everything; whatever people can write holds the mark. */
export function furnish(state: MealieState): Home {
  const { text, slug } = markedTexts();
  const put = pantry(state);
  const shop = shelves(state);
  Object.assign(state.group, { name: text(), slug: slug() });
  Object.assign(state.household, { name: text(), slug: slug() });
  for (const user of state.users) Object.assign(user, { username: text(), fullName: text(), email: text() });
  const userId = state.users[0]?.id ?? "";
  const groupId = state.group.id;
  const label = { id: randomUUID(), groupId, name: text(), color: "#E0E0E0" };
  state.labels.push(label);
  const food = () =>
    put.food(text(), {
      pluralName: text(),
      description: text(),
      aliases: [{ name: text() }],
      labelId: label.id,
    });
  const unit = () =>
    put.unit(text(), {
      pluralName: text(),
      description: text(),
      abbreviation: text(),
      pluralAbbreviation: text(),
      aliases: [{ name: text() }],
      standardUnit: text(),
      standardQuantity: 1,
    });
  const foods = [food(), food()] as const;
  const units = [unit(), unit()] as const;
  const tag = put.tag(text(), slug());
  const category = put.category(text(), slug());
  const tool = put.tool(text(), slug(), { householdsWithTool: [state.household.slug] });
  const recipe = () =>
    put.recipe(text(), {
      slug: slug(),
      recipeYield: text(),
      totalTime: text(),
      prepTime: text(),
      cookTime: text(),
      performTime: text(),
      description: text(),
      orgURL: text(),
      image: text(),
      recipeServings: 2,
      tagIds: [tag.id],
      categoryIds: [category.id],
      toolIds: [tool.id],
      ingredients: [
        { quantity: 2, foodId: foods[0].id, unitId: units[0].id, note: text(), title: text() },
        { note: text(), originalText: text() },
      ],
      recipeInstructions: [
        { id: randomUUID(), title: text(), summary: text(), text: text(), ingredientReferences: [] },
      ],
      nutrition: { ...NUTRITION(text) },
      notes: [{ title: text(), text: text() }],
      assets: [{ name: text(), icon: text(), fileName: text() }],
      extras: { [text()]: text() },
    });
  const soup = recipe();
  const cake = recipe();
  const at = { createdAt: AT, updatedAt: AT };
  const comment = { id: randomUUID(), recipeId: soup.id, userId, text: text(), ...at };
  state.comments.push(comment);
  state.timeline.push({
    id: randomUUID(),
    recipeId: soup.id,
    userId,
    subject: text(),
    eventType: "comment",
    eventMessage: text(),
    timestamp: AT,
    ...at,
  });
  const entry = put.entry("2026-11-30", { title: text(), text: text(), recipeId: soup.id });
  const list = shop.list(text());
  const own = { extras: { [text()]: text() } };
  Object.assign(list, {
    ...own,
    recipeReferences: [{ id: randomUUID(), recipeId: soup.id, recipeQuantity: 1 }],
  });
  const items = [
    shop.item(list, text(), {
      ...own,
      foodId: foods[0].id,
      unitId: units[0].id,
      labelId: label.id,
      recipeReferences: [
        { id: randomUUID(), recipeId: soup.id, recipeQuantity: 1, recipeScale: 1, recipeNote: text() },
      ],
    }),
    shop.item(list, text(), own),
    shop.item(list, text(), { ...own, checked: true }),
  ] as const;
  const cookbook = shop.cookbook(text(), slug(), {
    description: text(),
    queryFilterString: `tags.name IN ["${tag.name.replaceAll(/["\\]/g, "")}"]`,
  });
  const share = { id: randomUUID(), recipeId: soup.id, expiresAt: UNTIL, createdAt: AT };
  state.shares.push(share);
  state.pages.set(PAGE, {
    kind: "recipe",
    schema: {
      "@type": "Recipe",
      name: text(),
      description: text(),
      recipeIngredient: [text(), text()],
      recipeInstructions: [{ text: text() }],
      keywords: text(),
      recipeYield: text(),
    },
  });
  state.aiEnabled = true;
  return {
    soup,
    cake,
    foods,
    units,
    label,
    tag,
    category,
    tool,
    comment,
    entry,
    list,
    items,
    cookbook,
    share,
  };
}

type One<Kind extends keyof MealieState> = MealieState[Kind] extends (infer Item)[] ? Item : never;

export type Home = {
  soup: MealieRecipe;
  cake: MealieRecipe;
  foods: readonly [One<"foods">, One<"foods">];
  units: readonly [One<"units">, One<"units">];
  label: One<"labels">;
  tag: One<"tags">;
  category: One<"categories">;
  tool: One<"tools">;
  comment: One<"comments">;
  entry: One<"planEntries">;
  list: One<"shoppingLists">;
  items: readonly [One<"listItems">, One<"listItems">, One<"listItems">];
  cookbook: One<"cookbooks">;
  share: One<"shares">;
};

const NUTRITION = (text: () => string) => ({
  calories: text(),
  carbohydrateContent: text(),
  cholesterolContent: text(),
  fatContent: text(),
  fiberContent: text(),
  proteinContent: text(),
  saturatedFatContent: text(),
  sodiumContent: text(),
  sugarContent: text(),
  transFatContent: text(),
  unsaturatedFatContent: text(),
});
