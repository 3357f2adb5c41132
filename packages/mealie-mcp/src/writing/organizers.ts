import type { ApiCall, MealieApi } from "../api/client.ts";
import { createOrganizer, type Organizer, type OrganizerKind } from "../api/organizers.ts";
import { folded } from "../lookup/folding.ts";
import { matchOrganizers, resolveOrganizers } from "../lookup/organizers.ts";
import { refuseEmptySlug } from "../lookup/taken.ts";
import type { MadeEntry } from "./made.ts";

/** Organizers of one kind that a recipe is to have: those that are there, and the names of those to create. */
export type OrganizerPlan = { kind: OrganizerKind; found: readonly Organizer[]; missing: readonly string[] };

type Wanted = { kind: OrganizerKind; wanted: readonly string[]; createMissing: boolean };

/** @throws MealieError (`unknown-name`) for one that is missing and not to be created */
export async function planOrganizers(
  api: MealieApi,
  { kind, wanted, createMissing }: Wanted,
  call: ApiCall,
): Promise<OrganizerPlan> {
  if (!createMissing)
    return { kind, found: await resolveOrganizers(api, { kind, wanted }, call), missing: [] };
  const { found, unknown } = await matchOrganizers(api, { kind, wanted }, call);
  unknown.forEach(refuseEmptySlug);
  const missing = [...new Map(unknown.toReversed().map((name) => [folded(name), name])).values()];
  return { kind, found, missing: missing.toReversed() };
}

/**
 * Creates what is missing, noting it in `made` as it comes to be: a recipe that is sent with a name alone would fail on
 * it (M3).
 *
 * @throws MealieError
 */
export async function carryOutOrganizers(
  api: MealieApi,
  { plan, made }: { plan: OrganizerPlan; made: MadeEntry[] },
  call: ApiCall,
): Promise<Organizer[]> {
  const entries = [...plan.found];
  for (const name of plan.missing) {
    const organizer = await createOrganizer(api, { kind: plan.kind, name }, call);
    made.push({ kind: plan.kind, id: organizer.id, name: organizer.name });
    entries.push(organizer);
  }
  return entries;
}
