import type { Breath } from "../breath.ts";
import type { EntryComponent } from "../ical/component.ts";
import type { CalendarDocument } from "../ical/document.ts";
import type { SearchField } from "../ical/fields.ts";
import { searchValues } from "../ical/search-text.ts";
import { holds } from "./fold.ts";

export const SEARCH_FIELDS = [
  "summary",
  "description",
  "location",
  "attendees",
  "categories",
] as const satisfies readonly SearchField[];

/** What is looked for: a folded text, somewhere in one value of one of these fields. */
export type Sought = { text: string; fields: readonly SearchField[] };

/** In which fields the components of an entry match; those that do not are not in it. */
export type Matches = ReadonlyMap<EntryComponent, readonly SearchField[]>;

/** Looks through an entry: the series itself and each override on its own, since each occurrence shows one of them. */
export async function matchesIn(
  { master, overrides }: CalendarDocument,
  sought: Sought,
  breathe: Breath,
): Promise<Matches> {
  const matches = new Map<EntryComponent, SearchField[]>();
  for (const component of master === undefined ? overrides : [master, ...overrides]) {
    const fields: SearchField[] = [];
    for (const field of sought.fields)
      if (await fieldHolds(component, field, sought.text, breathe)) fields.push(field);
    if (fields.length > 0) matches.set(component, fields);
  }
  return matches;
}

async function fieldHolds(
  component: EntryComponent,
  field: SearchField,
  text: string,
  breathe: Breath,
): Promise<boolean> {
  for (const value of searchValues(component, field)) {
    const looking = holds(value, text);
    for (;;) {
      const looked = looking.next();
      await breathe();
      if (looked.done !== true) continue;
      if (looked.value) return true;
      break;
    }
  }
  return false;
}
