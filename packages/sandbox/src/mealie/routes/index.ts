import type { MealieRoute } from "../route.ts";
import { aboutRoutes } from "./about.ts";

/** Every route of the stand-in; where several fit, the first one answers. */
export const ROUTES: readonly MealieRoute[] = [...aboutRoutes];
