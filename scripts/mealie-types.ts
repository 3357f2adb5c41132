// Writes the types of the bodies that mealie-mcp sends, from the contract that its tests check against:
// node scripts/mealie-types.ts
//
// Of the two versions the newer one says what is required; a field that only the older one has is optional.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The routes that are asked with a JSON body. */
const ROUTES = [
  "POST /api/users/{id}/ratings/{slug}",
  "POST /api/recipes",
  "PATCH /api/recipes/{slug}",
  "POST /api/recipes/{slug}/duplicate",
  "PATCH /api/recipes/{slug}/last-made",
  "POST /api/recipes/timeline/events",
  "POST /api/recipes/test-scrape-url",
  "POST /api/recipes/create/url",
  "POST /api/recipes/create/html-or-json",
  "POST /api/comments",
  "POST /api/organizers/tags",
  "PUT /api/organizers/tags/{item_id}",
  "POST /api/organizers/categories",
  "PUT /api/organizers/categories/{item_id}",
  "POST /api/organizers/tools",
  "PUT /api/organizers/tools/{item_id}",
  "POST /api/foods",
  "PUT /api/foods/merge",
  "POST /api/units",
  "PUT /api/units/merge",
  "POST /api/parser/ingredients",
  "POST /api/households/mealplans",
  "POST /api/households/mealplans/random",
  "PUT /api/households/mealplans/{item_id}",
  "POST /api/households/shopping/lists",
  "POST /api/households/shopping/lists/{item_id}/recipe",
  "POST /api/households/shopping/lists/{item_id}/recipe/{recipe_id}",
  "POST /api/households/shopping/lists/{item_id}/recipe/{recipe_id}/delete",
  "POST /api/households/shopping/items/create-bulk",
  "PUT /api/households/shopping/items",
  "POST /api/households/cookbooks",
  "POST /api/shared/recipes",
] as const;

/** What Mealie keeps by itself, and what no tool writes. */
const NEVER_SENT = new Set([
  "aliases",
  "assets",
  "comments",
  "createdAt",
  "dateAdded",
  "dateUpdated",
  "householdId",
  "householdsWithIngredientFood",
  "image",
  "label",
  // Mealie passes over it: a rating is given by each user (mealie#3578).
  "Recipe.rating",
  "recipeIngredients",
  "referencedRecipe",
  "update_at",
  "updatedAt",
]);

type Schema = {
  $ref?: string;
  anyOf?: Schema[];
  type?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};
type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const TARGET = new URL("../packages/mealie-mcp/src/api/contract-types.ts", import.meta.url);

/** The text of the file. */
export function contractTypes(): string {
  const newer = load("3.23");
  const older = load("2.0");
  const open: string[] = [];
  const written = new Map<string, string>();

  function typeOf(schema: Schema): string {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
      open.push(name);
      return typeNameOf(name);
    }
    if (schema.anyOf !== undefined) {
      const types = new Set(schema.anyOf.map(typeOf));
      return types.has("unknown") ? "unknown" : [...types].join(" | ");
    }
    if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
    if (schema.type === "array") return `readonly (${typeOf(schema.items ?? {})})[]`;
    if (schema.type === "object") return "Readonly<Record<string, unknown>>";
    if (schema.type === "integer") return "number";
    return schema.type ?? "unknown";
  }

  /** JSON leaves out what is undefined. */
  const optional = (field: string, schema: Schema): string => {
    const type = typeOf(schema);
    return `${field}?: ${type}${type === "unknown" ? "" : " | undefined"}`;
  };

  function declared(name: string): string {
    const schema = newer.components.schemas[name] ?? older.components.schemas[name] ?? {};
    if (schema.properties === undefined) return `type ${typeNameOf(name)} = ${typeOf(schema)};`;
    const { properties, required = [] } = schema;
    const before = older.components.schemas[name]?.properties ?? {};
    const fields = Object.entries({ ...before, ...properties })
      .filter(([field]) => !NEVER_SENT.has(field) && !NEVER_SENT.has(`${typeNameOf(name)}.${field}`))
      .map(([field, one]) => (required.includes(field) ? `${field}: ${typeOf(one)}` : optional(field, one)));
    return `type ${typeNameOf(name)} = { ${fields.join("; ")} };`;
  }

  const bodies = ROUTES.map((route) => `  "${route}": ${typeOf(bodyOf(route, newer))};`);
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    if (written.has(name)) continue;
    written.set(name, "");
    written.set(name, declared(name));
  }
  return [
    "// Written by scripts/mealie-types.ts from the contract of Mealie's API; not to be edited.",
    "",
    "/** What each route takes. */",
    "export type RequestBodies = {",
    ...bodies,
    "};",
    "",
    [...written]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => text)
      .join("\n"),
    "",
  ].join("\n");
}

function load(version: string): Document {
  const file = new URL(`../packages/sandbox/test/mealie/data/contract-${version}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

function bodyOf(route: string, { paths }: Document): Schema {
  const [method = "", path = ""] = route.split(" ");
  const schema = paths[path]?.[method.toLowerCase()]?.requestBody?.content["application/json"]?.schema;
  if (schema === undefined) throw new Error(`The contract has no body for ${route}.`);
  return schema;
}

function typeNameOf(name: string): string {
  return name.replace(/-Input$/, "").replaceAll(/\W/g, "");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TARGET, contractTypes());
