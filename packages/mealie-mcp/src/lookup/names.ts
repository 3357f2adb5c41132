import { untrusted } from "confirm-guard";
import { MealieError } from "../errors.ts";
import { closest } from "./closest.ts";
import { folded, slugLike } from "./folding.ts";

/** Something that callers name: by id, by name, by slug if it has one, or by another name such as a plural. */
export type Named = {
  id: string;
  name: string;
  slug?: string | undefined;
  otherNames?: readonly string[];
};

export type Match<Entry> =
  | { kind: "found"; entry: Entry }
  /** `close` are the ones that may be meant. */
  | { kind: "unknown"; close: readonly Entry[] }
  /** Several fit equally well, such as foods that differ in case alone. */
  | { kind: "several"; entries: readonly Entry[] };

/**
 * Finds entries by what a caller says: the id, the very name, the slug, the name in another case, another name, and
 * last what would become the same slug. The first of these that fits decides.
 */
export function namesIn<Entry extends Named>(entries: readonly Entry[]): (wanted: string) => Match<Entry> {
  const ways = [
    { key: (wanted: string) => wanted.toLowerCase(), of: ({ id }: Entry) => [id.toLowerCase()] },
    { key: (wanted: string) => wanted, of: ({ name }: Entry) => [name] },
    { key: (wanted: string) => wanted, of: ({ slug }: Entry) => (slug === undefined ? [] : [slug]) },
    { key: folded, of: ({ name }: Entry) => [folded(name)] },
    { key: folded, of: ({ otherNames = [] }: Entry) => otherNames.map(folded) },
    { key: slugLike, of: ({ slug }: Entry) => (slug === undefined ? [] : [slug]) },
  ].map(({ key, of }) => ({ key, index: indexBy(entries, of) }));

  return (wanted) => {
    for (const { key, index } of ways) {
      const name = key(wanted);
      const fitting = name === "" ? [] : [...(index.get(name) ?? [])];
      const [entry] = fitting;
      if (entry === undefined) continue;
      return fitting.length === 1 ? { kind: "found", entry } : { kind: "several", entries: fitting };
    }
    return { kind: "unknown", close: closest(entries, wanted, allNames) };
  };
}

function indexBy<Entry>(
  entries: readonly Entry[],
  keysOf: (entry: Entry) => readonly string[],
): ReadonlyMap<string, ReadonlySet<Entry>> {
  const index = new Map<string, Set<Entry>>();
  for (const entry of entries)
    for (const key of keysOf(entry)) {
      const known = index.get(key);
      if (known === undefined) index.set(key, new Set([entry]));
      else known.add(entry);
    }
  return index;
}

function allNames({ name, slug, otherNames = [] }: Named): readonly string[] {
  return [name, ...(slug === undefined ? [] : [slug]), ...otherNames];
}

/** How an error speaks of what is looked up. */
export type LookupWords = { one: string; many: string; tool: string };

/**
 * The entries that were named, each once. One that is unknown, or fits several, is an error that lists what may be
 * meant: leaving it out would make a filter show everything.
 *
 * @throws MealieError (`unknown-name`)
 */
export function resolveNamed<Entry extends Named>(
  entries: readonly Entry[],
  wanted: readonly string[],
  words: LookupWords,
): Entry[] {
  const find = namesIn(entries);
  const matches = wanted.map((name, index) => ({ name, place: index + 1, match: find(name) }));
  const open = matches.filter(({ match }) => match.kind !== "found");
  if (open.length > 0) throw unresolved(open, wanted.length, words);
  return [...new Set(matches.flatMap(({ match }) => (match.kind === "found" ? [match.entry] : [])))];
}

type Open<Entry> = { name: string; place: number; match: Match<Entry> };

const MAX_TOLD = 10;

function unresolved<Entry extends Named>(
  open: readonly Open<Entry>[],
  given: number,
  words: LookupWords,
): MealieError {
  const which =
    given === 1
      ? ""
      : ` (number ${open
          .map(({ place }) => place)
          .slice(0, MAX_TOLD)
          .join(", ")})`;
  const several = open.every(({ match }) => match.kind === "several");
  const problem = several
    ? `Several ${words.many} have this name${which}; pass the id of the one that is meant.`
    : `There is no such ${words.one}${which}; ${words.tool} lists what there is.`;
  const lines = open.slice(0, MAX_TOLD).flatMap(({ name, match }) => candidates(name, match));
  return lines.length === 0
    ? new MealieError("unknown-name", problem)
    : new MealieError("unknown-name", `${problem} What may be meant stands below.`, {
        foreign: untrusted(lines.join("\n")),
      });
}

function candidates<Entry extends Named>(wanted: string, match: Match<Entry>): string[] {
  if (match.kind === "found") return [];
  const entries = match.kind === "unknown" ? match.close : match.entries;
  if (entries.length === 0) return [];
  return [
    `${wanted.slice(0, 80)}: ${entries.map(({ id, name }) => `${name.slice(0, 80)} (${id})`).join(", ")}`,
  ];
}
