import type { Tool } from "server-kit";
import type { MealieInstance } from "../instance.ts";
import { getAbout } from "./get-about.ts";

/** The tools by what they work on, in the order in which clients and the reference show them. */
export const TOOL_AREAS: readonly { title: string; tools: readonly Tool<MealieInstance>[] }[] = [
  { title: "The instance", tools: [getAbout] },
];

/** Every tool of the server. */
export const TOOLS: readonly Tool<MealieInstance>[] = TOOL_AREAS.flatMap(({ tools }) => tools);
