import type { ApiCall, MealieApi } from "../api/client.ts";
import { allFoods, createFood } from "../api/foods.ts";
import { allUnits, createUnit } from "../api/units.ts";
import { FOOD_WORDS, namedFood, namedUnit, UNIT_WORDS } from "../lookup/foods.ts";
import { folded } from "../lookup/folding.ts";
import { type LookupWords, type Named, namesIn, resolveNamed } from "../lookup/names.ts";
import type { GivenIngredient, IdAndName, ResolvedIngredient } from "./content.ts";
import type { MadeEntry } from "./made.ts";

/** Foods and units by the names that the lines use; those without an entry are to be created. */
export type IngredientPlan = {
  lines: readonly GivenIngredient[];
  foods: ReadonlyMap<string, IdAndName | undefined>;
  units: ReadonlyMap<string, IdAndName | undefined>;
};

type Wanted = { lines: readonly GivenIngredient[]; createMissing: boolean };

/**
 * Looks up what the lines name. Foods and units are read only when a line names one.
 *
 * @throws MealieError (`unknown-name`) unless what is missing is to be created
 */
export async function planIngredients(
  api: MealieApi,
  { lines, createMissing }: Wanted,
  call: ApiCall,
): Promise<IngredientPlan> {
  const parts = lines.flatMap((line) => (typeof line === "string" ? [] : [line]));
  const [foods, units] = await Promise.all([
    planNames(
      parts.flatMap(({ food }) => food ?? []),
      { list: async () => (await allFoods(api, call)).map(namedFood), words: FOOD_WORDS, createMissing },
    ),
    planNames(
      parts.flatMap(({ unit }) => unit ?? []),
      { list: async () => (await allUnits(api, call)).map(namedUnit), words: UNIT_WORDS, createMissing },
    ),
  ]);
  return { lines, foods, units };
}

type Listing = { list: () => Promise<readonly Named[]>; words: LookupWords; createMissing: boolean };

async function planNames(
  names: readonly string[],
  { list, words, createMissing }: Listing,
): Promise<Map<string, IdAndName | undefined>> {
  if (names.length === 0) return new Map();
  const entries = await list();
  const find = namesIn(entries);
  const planned = new Map<string, IdAndName | undefined>();
  const open: string[] = [];
  for (const name of new Set(names)) {
    const match = find(name);
    if (match.kind === "found") planned.set(name, { id: match.entry.id, name: match.entry.name });
    else if (match.kind === "unknown" && createMissing) planned.set(name, undefined);
    else open.push(name);
  }
  // Says for each of them what may be meant.
  if (open.length > 0) resolveNamed(entries, open, words);
  return planned;
}

/** Creates what is missing, each once, noting it in `made` as it comes to be. @throws MealieError */
export async function carryOutIngredients(
  api: MealieApi,
  { plan, made }: { plan: IngredientPlan; made: MadeEntry[] },
  call: ApiCall,
): Promise<ResolvedIngredient[]> {
  const foods = await completed(plan.foods, async (name) => {
    const food = await createFood(api, { name }, call);
    made.push({ kind: "food", id: food.id, name: food.name });
    return food;
  });
  const units = await completed(plan.units, async (name) => {
    const unit = await createUnit(api, { name }, call);
    made.push({ kind: "unit", id: unit.id, name: unit.name });
    return unit;
  });
  return plan.lines.map((line) => resolvedLine(line, { foods, units }));
}

async function completed(
  planned: ReadonlyMap<string, IdAndName | undefined>,
  create: (name: string) => Promise<IdAndName>,
): Promise<Map<string, IdAndName>> {
  const complete = new Map<string, IdAndName>();
  const created = new Map<string, IdAndName>();
  // One after another: Mealie makes doubles of what is created at once.
  for (const [name, entry] of planned) {
    const { id, name: own } = entry ?? created.get(folded(name)) ?? (await create(name));
    complete.set(name, { id, name: own });
    if (entry === undefined) created.set(folded(name), { id, name: own });
  }
  return complete;
}

type Known = { foods: ReadonlyMap<string, IdAndName>; units: ReadonlyMap<string, IdAndName> };

/** A text stands in the note alone; a quantity of 0 is one that is not shown. */
function resolvedLine(line: GivenIngredient, { foods, units }: Known): ResolvedIngredient {
  if (typeof line === "string") return { quantity: 0, unit: null, food: null, note: line, section: null };
  const { quantity = 0, unit, food, note = "", section = null } = line;
  return {
    quantity,
    unit: unit === undefined ? null : (units.get(unit) ?? null),
    food: food === undefined ? null : (foods.get(food) ?? null),
    note,
    section,
  };
}
