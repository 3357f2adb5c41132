import type { EntryComponent } from "../component.ts";
import type { CalendarDocument } from "../document.ts";
import { type LineTable, lineAt, linesIn, nameAt, partsAt, rawOf } from "../line-table.ts";
import { joinLines, makeLine, type ContentLine } from "../lines.ts";
import { utcStamp } from "../time-values.ts";
import type { ComponentNode } from "../tree.ts";

/**
 * `now` in unix milliseconds. `up`: attendees have to hear of the change (RFC 5546 section 2.1.4), so SEQUENCE becomes
 * one more than the highest of the document; `keep`: it is a reply or something of one's own.
 */
export type Touch = { now: number; sequence: "up" | "keep" };

/** Changes of a document, collected. The lines that none of them names come out byte for byte, in their order. */
export type Edits = {
  /** Other lines in place of one; a second call wins over the first. */
  replace(index: number, lines: readonly ContentLine[]): void;
  remove(index: number): void;
  /** New lines behind one, or behind what stands in its place; they stay in the order of the calls. */
  insertAfter(index: number, lines: readonly ContentLine[]): void;
  /** The component with all that is in it, edits included. */
  removeComponent(node: ComponentNode): void;
  /** DTSTAMP, LAST-MODIFIED where there is one, and SEQUENCE. Once for each component, however often it is called. */
  touch(component: Pick<EntryComponent, "node">, touch: Touch): void;
  /** Nothing has been changed so far; {@link Edits.touch} and dropped lines do not count as a change. */
  isEmpty(): boolean;
  /** The lines of a component with the changes, for another place; without stamps. */
  linesOf(node: ComponentNode): ContentLine[];
  /** The document with the changes, and without empty dates, which servers refuse (F107). */
  text(): string;
};

// An unsigned number of more digits is read as none.
const MAX_SEQUENCE = 999_999_999;

export function createEdits(document: CalendarDocument): Edits {
  const replaced = new Map<number, readonly ContentLine[]>();
  const inserted = new Map<number, ContentLine[]>();
  const touched = new Map<ComponentNode, Touch>();
  return {
    replace(index, lines) {
      const neighbour = lineAt(document.lines, index);
      replaced.set(
        index,
        lines.map((line) => withEndingOf(line, neighbour)),
      );
    },
    remove(index) {
      replaced.set(index, []);
    },
    insertAfter(index, lines) {
      const behind = inserted.get(index) ?? [];
      const neighbour = lineAt(document.lines, index);
      behind.push(...lines.map((line) => withEndingOf(line, neighbour)));
      if (behind.length > 0) inserted.set(index, behind);
    },
    removeComponent(node) {
      for (let index = node.first; index <= node.last; index += 1) {
        replaced.set(index, []);
        if (index < node.last) inserted.delete(index);
      }
    },
    touch({ node }, touch) {
      touched.set(node, touch);
    },
    isEmpty: () => replaced.size + inserted.size === 0,
    linesOf(node) {
      return linesIn(document.lines, node.first, node.last).flatMap((line, offset) => [
        ...(replaced.get(node.first + offset) ?? [line]),
        ...(inserted.get(node.first + offset) ?? []),
      ]);
    },
    text() {
      const all = new Map(replaced);
      const behind = new Map(inserted);
      for (const [node, touch] of touched) stamp(node, touch);
      for (const index of emptyDates(document)) if (!all.has(index)) all.set(index, []);
      return merged(document.lines, all, behind);

      function stamp(node: ComponentNode, { now, sequence }: Touch): void {
        if (all.get(node.first)?.length === 0) return;
        const time = utcStamp(now);
        const next = String(Math.min(document.sequence + 1, MAX_SEQUENCE));
        const values = {
          ...(sequence === "up" ? { SEQUENCE: next } : {}),
          DTSTAMP: time,
          "LAST-MODIFIED": time,
        };
        const first: ContentLine[] = [];
        for (const [name, value] of Object.entries(values)) {
          const line = makeLine(`${name}:${value}`, lineAt(document.lines, node.first));
          const index = node.properties.find((own) => nameAt(document.lines, own) === name);
          if (index !== undefined) all.set(index, [line]);
          else if (name !== "LAST-MODIFIED") first.push(line);
        }
        behind.set(node.first, [...first, ...(behind.get(node.first) ?? [])]);
      }
    },
  };
}

/** What stands between two changes is copied as it is, however many lines that are. */
function merged(
  table: LineTable,
  replaced: ReadonlyMap<number, readonly ContentLine[]>,
  behind: ReadonlyMap<number, readonly ContentLine[]>,
): string {
  const pieces: string[] = [];
  let next = 0;
  const changed = new Set([...replaced.keys(), ...behind.keys()]);
  for (const index of [...changed].toSorted((one, other) => one - other)) {
    const lines = replaced.get(index);
    pieces.push(rawOf(table, next, lines === undefined ? index : index - 1));
    pieces.push(joinLines(lines ?? []), joinLines(behind.get(index) ?? []));
    next = index + 1;
  }
  pieces.push(rawOf(table, next, table.starts.length - 1));
  return pieces.join("");
}

/** Where a line of a component may be added: behind the last line of the first of these names that it has. */
export function lastLineOf({ node, lines }: EntryComponent, names: readonly string[]): number {
  for (const name of names) {
    const found = node.properties.findLast((index) => nameAt(lines, index) === name);
    if (found !== undefined) return found;
  }
  return node.first;
}

/** New lines take the line ending that the document has where they come to stand. */
function withEndingOf(line: ContentLine, neighbour: ContentLine | undefined): ContentLine {
  const bare = neighbour !== undefined && neighbour.raw.endsWith("\n") && !neighbour.raw.endsWith("\r\n");
  return bare ? { ...line, raw: line.raw.replaceAll("\r\n", "\n") } : line;
}

const DATES = new Set(
  "CREATED DTSTAMP LAST-MODIFIED COMPLETED DTSTART DTEND DUE RECURRENCE-ID EXDATE RDATE".split(" "),
);

export function isEmptyDate(lines: LineTable, index: number): boolean {
  return DATES.has(nameAt(lines, index)) && partsAt(lines, index)?.value.trim() === "";
}

function emptyDates({ components, lines }: CalendarDocument): number[] {
  return components.flatMap(({ node }) => node.properties.filter((index) => isEmptyDate(lines, index)));
}
