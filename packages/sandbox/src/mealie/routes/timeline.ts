import { fieldsOf, invalid, textAt, textOr, uuidAt } from "../body.ts";
import { instantAt } from "../instant.ts";
import { pageReply } from "../page.ts";
import { filtered } from "../query-filter.ts";
import { detail, type MealieReply, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { shownEvent } from "../show/recipe.ts";
import type { MealieTimelineEvent } from "../state/recipes.ts";
import { userOf } from "../user.ts";

export const timelineRoutes: readonly MealieRoute[] = [
  { method: "GET", pattern: "/api/recipes/timeline/events", answer: list },
  { method: "POST", pattern: "/api/recipes/timeline/events", answer: create },
];

function list({ state, query }: MealieRequest): MealieReply {
  const events = filtered(state.timeline, query, {
    id: ({ id }) => [id],
    recipe_id: ({ recipeId }) => [recipeId],
    user_id: ({ userId }) => [userId],
    event_type: ({ eventType }) => [eventType],
    subject: ({ subject }) => [subject],
    timestamp: ({ timestamp }) => [timestamp],
  });
  return pageReply(events, query, {
    columns: {
      timestamp: ({ timestamp }) => timestamp,
      created_at: ({ createdAt }) => createdAt,
    },
    show: (event) => shownEvent(event, { state }),
  });
}

function create(request: MealieRequest): MealieReply {
  const { state, json, now, newId } = request;
  const fields = fieldsOf(json);
  const recipeId = uuidAt(fields["recipeId"], ["body", "recipeId"]);
  const subject = textAt(fields, "subject");
  const eventType = typeAt(fields["eventType"]);
  const given = fields["timestamp"];
  // Without one, an event is dated to when the server was started: also in 3.23.1, whose contract shows such an instant.
  const timestamp = given === undefined ? state.startedAt : instantAt(given, ["body", "timestamp"]);
  if (!state.recipes.some(({ id }) => id === recipeId)) throw detail(404, "recipe not found");
  const at = new Date(now).toISOString();
  const event: MealieTimelineEvent = {
    id: newId(),
    recipeId,
    userId: userOf(request).id,
    subject,
    eventType,
    eventMessage: textOr(fields, "eventMessage", null),
    timestamp,
    createdAt: at,
    updatedAt: at,
  };
  state.timeline.push(event);
  return ok(shownEvent(event, { state }), 201);
}

function typeAt(value: unknown): MealieTimelineEvent["eventType"] {
  if (value === "system" || value === "info" || value === "comment") return value;
  const loc = ["body", "eventType"];
  if (value === undefined) throw invalid("missing", loc, "Field required");
  const expected = "'system', 'info' or 'comment'";
  throw invalid("enum", loc, `Input should be ${expected}`, value, { expected });
}
