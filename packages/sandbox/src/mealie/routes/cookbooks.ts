import { fieldsOf, flagOr, invalid, textAt, textOr } from "../body.ts";
import { pageReply } from "../page.ts";
import { readFilter } from "../query-filter.ts";
import { crash, detail, type MealieReply, message, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { cookbookAt, recipeAttributes, recipesOf, shownCookbook } from "../show/cookbook.ts";
import { isId, shownSummary } from "../show/recipe.ts";
import { slugOf } from "../slug.ts";
import type { MealieCookbook } from "../state/cookbooks.ts";

const BASE = "/api/households/cookbooks";

export const cookbookRoutes: readonly MealieRoute[] = [
  { method: "GET", pattern: BASE, answer: list },
  { method: "POST", pattern: BASE, answer: create },
  { method: "GET", pattern: `${BASE}/{id}`, answer: read },
  { method: "DELETE", pattern: `${BASE}/{id}`, answer: remove },
];

function list({ state, query, version }: MealieRequest): MealieReply {
  return pageReply(state.cookbooks, query, {
    columns: { name: ({ name }) => name.toLowerCase(), position: ({ position }) => position },
    show: (cookbook) => shownCookbook(cookbook, { state, version }),
  });
}

/** v2 shows the recipes inline, at times all there are; v3 shows none. */
function read(request: MealieRequest): MealieReply {
  const { state, version, params } = request;
  const found = cookbookAt(state, params["id"] ?? "");
  if (found === undefined) throw detail(404, "Not Found");
  const recipes = recipesOf(found, state).map((recipe) => shownSummary(recipe, request));
  return ok({ ...shownCookbook(found, request), ...(version === "2.0" ? { recipes } : {}) });
}

/** A filter for what recipes do not have is refused; one that cannot be read is a failure inside Mealie. */
function create({ state, json, newId, version }: MealieRequest): MealieReply {
  const fields = fieldsOf(json);
  const name = textAt(fields, "name");
  const queryFilterString = textOr(fields, "queryFilterString", "");
  const test = readFilter(queryFilterString, recipeAttributes(state));
  if (typeof test !== "function") {
    if (test.bad === "syntax") throw crash();
    const place = ["body", "queryFilterString"];
    throw invalid("value_error", place, "Value error, Invalid query filter string", queryFilterString, {
      error: {},
    });
  }
  const cookbook: MealieCookbook = {
    id: newId(),
    name,
    slug: freeSlug(state.cookbooks, name),
    description: textOr(fields, "description", ""),
    position: 1,
    public: flagOr(fields, "public", false),
    queryFilterString,
  };
  state.cookbooks.push(cookbook);
  return ok(shownCookbook(cookbook, { state, version }), 201);
}

function freeSlug(cookbooks: readonly MealieCookbook[], name: string): string {
  const slug = slugOf(name);
  const taken = new Set(cookbooks.map((cookbook) => cookbook.slug));
  let free = slug;
  for (let number = 1; taken.has(free); number += 1) free = `${slug}-${number}`;
  return free;
}

/** By id alone: a slug reaches the database, which complains with its statement. */
function remove({ state, params, version }: MealieRequest): MealieReply {
  const id = params["id"] ?? "";
  const found = isId(id) ? cookbookAt(state, id) : undefined;
  if (found === undefined)
    throw message(
      400,
      "An unexpected error occurred",
      isId(id)
        ? "No row was found when one was required"
        : "(builtins.ValueError) badly formed hexadecimal UUID string [SQL: SELECT cookbooks.id, cookbooks.name FROM cookbooks]",
    );
  state.cookbooks = state.cookbooks.filter((cookbook) => cookbook !== found);
  return ok(shownCookbook(found, { state, version }));
}
