import type { MealieRoute } from "../route.ts";
import { aboutRoutes } from "./about.ts";
import { commentRoutes } from "./comments.ts";
import { cookbookRoutes } from "./cookbooks.ts";
import { foodRoutes } from "./foods.ts";
import { importRoutes } from "./imports.ts";
import { mealplanRoutes } from "./mealplans.ts";
import { organizerRoutes } from "./organizers.ts";
import { parserRoutes } from "./parser.ts";
import { ratingRoutes } from "./ratings.ts";
import { recipeWriteRoutes } from "./recipe-writes.ts";
import { recipeRoutes } from "./recipes.ts";
import { scrapingRoutes } from "./scraping.ts";
import { shareRoutes } from "./shares.ts";
import { shoppingItemRoutes } from "./shopping-items.ts";
import { shoppingListRoutes } from "./shopping-lists.ts";
import { suggestionRoutes } from "./suggestions.ts";
import { timelineRoutes } from "./timeline.ts";
import { unitRoutes } from "./units.ts";

/** Every route of the stand-in; where several fit, the first one answers. */
export const ROUTES: readonly MealieRoute[] = [
  ...aboutRoutes,
  ...organizerRoutes,
  ...foodRoutes,
  ...unitRoutes,
  ...shoppingListRoutes,
  ...shoppingItemRoutes,
  ...cookbookRoutes,
  ...parserRoutes,
  ...mealplanRoutes,
  ...suggestionRoutes,
  ...timelineRoutes,
  ...commentRoutes,
  ...ratingRoutes,
  ...scrapingRoutes,
  ...shareRoutes,
  ...importRoutes,
  ...recipeWriteRoutes,
  ...recipeRoutes,
];
