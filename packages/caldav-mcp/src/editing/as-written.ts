import { untrusted, type Untrusted } from "confirm-guard";
import { type CaldavError, refused } from "../errors.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { contentAt, linesIn, nameAt, rawOf } from "../ical/line-table.ts";
import type { ReplacedField } from "./replaced.ts";
import { type Piece, PROPERTIES, type Told, toldBy } from "./told.ts";

export type Overwritten = {
  before: CalendarDocument;
  /** What is stored afterwards: one object, or two after a split. */
  after: readonly CalendarDocument[];
  /** What the answer says of the fields that were changed. */
  told: readonly Told[];
};

const MOST_PIECES = 200;
const MOST_CHARACTERS = 50_000;

/**
 * The lines that a change takes away and whose values the answer does not give in full: parameters, texts of reminders,
 * words that no field knows, what an occurrence held where the answer speaks of its series. Undefined where the values
 * say all of it, as they do of most entries.
 *
 * @throws CaldavError `unsupported` for more than an answer can hold: nobody could undo that
 */
export function asWritten({ before, after, told }: Overwritten): Untrusted[] | undefined {
  const names = new Set(told.flatMap(({ fields }) => fields.flatMap((field) => PROPERTIES[field])));
  const says = told.map(toldBy);
  const left = new Map<string, number>();
  for (const { text } of after.flatMap((document) => piecesOf(document, names)))
    left.set(text, (left.get(text) ?? 0) + 1);
  const lost = new Set<string>();
  const seen = new Set<string>();
  let characters = 0;
  for (const piece of piecesOf(before, names)) {
    const { text } = piece;
    const still = left.get(text) ?? 0;
    if (still > 0) left.set(text, still - 1);
    else if (!seen.has(text)) {
      seen.add(text);
      characters += text.length;
      if (!says.some((isTold) => isTold(piece))) lost.add(text);
    }
    if (lost.size > MOST_PIECES || characters > MOST_CHARACTERS) throw tooMuch();
  }
  return lost.size === 0 ? undefined : [...lost].map((text) => untrusted(text));
}

/**
 * The same ahead of the work, where a caller cannot give so much: millions of categories take seconds to compare. A
 * description may be as long and stay as it is.
 *
 * @throws CaldavError `unsupported`
 */
export function refuseTooMuch({ components }: CalendarDocument, fields: readonly ReplacedField[]): void {
  const short = fields.filter((field) => field !== "description" && field !== "recurrence");
  const names = new Set(short.flatMap((field) => PROPERTIES[field]));
  for (const { lines, node } of components) {
    let characters = 0;
    for (const index of node.properties)
      if (names.has(nameAt(lines, index))) characters += rawOf(lines, index, index).length;
    if (characters > MOST_CHARACTERS) throw tooMuch();
  }
}

function tooMuch(): CaldavError {
  return refused(
    "unsupported",
    "This would overwrite more than an answer can give back, so it could not be undone; change it in another program.",
  );
}

function piecesOf({ components }: CalendarDocument, names: ReadonlySet<string>): Piece[] {
  return components.flatMap((component) => {
    const { lines, node } = component;
    const properties = node.properties
      .filter((index) => names.has(nameAt(lines, index)))
      .map((index) => ({ component, name: nameAt(lines, index), text: contentAt(lines, index) }));
    const parts = node.children
      .filter(({ name }) => names.has(name))
      .map(({ name, first, last }) => ({
        component,
        name,
        text: linesIn(lines, first, last)
          .map(({ content }) => content)
          .join("\n"),
      }));
    return [...properties, ...parts];
  });
}
