import type { Spread } from "../measure/spread.ts";

/** What a figure is to come to: the figure itself, or its ratio to what it is held against. */
export type Goal = { of: "figure" | "ratio"; is: "at most" | "at least" | "below"; bound: number };

/** One line of a table: a figure of ours, what it is held against, and what it is to come to. */
export type Row = {
  what: string;
  unit: string;
  ours: Spread;
  beside?: { name: string; spread: Spread };
  goal?: Goal;
};

/** The result of one benchmark. `failures` says what could not be measured, and why. */
export type Section = {
  name: string;
  title: string;
  rows: readonly Row[];
  notes: readonly string[];
  failures?: readonly string[];
};

/** How many times the figure beside it ours is. */
export function ratioOf({ ours, beside }: Row): number | undefined {
  return beside === undefined ? undefined : ours.median / beside.spread.median;
}

/** Undefined where there is no goal. */
export function isMet(row: Row): boolean | undefined {
  if (row.goal === undefined) return undefined;
  const { of, is, bound } = row.goal;
  const value = of === "figure" ? row.ours.median : (ratioOf(row) ?? Number.NaN);
  if (is === "below") return value < bound;
  return is === "at most" ? value <= bound : value >= bound;
}

export const atMost = (of: Goal["of"], bound: number): Goal => ({ of, is: "at most", bound });
export const atLeast = (of: Goal["of"], bound: number): Goal => ({ of, is: "at least", bound });
export const below = (of: Goal["of"], bound: number): Goal => ({ of, is: "below", bound });
