import type { MealieState } from "sandbox";
import { dayOf } from "../days.ts";
import type { AskingTool } from "./page.ts";

/** Every situation in which mealie-mcp asks, on the sample household around `now`. */
export function householdSituations(state: MealieState, now: number): readonly AskingTool[] {
  const named = (records: readonly { id: string; name: string | null }[], name: string): string =>
    idOf(
      records.find((record) => record.name === name),
      name,
    );
  const soup = idOf(state.recipes[0], "first recipe");
  const list = named(state.shoppingLists, "Saturday market");
  return [
    {
      tool: "delete_recipe",
      when: "always",
      situations: [
        {
          title: "A recipe and what hangs on it",
          words:
            "The question counts what goes with it. The name of a recipe is text of the household, or of the web page that it came from, so its id says which one it is.",
          args: { recipe: soup },
        },
      ],
    },
    {
      tool: "delete_recipe_comment",
      when: "always",
      situations: [
        {
          title: "A comment",
          words: "It says whether the comment is your own.",
          args: { comment_id: idOf(state.comments[1], "comment") },
        },
      ],
    },
    {
      tool: "create_share_token",
      when: "always",
      situations: [
        {
          title: "A link for everybody who has it",
          words: "The day that is shown is the day that is sent to Mealie.",
          args: { recipe: soup, expires_at: dayOf(now, 10) },
        },
      ],
    },
    {
      tool: "delete_share_token",
      when: "always",
      situations: [
        {
          title: "A link that was given out",
          words: "Other people may hold it, and it cannot be made again.",
          args: { token_id: idOf(state.shares[0], "share link") },
        },
      ],
    },
    {
      tool: "delete_organizer",
      when: "always",
      situations: [
        {
          title: "A tag, a category or a kitchen tool",
          words: "The question says on how many recipes it stands.",
          args: { kind: "tag", id: named(state.tags, "Quick") },
        },
      ],
    },
    {
      tool: "merge_foods",
      when: "always",
      situations: [
        {
          title: "A merge has a direction",
          words: "The two are told apart by their ids. A yes to this direction is none to the other one.",
          args: { from_id: named(state.foods, "scallion"), to_id: named(state.foods, "spring onion") },
        },
      ],
    },
    {
      tool: "merge_units",
      when: "always",
      situations: [
        {
          title: "The same for units",
          words: "The first unit is gone afterwards, and the other one stands wherever it was used.",
          args: { from_id: named(state.units, "big spoon"), to_id: named(state.units, "tablespoon") },
        },
      ],
    },
    {
      tool: "delete_mealplan_entry",
      when: "always",
      situations: [
        {
          title: "An entry of the meal plan",
          words: "The day and the meal say which one it is.",
          args: { entry_id: state.planEntries[0]?.id },
        },
      ],
    },
    {
      tool: "delete_shopping_list_items",
      when: "always",
      situations: [
        {
          title: "Items of a list",
          words: "How many go, how many of them are not ticked yet, and how many stay.",
          args: {
            item_ids: state.listItems
              .filter(({ shoppingListId }) => shoppingListId === list)
              .slice(0, 3)
              .map(({ id }) => id),
          },
        },
      ],
    },
    {
      tool: "delete_shopping_list",
      when: "always",
      situations: [
        {
          title: "A whole list",
          words: "With the number of items on it that nobody has ticked.",
          args: { list_id: list },
        },
      ],
    },
    {
      tool: "delete_cookbook",
      when: "always",
      situations: [
        {
          title: "A cookbook",
          words: "A cookbook is a way to choose recipes; the recipes themselves stay.",
          args: { cookbook_id: named(state.cookbooks, "Weeknights") },
        },
      ],
    },
  ];
}

function idOf(record: { id: string } | undefined, what: string): string {
  if (record === undefined) throw new Error(`The sample household holds no "${what}".`);
  return record.id;
}
