// Derives the contract of Mealie's API that the tests check against: node scripts/mealie-contract.ts FOLDER
//
// FOLDER holds mealie-openapi-v2.0.0.json, mealie-openapi-v3.23.1.json and mealie-v2.0.0-exchanges.json. Kept are the
// routes that the tools use, without any prose: descriptions, summaries, titles and examples are taken out.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROUTES = [
  "/api/app/about",
  "/api/users/self",
  "/api/users/{id}/ratings/{slug}",
  "/api/users/self/ratings",
  "/api/users/self/ratings/{recipe_id}",
  "/api/recipes",
  "/api/recipes/{slug}",
  "/api/recipes/{slug}/duplicate",
  "/api/recipes/{slug}/last-made",
  "/api/recipes/{slug}/comments",
  "/api/recipes/suggestions",
  "/api/recipes/timeline/events",
  "/api/recipes/test-scrape-url",
  "/api/recipes/create/url",
  "/api/recipes/create/html-or-json",
  "/api/recipes/create/image",
  "/api/recipes/create/ai",
  "/api/comments",
  "/api/comments/{item_id}",
  "/api/organizers/tags",
  "/api/organizers/tags/{item_id}",
  "/api/organizers/tags/slug/{tag_slug}",
  "/api/organizers/categories",
  "/api/organizers/categories/{item_id}",
  "/api/organizers/categories/slug/{category_slug}",
  "/api/organizers/tools",
  "/api/organizers/tools/{item_id}",
  "/api/organizers/tools/slug/{tool_slug}",
  "/api/foods",
  "/api/foods/{item_id}",
  "/api/foods/merge",
  "/api/units",
  "/api/units/{item_id}",
  "/api/units/merge",
  "/api/groups/labels/{item_id}",
  "/api/parser/ingredients",
  "/api/households/mealplans",
  "/api/households/mealplans/today",
  "/api/households/mealplans/random",
  "/api/households/mealplans/{item_id}",
  "/api/households/shopping/lists",
  "/api/households/shopping/lists/{item_id}",
  "/api/households/shopping/lists/{item_id}/recipe",
  "/api/households/shopping/lists/{item_id}/recipe/{recipe_id}",
  "/api/households/shopping/lists/{item_id}/recipe/{recipe_id}/delete",
  "/api/households/shopping/items",
  "/api/households/shopping/items/create-bulk",
  "/api/households/shopping/items/{item_id}",
  "/api/households/cookbooks",
  "/api/households/cookbooks/{item_id}",
  "/api/groups/labels/{item_id}",
  "/api/shared/recipes",
  "/api/shared/recipes/{item_id}",
] as const;

const PROSE = new Set([
  "description",
  "summary",
  "title",
  "example",
  "examples",
  "externalDocs",
  "tags",
  "operationId",
]);
const KEPT =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z0-9]+(?:-[a-z0-9]+)*|\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?)$/;
const KEYWORD_MAPS = new Set([
  "properties",
  "schemas",
  "responses",
  "content",
  "parameters",
  "patternProperties",
]);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Document = { paths: Record<string, Json>; components: { schemas: Record<string, Json> } };

const folder = process.argv[2];
if (folder === undefined) throw new Error("Name the folder that holds the documents.");
const target = fileURLToPath(new URL("../packages/sandbox/test/mealie/data/", import.meta.url));

for (const [from, to] of [
  ["mealie-openapi-v2.0.0.json", "contract-2.0.json"],
  ["mealie-openapi-v3.23.1.json", "contract-3.23.json"],
] as const)
  save(to, contractOf(load(from)));
save("exchanges-2.0.json", exchanges());

function load(name: string): Document {
  return JSON.parse(readFileSync(join(folder ?? "", name), "utf8"));
}

function save(name: string, data: unknown): void {
  // The placeholder step of a new recipe links to a real host.
  const text = JSON.stringify(data).replaceAll(/\bdemo\.mealie\.\w+/g, "demo.example.org");
  writeFileSync(join(target, name), `${text}\n`);
}

/** The routes and every schema that they lead to. */
function contractOf(document: Document): Document {
  const paths = Object.fromEntries(
    ROUTES.flatMap((route) => {
      const found = document.paths[route];
      return found === undefined ? [] : [[route, withoutProse(found, false)]];
    }),
  );
  const schemas: Record<string, Json> = {};
  const open = namesIn(paths);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const schema = document.components.schemas[name];
    if (schema === undefined || Object.hasOwn(schemas, name)) continue;
    schemas[name] = withoutProse(schema, false);
    open.push(...namesIn(schemas[name]));
  }
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { paths, components: { schemas: sorted } };
}

/** `named`: the keys are names of the API and not keywords, so a property called `title` stays. */
function withoutProse(value: Json, named: boolean): Json {
  if (Array.isArray(value)) return value.map((one) => withoutProse(one, false));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => named || !PROSE.has(key))
      .map(([key, one]) => [key, withoutProse(one, !named && KEYWORD_MAPS.has(key))]),
  );
}

function namesIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name = ""]) => name,
  );
}

/**
 * The recorded requests and answers on routes that the tools use, in their order. Of an answer stays its shape: ids, slugs
 * and dates, which later requests take up, and no other text.
 */
function exchanges(): unknown[] {
  const recorded: Exchange[] = JSON.parse(
    readFileSync(join(folder ?? "", "mealie-v2.0.0-exchanges.json"), "utf8"),
  );
  return recorded
    .filter(({ path }) => ROUTES.some((route) => fits(route, path.split("?", 1)[0] ?? "")))
    .map((exchange) => ({ ...exchange, response: shapeOf(exchange.response) }));
}

type Exchange = { path: string; response: Json };

function shapeOf(value: Json): Json {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === "string") return value === "" || KEPT.test(value) ? value : "text";
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]));
}

function fits(route: string, path: string): boolean {
  const wanted = route.split("/");
  const parts = path.split("/");
  return (
    wanted.length === parts.length &&
    wanted.every((piece, index) => piece.startsWith("{") || piece === parts[index])
  );
}
