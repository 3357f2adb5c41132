import { scriptedPerson } from "confirm-guard/testing";
import type { MealieState } from "sandbox";
import { expect, it } from "vitest";
import { callsOf } from "../every-tool/calls.ts";
import { furnish, type Home } from "../every-tool/household.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";

type Change = (home: Home, state: MealieState) => void;

const ANOTHER = "00000000-0000-4000-8000-0000000000ff";

/** What somebody else does while a person reads the question. */
const MEANWHILE: Record<string, Record<string, Change>> = {
  delete_recipe: {
    "changes the recipe": ({ soup }) => (soup.updatedAt = "2026-11-30T11:59:59.000Z"),
    "comments on it": ({ soup, comment }, { comments }) =>
      comments.push({ ...comment, id: ANOTHER, recipeId: soup.id }),
    "plans it": ({ soup, entry }, { planEntries }) =>
      planEntries.push({ ...entry, id: 4_711, recipeId: soup.id }),
    "shares it": ({ soup, share }, { shares }) => shares.push({ ...share, id: ANOTHER, recipeId: soup.id }),
    "gives its slug to another one": ({ soup, cake }) =>
      ([soup.slug, cake.slug] = [`${soup.slug}-1`, soup.slug]),
  },
  delete_cookbook: {
    "chooses other recipes for it": ({ cookbook }) => (cookbook.queryFilterString = "rating >= 3"),
    "publishes it": ({ cookbook }) => (cookbook.public = !cookbook.public),
  },
  delete_recipe_comment: {
    "writes something else": ({ comment }) => (comment.text = "Ours."),
    "moves it to another recipe": ({ comment, cake }) => (comment.recipeId = cake.id),
  },
  delete_mealplan_entry: { "notes something": ({ entry }) => (entry.text = "Ours.") },
  delete_organizer: {
    "renames it": ({ tag }) => (tag.name = "Ours"),
    "takes it off a recipe": ({ tag, soup }) => (soup.tagIds = soup.tagIds.filter((id) => id !== tag.id)),
  },
  delete_shopping_list: {
    "renames it": ({ list }) => (list.name = "Ours"),
    "changes an item": ({ items }) => (items[0].note = "ours"),
    "adds an item": ({ items }, { listItems }) => listItems.push({ ...items[0], id: ANOTHER, note: "ours" }),
  },
  delete_shopping_list_items: {
    "changes one of them": ({ items }) => (items[1].note = "ours"),
    "ticks one of them": ({ items }) => (items[1].checked = !items[1].checked),
  },
  merge_foods: {
    "renames the one that is deleted": ({ foods }) => (foods[1].name = "Ours"),
    "renames the one that stays": ({ foods }) => (foods[0].name = "Ours"),
  },
  merge_units: { "renames the one that stays": ({ units }) => (units[0].name = "Ours") },
  create_share_token: {
    "changes the recipe": ({ soup }) => (soup.updatedAt = "2026-11-30T11:59:59.000Z"),
    "gives its slug to another one": ({ soup, cake }) =>
      ([soup.slug, cake.slug] = [`${soup.slug}-1`, soup.slug]),
  },
  delete_share_token: {
    "moves its last day": ({ share }) => (share.expiresAt = "2027-12-31T00:00:00.000Z"),
    "puts another recipe behind it": ({ share, cake }) => (share.recipeId = cake.id),
  },
};

const CASES = Object.entries(MEANWHILE).flatMap(([tool, changes]) =>
  Object.entries(changes).flatMap(([what, change]) =>
    (["2025", "2026"] as const).map((era) => ({ tool, what, change, era })),
  ),
);

againstBothVersions((version) => {
  it.each(CASES)("$tool asks again when somebody $what meanwhile ($era)", async ({ tool, change, era }) => {
    let meanwhile = (): void => undefined;
    const person = scriptedPerson([
      {
        answer: ({ choices, params }) => {
          meanwhile();
          const [name = ""] = Object.keys(Object(params).requestedSchema.properties);
          return { action: "accept", content: { [name]: choices.at(-1) } };
        },
      },
      "no",
    ]);
    const { mealie, connection, writes } = await openDesk({ version, connect: { era, person } });
    const home = furnish(mealie.state);
    meanwhile = () => change(home, mealie.state);
    const [, args = {}] = callsOf(home).find(([name]) => name === tool) ?? [];
    await connection.callTool(tool, args);
    expect(person.questions).toHaveLength(2);
    expect(writes()).toEqual([]);
  });
});
