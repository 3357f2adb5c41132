import { makeLine, partsOf, type ContentLine } from "../lines.ts";

/** Parts of a rule that get another value; `undefined` takes one away. */
export type PartChanges = Readonly<Record<string, string | undefined>>;

/** An RRULE with some parts changed; all others stay as they are written, also those that this program does not know. */
export function changeParts(line: ContentLine, changes: PartChanges): ContentLine {
  const value = partsOf(line)?.value ?? "";
  const left = new Map(Object.entries(changes));
  const parts = value.split(";").flatMap((part) => {
    if (part.trim() === "") return [];
    const name = (part.split("=", 1)[0] ?? "").trim().toUpperCase();
    if (!left.has(name)) return [part];
    const changed = left.get(name);
    left.delete(name);
    return changed === undefined ? [] : [`${name}=${changed}`];
  });
  const added = [...left].flatMap(([name, changed]) => (changed === undefined ? [] : [`${name}=${changed}`]));
  const head = line.content.slice(0, line.content.length - value.length);
  return makeLine(head + [...parts, ...added].join(";"), line);
}
