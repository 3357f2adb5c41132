import type { ApiCall, MealieApi } from "../api/client.ts";
import { allOrganizers, type Organizer, type OrganizerKind } from "../api/organizers.ts";
import { type LookupWords, namesIn, resolveNamed } from "./names.ts";

export const ORGANIZER_WORDS: Record<OrganizerKind, LookupWords> = {
  tag: { one: "tag", many: "tags", tool: "list_organizers" },
  category: { one: "category", many: "categories", tool: "list_organizers" },
  tool: { one: "tool", many: "tools", tool: "list_organizers" },
};

type Wanted = { kind: OrganizerKind; wanted: readonly string[] };

/**
 * The organizers that a caller names by name, slug or id. Mealie itself matches slugs and ids only, and drops a filter
 * that it cannot match.
 *
 * @throws MealieError (`unknown-name`), which lists close names
 */
export async function resolveOrganizers(
  api: MealieApi,
  { kind, wanted }: Wanted,
  call: ApiCall,
): Promise<Organizer[]> {
  if (wanted.length === 0) return [];
  return resolveNamed(await allOrganizers(api, kind, call), wanted, ORGANIZER_WORDS[kind]);
}

/** Which of the named ones there are, and the names of those that there are not; each once. @throws MealieError */
export async function matchOrganizers(
  api: MealieApi,
  { kind, wanted }: Wanted,
  call: ApiCall,
): Promise<{ found: Organizer[]; unknown: string[] }> {
  if (wanted.length === 0) return { found: [], unknown: [] };
  const find = namesIn(await allOrganizers(api, kind, call));
  const found = new Set<Organizer>();
  const unknown = new Set<string>();
  for (const name of wanted) {
    const match = find(name);
    if (match.kind === "unknown") {
      unknown.add(name);
      continue;
    }
    // Mealie keeps slugs unique, so a name fits several only by case; the first one is as good as the others.
    const entry = match.kind === "found" ? match.entry : match.entries[0];
    if (entry !== undefined) found.add(entry);
  }
  return { found: [...found], unknown: [...unknown] };
}
