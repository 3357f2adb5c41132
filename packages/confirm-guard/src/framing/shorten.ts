import { clean } from "../text/clean.ts";
import { type CleanObject, type CleanValue, FOREIGN_KEY } from "./tree.ts";

/** How far one entry is shortened until it fits; each step is tried on the whole entry. */
export const STEPS: readonly Step[] = [
  { chars: 20_000, items: 500 },
  { chars: 5_000, items: 200 },
  { chars: 1_000, items: 100 },
  { chars: 200, items: 20 },
  { chars: 40, items: 5 },
];

/** At most so many code points in a foreign text, at most so many items in a list. */
export type Step = { readonly chars: number; readonly items: number };

/** A shortened copy of clean data, and the paths of what was shortened. */
export function shorten<Value extends CleanValue>(
  value: Value,
  path: string,
  step: Step,
): { value: Value; paths: string[] };
export function shorten(value: CleanValue, path: string, step: Step): { value: CleanValue; paths: string[] } {
  const paths: string[] = [];
  return { value: walk(value, { path, foreign: false }, { step, paths }), paths };
}

type Place = { path: string; foreign: boolean };

function walk(value: CleanValue, place: Place, job: { step: Step; paths: string[] }): CleanValue {
  const { step, paths } = job;
  if (typeof value === "string") {
    if (!place.foreign || value.length <= step.chars) return value;
    const { text, changed } = clean(value, { maxChars: step.chars });
    if (changed) paths.push(place.path);
    return text;
  }
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    if (value.length > step.items) paths.push(place.path);
    return value
      .slice(0, step.items)
      .map((item, index) => walk(item, { ...place, path: `${place.path}[${index}]` }, job));
  }
  const copy: CleanObject = {};
  for (const [key, item] of Object.entries(value)) {
    const path = place.path === "" ? key : `${place.path}.${key}`;
    copy[key] = walk(item, { path, foreign: place.foreign || key === FOREIGN_KEY }, job);
  }
  return copy;
}
