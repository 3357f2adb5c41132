import ICAL from "ical.js";
import type { EntryComponent } from "./component.ts";
import { lineAt } from "./line-table.ts";
import type { LineParts } from "./line-parts.ts";
import { partsOf } from "./lines.ts";

/** A property as ical.js reads it: parameters by lower-case name, and its values as text. */
export type ReadProperty = { params: Partial<Record<string, string | string[]>>; values: string[] };

/** The lines of one name in a component, as they are written. */
export function linesOf(component: EntryComponent, name: string): { content: string; parts: LineParts }[] {
  return component.node.properties.flatMap((index) => {
    const line = lineAt(component.lines, index);
    const parts = line?.name === name ? partsOf(line) : undefined;
    return line === undefined || parts === undefined ? [] : [{ content: line.content, parts }];
  });
}

// ical.js takes quadratic time over the parameters of one line; real lines have a few hundred characters of them.
const MAX_PARAMETERS = 16_384;

/**
 * Text, lists and parameters are read by ical.js, one property at a time: a line that it refuses costs that line and not
 * the entry. Times and rules never go through it (see rule.ts and time-values.ts).
 */
export function readProperties(component: EntryComponent, name: string): ReadProperty[] {
  return linesOf(component, name).flatMap(({ content, parts }) => {
    if (content.length - parts.value.length > MAX_PARAMETERS) return [];
    try {
      const property: [string, ReadProperty["params"], string, ...unknown[]] = ICAL.parse.property(
        content,
        ICAL.design.icalendar,
      );
      const [, params, , ...values] = property;
      return [{ params, values: values.map(String) }];
    } catch {
      return [];
    }
  });
}

export function propertyText(component: EntryComponent, name: string): string[] {
  return readProperties(component, name).flatMap(({ values }) => values);
}

/** The component with no other properties than these, so that the readers of properties do not see the rest. */
export function withLines(component: EntryComponent, properties: number[]): EntryComponent {
  return { ...component, node: { ...component.node, properties } };
}
