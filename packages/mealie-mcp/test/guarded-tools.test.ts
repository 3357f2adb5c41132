import { assertGuarded } from "confirm-guard/testing";
import { startStandIn } from "sandbox";
import { expect, it, onTestFinished } from "vitest";
import { readConfig } from "../src/config.ts";
import { createServerFactory } from "../src/server.ts";
import { TOOLS } from "../src/tools/index.ts";
import { callsOf } from "./every-tool/calls.ts";
import { furnish, type Home } from "./every-tool/household.ts";
import { NOW, VERSIONS } from "./stand-in.ts";

const ASKING = [
  "create_share_token",
  "delete_cookbook",
  "delete_mealplan_entry",
  "delete_organizer",
  "delete_recipe",
  "delete_recipe_comment",
  "delete_share_token",
  "delete_shopping_list",
  "delete_shopping_list_items",
  "merge_foods",
  "merge_units",
];
const GUARDED = TOOLS.filter(({ guarded }) => guarded).map(({ name }) => name);

it("eleven of the 52 tools ask", () => {
  expect(TOOLS).toHaveLength(52);
  expect(GUARDED.toSorted()).toEqual(ASKING);
});

it("eight tools are essential", () => {
  const essential = TOOLS.filter((tool) => tool.essential).map(({ name }) => name);
  expect(essential.toSorted()).toEqual([
    "add_recipe_to_shopping_list",
    "create_mealplan_entry",
    "create_recipe",
    "get_recipe",
    "get_todays_meals",
    "import_recipe_from_url",
    "list_shopping_lists",
    "search_recipes",
  ]);
});

it("18 tools only read, and only those that make Mealie fetch something or hand it a file reach further", () => {
  expect(TOOLS.filter(({ annotations }) => annotations.readOnlyHint)).toHaveLength(18);
  const open = TOOLS.filter(({ annotations }) => annotations.openWorldHint).map(({ name }) => name);
  expect(open.toSorted()).toEqual([
    "import_recipe_from_html_or_json",
    "import_recipe_from_image",
    "import_recipe_from_url",
    "preview_recipe_url",
  ]);
});

it.each(VERSIONS)(
  "every asking tool asks, on both revisions, and shows nothing that stands in Mealie %s",
  { timeout: 120_000 },
  async (version) => {
    const mealie = await startStandIn({ version, clock: () => NOW });
    onTestFinished(() => mealie.close());
    const home = furnish(mealie.state);
    const stored = structuredClone(mealie.state);
    const config = readConfig({ MEALIE_URL: mealie.url, MEALIE_API_TOKEN: mealie.token });
    const calls = guardedCalls(home);
    const report = await assertGuarded({
      target: () => ({
        factory: createServerFactory(config, { version: "0.0.0", log: () => undefined, now: () => NOW }),
      }),
      writes: () => mealie.requests.filter(({ method }) => method !== "GET").length,
      reset: () => {
        Object.assign(mealie.state, structuredClone(stored));
      },
      foreign: [...texts(stored)],
      // They overwrite without a question and hand back what was replaced.
      unguarded: TOOLS.filter(({ guarded, annotations }) => !guarded && annotations.destructiveHint).map(
        ({ name }) => name,
      ),
      calls,
      eras: ["2025", "2026"],
    });
    expect(new Set(report.questions.map(({ tool }) => tool))).toEqual(new Set(ASKING));
    expect(report.questions).toHaveLength(2 * calls.length);
  },
);

function guardedCalls(home: Home) {
  return callsOf(home)
    .filter(([tool]) => GUARDED.includes(tool))
    .map(([tool, args]) => ({ tool, args }));
}

/** Every name, slug, text and comment of the household, reduced to the words that stand in no text of ours. */
function texts(state: unknown): Set<string> {
  const found = JSON.stringify(state).match(/Zyz zyva\d+|zyz-zyva-\d+/g) ?? [];
  return new Set(found);
}
