import { z } from "zod";
import type { ApiCall, MealieApi, Query } from "./client.ts";
import { ALL, type Page, readPage, readRecord, readRecordOf } from "./page.ts";
import { apiPath, type ApiPath } from "./path.ts";
import { bodyFor } from "./request-body.ts";
import { afterWrite, isGone, settled } from "./settle.ts";
import { flag, optionalUuid, uuid } from "./shapes.ts";

export type OrganizerKind = "tag" | "category" | "tool";

export type Organizer = {
  id: string;
  name: string;
  slug: string;
  groupId?: string | undefined;
  /** Of tools: whether the household has one (up to v2), or which households do. */
  onHand?: boolean | undefined;
  householdsWithTool?: string[] | undefined;
};

/** What the address of a kind is called. */
const SEGMENT: Record<OrganizerKind, string> = { tag: "tags", category: "categories", tool: "tools" };

/** The name of the query parameter by which recipes are filtered. */
export const RECIPE_FILTER: Record<OrganizerKind, "tags" | "categories" | "tools"> = {
  tag: "tags",
  category: "categories",
  tool: "tools",
};

const organizer = z.object({
  id: uuid,
  name: z.string(),
  slug: z.string(),
  groupId: optionalUuid,
  onHand: flag,
  householdsWithTool: z.array(z.string()).optional().catch(undefined),
});

const pathTo = (kind: OrganizerKind, ...rest: string[]): ApiPath =>
  apiPath("organizers", SEGMENT[kind], ...rest);

/** @throws MealieError */
export async function listOrganizers(
  api: MealieApi,
  { kind, query }: { kind: OrganizerKind; query: Query },
  call: ApiCall,
): Promise<Page<Organizer>> {
  return readPage(await api.get(pathTo(kind), query, call), organizer);
}

/** Every organizer of a kind. @throws MealieError */
export async function allOrganizers(
  api: MealieApi,
  kind: OrganizerKind,
  call: ApiCall,
): Promise<readonly Organizer[]> {
  return (await listOrganizers(api, { kind, query: { page: 1, perPage: ALL } }, call)).items;
}

/** @throws MealieError (`not-found`) */
export async function readOrganizer(
  api: MealieApi,
  { kind, id }: { kind: OrganizerKind; id: string },
  call: ApiCall,
): Promise<Organizer> {
  return readRecordOf(id, await api.get(pathTo(kind, id), {}, call), organizer);
}

/**
 * Makes a new one; that its name is free was looked up before, since older instances answer a taken one with a failure
 * of their own.
 *
 * @throws MealieError
 */
export async function createOrganizer(
  api: MealieApi,
  { kind, name }: { kind: OrganizerKind; name: string },
  call: ApiCall,
): Promise<Organizer> {
  return settled(
    async () => {
      const answer = await api.write(
        { method: "POST", path: pathTo(kind), json: bodyFor("POST /api/organizers/tags", { name }) },
        call,
      );
      return afterWrite(() => readRecord(answer, organizer));
    },
    async () => (await allOrganizers(api, kind, call)).find((one) => one.name === name),
  );
}

/**
 * Renames one. What an update resets unless it is sent along, such as who has a tool, is sent as it is now.
 *
 * @throws MealieError; that the name is free was looked up before, since a taken one is answered with a failure
 */
export async function renameOrganizer(
  api: MealieApi,
  { kind, organizer: now, name }: { kind: OrganizerKind; organizer: Organizer; name: string },
  call: ApiCall,
): Promise<void> {
  const { id, onHand, householdsWithTool } = now;
  const kept = {
    ...(onHand === undefined ? {} : { onHand }),
    ...(householdsWithTool === undefined ? {} : { householdsWithTool }),
  };
  const json =
    kind === "tool"
      ? bodyFor("PUT /api/organizers/tools/{item_id}", { name, ...kept })
      : bodyFor("PUT /api/organizers/tags/{item_id}", { name });
  await settled(
    () => api.write({ method: "PUT", path: pathTo(kind, id), json }, call),
    async () => ((await readOrganizer(api, { kind, id }, call)).name === name ? true : undefined),
  );
}

/** @throws MealieError */
export async function deleteOrganizer(
  api: MealieApi,
  { kind, id }: { kind: OrganizerKind; id: string },
  call: ApiCall,
): Promise<void> {
  await settled(
    () => api.write({ method: "DELETE", path: pathTo(kind, id) }, call),
    () => isGone(() => readOrganizer(api, { kind, id }, call)),
  );
}
