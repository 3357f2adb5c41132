import { detail } from "./reply.ts";
import type { MealieRequest } from "./route.ts";
import type { MealieUser } from "./state.ts";

/** Who asks. Routes that need a token always have one. @throws MealieRefusal 401 */
export function userOf({ user }: Pick<MealieRequest, "user">): MealieUser {
  if (user === undefined) throw detail(401, "Could not validate credentials");
  return user;
}
