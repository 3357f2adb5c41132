import { untrusted, type Untrusted } from "confirm-guard";
import type { EntryComponent } from "./component.ts";
import { lineTable } from "./line-table.ts";
import { linesOf, propertyText, withLines } from "./properties.ts";

/** The first categories and how many there are. One line may hold any number of them, so it is cut before it is parsed. */
export function readCategories(
  component: EntryComponent,
  most: number,
): { first: Untrusted[]; total: number } {
  const first: Untrusted[] = [];
  let total = 0;
  for (const { content, parts } of linesOf(component, "CATEGORIES")) {
    const { count, end } = measureList(parts.value, most - first.length);
    total += count;
    if (first.length >= most) continue;
    const cut = content.slice(0, content.length - parts.value.length + end);
    const read = propertyText({ ...withLines(component, [0]), lines: lineTable(cut) }, "CATEGORIES");
    const names = read.filter((name) => name !== "").slice(0, most - first.length);
    first.push(...names.map(untrusted));
  }
  return { first, total: total > most ? total : first.length };
}

/** How many items a list has that are not empty, and where the first `most` of them end. */
function measureList(value: string, most: number): { count: number; end: number } {
  let [count, from, end] = [0, 0, 0];
  for (let at = value.indexOf(","); from <= value.length; at = value.indexOf(",", at + 1)) {
    const stop = at === -1 ? value.length : at;
    if (at !== -1 && isEscaped(value, at)) continue;
    if (stop > from) count += 1;
    if (count <= most) end = stop;
    from = stop + 1;
    if (at === -1) break;
  }
  return { count, end };
}

function isEscaped(value: string, at: number): boolean {
  let backslashes = 0;
  while (value[at - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}
