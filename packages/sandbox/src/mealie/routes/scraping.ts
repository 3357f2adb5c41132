import { fieldsOf, textAt } from "../body.ts";
import { crash, type MealieReply, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";

export const scrapingRoutes: readonly MealieRoute[] = [
  { method: "POST", pattern: "/api/recipes/test-scrape-url", answer: preview },
];

/** The record of the page, or a text when it has none; a page that cannot be reached is a failure inside. */
function preview({ state, json }: MealieRequest): MealieReply {
  const page = state.pages.get(textAt(fieldsOf(json), "url"));
  if (page === undefined || page.kind === "too-slow") throw crash();
  return ok(page.kind === "recipe" ? page.schema : "No recipe could be read from this address.");
}
