import { z } from "zod";
import type { ApiCall, MealieApi } from "./client.ts";
import { type Page, readPage, readRecord } from "./page.ts";
import { apiPath } from "./path.ts";
import { bodyFor } from "./request-body.ts";
import { afterWrite } from "./settle.ts";
import { optionalUuid, text, uuid } from "./shapes.ts";

/** What Mealie writes itself, what it adds on an occasion, and what people write. */
export const EVENT_TYPES = ["system", "info", "comment"] as const;

const event = z.object({
  id: uuid,
  recipeId: optionalUuid,
  userId: optionalUuid,
  subject: text,
  eventType: z.enum(EVENT_TYPES).optional().catch(undefined),
  eventMessage: text,
  timestamp: text,
  createdAt: text,
});

export type TimelineEvent = z.output<typeof event>;

const withId = z.object({ id: uuid });

type NewEvent = {
  recipeId: string;
  subject: string;
  eventType: "comment";
  eventMessage?: string;
  /** Always given: without it, older versions date the event to the start of the server. */
  timestamp: string;
};

const PATH = apiPath("recipes", "timeline", "events");

/** The events of one recipe, the newest first. @throws MealieError */
export async function listTimeline(
  api: MealieApi,
  { recipeId, page, perPage }: { recipeId: string; page: number; perPage: number },
  call: ApiCall,
): Promise<Page<TimelineEvent>> {
  const query = {
    queryFilter: `recipe_id="${recipeId}"`,
    orderBy: "timestamp",
    orderDirection: "desc",
    page,
    perPage,
  };
  return readPage(await api.get(PATH, query, call), event);
}

/** Adds an event, and gives its id. @throws MealieError */
export async function createTimelineEvent(api: MealieApi, wanted: NewEvent, call: ApiCall): Promise<string> {
  const answer = await api.write(
    { method: "POST", path: PATH, json: bodyFor("POST /api/recipes/timeline/events", wanted) },
    call,
  );
  return afterWrite(() => readRecord(answer, withId)).id;
}
