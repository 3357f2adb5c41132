import type { MealieOrganizer, MealieTool } from "../state/organizers.ts";
import type { MealieVersion } from "../version.ts";

/** An organizer as listings and recipes show it. */
export function shownOrganizer(
  one: MealieOrganizer | MealieTool,
  version: MealieVersion,
): Record<string, unknown> {
  const { id, groupId, name, slug } = one;
  const tool = "onHand" in one ? one : undefined;
  if (version === "2.0") return { id, name, slug, ...(tool === undefined ? {} : { onHand: tool.onHand }) };
  return { id, groupId, name, slug, ...(tool && { householdsWithTool: tool.householdsWithTool }) };
}
