import type { MealieRoute } from "../route.ts";
import { aboutRoutes } from "./about.ts";
import { cookbookRoutes } from "./cookbooks.ts";
import { foodRoutes } from "./foods.ts";
import { mealplanRoutes } from "./mealplans.ts";
import { organizerRoutes } from "./organizers.ts";
import { parserRoutes } from "./parser.ts";
import { recipeRoutes } from "./recipes.ts";
import { shoppingItemRoutes } from "./shopping-items.ts";
import { shoppingListRoutes } from "./shopping-lists.ts";
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
  ...recipeRoutes,
];
