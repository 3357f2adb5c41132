import { CaldavError } from "../errors.ts";
import type { LineParts } from "./line-parts.ts";
import { nameAt, partsAt, wordAt, type LineTable } from "./line-table.ts";

/** A component and where it stands: indexes into the lines of its document, BEGIN and END included. */
export type ComponentNode = {
  name: string;
  first: number;
  last: number;
  /** Indexes of its own property lines, not those of components inside it. */
  properties: readonly number[];
  children: readonly ComponentNode[];
};

const MAX_DEPTH = 16;
const MAX_COMPONENTS = 20_000;

type OpenNode = { name: string; first: number; properties: number[]; children: ComponentNode[] };

/** Reads BEGIN and END. Bounded in depth and number, so that nesting cannot exhaust the stack of anything after it. */
export function parseTree(lines: LineTable): ComponentNode[] {
  const roots: ComponentNode[] = [];
  const open: OpenNode[] = [];
  let components = 0;
  for (let index = 0; index < lines.names.length; index += 1) {
    const name = nameAt(lines, index);
    const current = open.at(-1);
    if (name === "BEGIN") {
      components += 1;
      if (open.length >= MAX_DEPTH || components > MAX_COMPONENTS)
        throw new CaldavError(
          "unreadable-entry",
          "This calendar object is nested too deep to be read; nothing was changed.",
        );
      open.push({ name: wordAt(lines, index), first: index, properties: [], children: [] });
    } else if (name === "END") {
      if (current === undefined || current.name !== wordAt(lines, index))
        throw new CaldavError(
          "unreadable-entry",
          "This calendar object is damaged: its parts do not close. Nothing was changed.",
        );
      open.pop();
      (open.at(-1)?.children ?? roots).push(closed(current, index));
    } else if (current !== undefined) current.properties.push(index);
  }
  if (open.length > 0)
    throw new CaldavError(
      "unreadable-entry",
      "This calendar object is cut off before its end; nothing was changed.",
    );
  return roots;
}

const NONE: readonly never[] = [];

/** Without the room that lists keep for growing: a listing holds thousands of these. */
function closed({ name, first, properties, children }: OpenNode, last: number): ComponentNode {
  return {
    name,
    first,
    last,
    properties: properties.length === 0 ? NONE : properties.slice(),
    children: children.length === 0 ? NONE : children.slice(),
  };
}

/** The parsed properties of one name, in order; lines that cannot be parsed are left out. */
export function propertiesOf(lines: LineTable, node: ComponentNode, name: string): LineParts[] {
  const found: LineParts[] = [];
  for (const index of node.properties) {
    const parts = nameAt(lines, index) === name ? partsAt(lines, index) : undefined;
    if (parts !== undefined) found.push(parts);
  }
  return found;
}

/** The first of {@link propertiesOf}. */
export function propertyOf(lines: LineTable, node: ComponentNode, name: string): LineParts | undefined {
  for (const index of node.properties) {
    const parts = nameAt(lines, index) === name ? partsAt(lines, index) : undefined;
    if (parts !== undefined) return parts;
  }
  return undefined;
}
