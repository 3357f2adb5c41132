import { type Home, PAGE } from "./household.ts";

export type Call = readonly [tool: string, args: Record<string, unknown>];

/** The smallest thing that passes for a picture. */
const PICTURE = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]).toString("base64");

const DATA = JSON.stringify({
  "@type": "Recipe",
  name: "Ours",
  recipeIngredient: ["1 leek"],
  recipeInstructions: [{ text: "Boil." }],
});

/** One call at least of every tool, on what stands in the household; deletions come last. */
export function callsOf(home: Home): readonly Call[] {
  const { soup, cake, foods, units, tag, category, tool, comment, entry, list, items, cookbook, share } =
    home;
  return [
    ["get_about", {}],
    ["search_recipes", {}],
    ["search_recipes", { search: "zyz", tags: [tag.slug], categories: [category.name], tools: [tool.id] }],
    ["search_recipes", { foods: [foods[0].name] }],
    ["search_recipes", { cookbook: cookbook.slug, order_by: "random" }],
    ["search_recipes", { tags: ["no such tag"] }],
    ["get_recipe", { recipe: soup.slug }],
    ["get_recipe", { recipe: soup.id, servings: 3, detail: "default" }],
    ["get_recipe", { recipe: soup.id, detail: "summary" }],
    ["get_recipe", { recipe: soup.id, detail: "raw" }],
    ["suggest_recipes", { foods: [foods[0].name], tools: [tool.name] }],
    ["list_recipe_comments", { recipe: soup.slug }],
    ["list_recipe_timeline", { recipe: soup.slug }],
    ["preview_recipe_url", { url: PAGE }],
    ["list_share_tokens", {}],
    ["list_share_tokens", { recipe: soup.slug }],
    ["list_organizers", { kind: "tag" }],
    ["list_organizers", { kind: "category" }],
    ["list_organizers", { kind: "tool" }],
    ["list_foods", {}],
    ["list_units", {}],
    ["parse_ingredients", { ingredients: ["2 cups flour"], parser: "brute" }],
    ["list_mealplans", {}],
    ["get_todays_meals", {}],
    ["list_shopping_lists", {}],
    ["get_shopping_list", { list_id: list.id, include_checked: true }],
    ["list_cookbooks", {}],
    ["get_cookbook", { cookbook: cookbook.slug }],
    [
      "create_recipe",
      {
        name: "Ours",
        ingredients: ["salt", { quantity: 1, unit: units[0].name, food: foods[0].name }],
        instructions: ["Stir."],
        tags: [tag.name],
        tools: [tool.name],
      },
    ],
    ["update_recipe", { recipe: cake.slug, name: "Ours too", description: "Ours.", prep_time: "1 hour" }],
    [
      "update_recipe",
      {
        recipe: soup.slug,
        ingredients: ["salt"],
        instructions: ["Stir."],
        tags: ["new"],
        create_missing: true,
        notes: [{ text: "ours" }],
        nutrition: { calories: 100 },
      },
    ],
    ["duplicate_recipe", { recipe: cake.id, name: "Ours again" }],
    ["set_recipe_last_made", { recipe: soup.id, timestamp: "2026-11-29" }],
    ["import_recipe_from_url", { url: PAGE, include_tags: true }],
    ["import_recipe_from_html_or_json", { data: DATA }],
    ["import_recipe_from_image", { image_base64: PICTURE }],
    ["set_recipe_rating", { recipe: soup.id, rating: 4, is_favorite: true }],
    ["add_recipe_comment", { recipe: soup.id, text: "ours" }],
    ["create_timeline_event", { recipe: soup.id, subject: "ours", message: "ours", timestamp: "2026-11-29" }],
    ["create_organizer", { kind: "tag", name: "Ours" }],
    ["create_organizer", { kind: "tag", name: tag.name }],
    ["update_organizer", { kind: "category", id: category.id, name: "Ours" }],
    ["update_organizer", { kind: "tool", id: tool.id, name: "Ours" }],
    ["create_food", { name: "ours" }],
    ["create_food", { name: foods[0].name }],
    ["create_unit", { name: "ours" }],
    ["create_mealplan_entry", { date: "2026-12-01", entry_type: "dinner", recipe: soup.slug }],
    ["create_mealplan_entry", { date: "2026-12-01", entry_type: "lunch", title: "ours" }],
    ["create_random_meal", { date: "2026-12-02", entry_type: "dinner" }],
    ["update_mealplan_entry", { entry_id: entry.id, text: "ours" }],
    ["create_shopping_list", { name: "Ours" }],
    [
      "add_shopping_list_items",
      { list_id: list.id, items: ["salt", { quantity: 1, unit: units[0].name, food: foods[0].name }] },
    ],
    ["update_shopping_list_items", { list_id: list.id, item_ids: [items[0].id], quantity: 3 }],
    ["update_shopping_list_items", { list_id: list.id, item_ids: [items[1].id], checked: true }],
    ["add_recipe_to_shopping_list", { list_id: list.id, recipe: cake.id }],
    ["remove_recipe_from_shopping_list", { list_id: list.id, recipe: soup.slug }],
    ["create_cookbook", { name: "Ours", description: "ours" }],
    ["create_share_token", { recipe: soup.slug }],
    ["delete_share_token", { token_id: share.id }],
    ["delete_recipe_comment", { comment_id: comment.id }],
    ["delete_mealplan_entry", { entry_id: entry.id }],
    ["delete_shopping_list_items", { item_ids: [items[1].id, items[2].id] }],
    ["delete_shopping_list", { list_id: list.id }],
    ["delete_cookbook", { cookbook_id: cookbook.slug }],
    ["delete_organizer", { kind: "tag", id: tag.id }],
    ["merge_foods", { from_id: foods[1].id, to_id: foods[0].id }],
    ["merge_units", { from_id: units[1].id, to_id: units[0].id }],
    ["delete_recipe", { recipe: soup.slug }],
  ];
}

/** The first call of each tool. */
export function oneCallEach(home: Home): readonly Call[] {
  const seen = new Set<string>();
  return callsOf(home).filter(([tool]) => !seen.has(tool) && seen.add(tool));
}
