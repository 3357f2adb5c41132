import { CaldavError } from "../errors.ts";
import { partsOf, type ContentLine, type LineParts } from "./lines.ts";

/** A component and where it stands: indexes into the lines of its document, BEGIN and END included. */
export type ComponentNode = {
  name: string;
  first: number;
  last: number;
  /** Indexes of its own property lines, not those of components inside it. */
  properties: number[];
  children: ComponentNode[];
};

const MAX_DEPTH = 16;
const MAX_COMPONENTS = 20_000;

/** Reads BEGIN and END. Bounded in depth and number, so that nesting cannot exhaust the stack of anything after it. */
export function parseTree(lines: readonly ContentLine[]): ComponentNode[] {
  const roots: ComponentNode[] = [];
  const open: ComponentNode[] = [];
  let components = 0;
  lines.forEach((line, index) => {
    const current = open.at(-1);
    if (line.name === "BEGIN") {
      components += 1;
      if (open.length >= MAX_DEPTH || components > MAX_COMPONENTS)
        throw new CaldavError(
          "unreadable-entry",
          "This calendar object is nested too deep to be read; nothing was changed.",
        );
      const node = { name: componentName(line), first: index, last: index, properties: [], children: [] };
      (current?.children ?? roots).push(node);
      open.push(node);
    } else if (line.name === "END") {
      if (current === undefined || current.name !== componentName(line))
        throw new CaldavError(
          "unreadable-entry",
          "This calendar object is damaged: its parts do not close. Nothing was changed.",
        );
      current.last = index;
      open.pop();
    } else if (current !== undefined) current.properties.push(index);
  });
  if (open.length > 0)
    throw new CaldavError(
      "unreadable-entry",
      "This calendar object is cut off before its end; nothing was changed.",
    );
  return roots;
}

function componentName(line: ContentLine): string {
  return (partsOf(line)?.value ?? "").trim().toUpperCase();
}

/** The parsed properties of one name, in order; lines that cannot be parsed are left out. */
export function propertiesOf(lines: readonly ContentLine[], node: ComponentNode, name: string): LineParts[] {
  const found: LineParts[] = [];
  for (const index of node.properties) {
    const line = lines[index];
    if (line?.name !== name) continue;
    const parts = partsOf(line);
    if (parts !== undefined) found.push(parts);
  }
  return found;
}

export function propertyOf(
  lines: readonly ContentLine[],
  node: ComponentNode,
  name: string,
): LineParts | undefined {
  return propertiesOf(lines, node, name)[0];
}
