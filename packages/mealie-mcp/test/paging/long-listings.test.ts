import type { MealieState } from "sandbox";
import { expect, it } from "vitest";
import { pantry } from "../pantry.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";

type Listed = Record<string, unknown>;
type Listing = {
  name: string;
  args?: Record<string, unknown>;
  /** Fills the stand-in with more than one answer holds, and gives the ids. */
  fill: (state: MealieState) => unknown[];
  idsOf: (listed: Listed) => unknown[];
};

const LONG = "so long a text, ".repeat(120);
const COUNT = 60;

function many<Result>(make: (index: number) => Result): Result[] {
  return Array.from({ length: COUNT }, (_, index) => make(index));
}

function idsUnder(key: string): Listing["idsOf"] {
  return (listed) => (listed[key] as { id: unknown }[]).map(({ id }) => id);
}

const LISTINGS: readonly Listing[] = [
  {
    name: "list_foods",
    fill: (state) => many((index) => pantry(state).food(`Food ${index}`, { description: LONG }).id),
    idsOf: idsUnder("foods"),
  },
  {
    name: "list_units",
    fill: (state) => many((index) => pantry(state).unit(`Unit ${index}`, { description: LONG }).id),
    idsOf: idsUnder("units"),
  },
  {
    name: "list_organizers",
    args: { kind: "tag" },
    fill: (state) => many((index) => pantry(state).tag(`Tag ${index} ${LONG}`, `tag-${index}`).id),
    idsOf: idsUnder("organizers"),
  },
  {
    name: "list_mealplans",
    args: { start_date: "2026-12-01", end_date: "2026-12-31" },
    fill: (state) =>
      many(
        (index) =>
          pantry(state).entry(`2026-12-${String(1 + (index % 30)).padStart(2, "0")}`, { text: LONG }).id,
      ),
    idsOf: (listed) =>
      (listed["days"] as { entries: { id: unknown }[] }[]).flatMap(({ entries }) =>
        entries.map(({ id }) => id),
      ),
  },
];

againstBothVersions((version) => {
  it.for(LISTINGS)("leaves no record out when a page of $name is too long", async (listing) => {
    const { name, args = {}, fill, idsOf } = listing;
    const { mealie, connection } = await openDesk({ version });
    const wanted = new Set(fill(mealie.state));
    const seen = new Set<unknown>();
    let place: Record<string, unknown> | undefined = { per_page: COUNT };
    let calls = 0;
    while (place !== undefined && calls < COUNT) {
      calls += 1;
      const { structuredContent: listed = {} } = await connection.callTool(name, { ...args, ...place });
      for (const id of idsOf(listed)) seen.add(id);
      const { next_page: page, next_per_page: length } = listed;
      place = page === undefined ? undefined : { page, per_page: length ?? place["per_page"] };
    }
    expect(seen).toEqual(wanted);
    expect(calls).toBeGreaterThan(1);
  });
});
