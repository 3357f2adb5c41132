import type { EntryComponent } from "./component.ts";
import { searchText, type SearchField } from "./fields.ts";
import { linesOf, withLines } from "./properties.ts";
import { nameAt } from "./line-table.ts";

/** One value of a field, in pieces: an entry may hold megabytes of it. For matching inside this process, never for showing. */
export type SearchValue = Iterable<string>;

// So many people are read at once by ical.js, which takes some ten microseconds for each.
const PEOPLE_AT_ONCE = 100;

/** The values of a field one by one, so that whoever looks through them can stop and give way in between. */
export function* searchValues(component: EntryComponent, field: SearchField): Generator<SearchValue> {
  if (field === "attendees") {
    yield* peopleValues(component);
    return;
  }
  for (const { parts } of linesOf(component, field.toUpperCase())) yield pieces(parts.value);
}

function* peopleValues(component: EntryComponent): Generator<SearchValue> {
  const { lines, node } = component;
  const people = node.properties.filter((index) => {
    const name = nameAt(lines, index);
    return name === "ATTENDEE" || name === "ORGANIZER";
  });
  for (let at = 0; at < people.length; at += PEOPLE_AT_ONCE) {
    const some = withLines(component, people.slice(at, at + PEOPLE_AT_ONCE));
    for (const text of searchText(some, "attendees")) yield [text];
  }
}

const PIECE = 65_536;

/** A TEXT value, or a list of them, without its escapes (RFC 5545 section 3.3.11). */
function* pieces(value: string): Generator<string> {
  for (let from = 0; from < value.length;) {
    const to = cutAfter(value, from + PIECE);
    yield unescaped(value.slice(from, to));
    from = to;
  }
}

/** Never between a backslash and what it escapes, or inside a character. */
function cutAfter(value: string, at: number): number {
  let end = at;
  while (end < value.length && /[\\\uD800-\uDBFF]/.test(value[end - 1] ?? "")) end += 1;
  return Math.min(end, value.length);
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([\\;,nN])/g, (_escape, char: string) =>
    char.toLowerCase() === "n" ? "\n" : char,
  );
}
