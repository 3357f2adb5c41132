import { detail } from "./reply.ts";

type Value = string | number | boolean | null;

/** What an attribute of a record holds; several values when it stands for many things, such as a recipe's tags. */
export type FilterAttributes<Item> = Readonly<Record<string, (item: Item) => readonly Value[]>>;

/** Why a text is no filter; `attribute`: it asks for what records do not have. */
export type BadFilter = { bad: "syntax" } | { bad: "attribute"; name: string };

type Test<Item> = (item: Item) => boolean;

type Token = { kind: "text" | "mark" | "operator" | "word"; text: string };

const TOKEN =
  /\s*(?:"(?<text>[^"]*)"|(?<mark>[()[\],])|(?<operator><>|<=|>=|=|<|>)|(?<word>[^\s"()[\],<>=]+))/y;

/**
 * The records that a listing's `queryFilter` leaves. A text that is no filter leaves none; an attribute that does not
 * exist is refused.
 *
 * @throws MealieRefusal 400
 */
export function filtered<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  attributes: FilterAttributes<Item>,
): readonly Item[] {
  const filter = query.get("queryFilter") ?? "";
  const test = readFilter(filter, attributes);
  if (typeof test === "function") return items.filter(test);
  if (test.bad === "syntax") return [];
  throw detail(400, `invalid attribute string: '${test.name}' does not exist on this schema`);
}

/** Reads a filter as far as tools and cookbooks use them: comparisons, lists, IS [NOT] NULL, AND, OR and parentheses. */
export function readFilter<Item>(filter: string, attributes: FilterAttributes<Item>): Test<Item> | BadFilter {
  if (filter.trim() === "") return () => true;
  try {
    const tokens = tokensOf(filter.trim());
    const { test, next } = readAny(tokens, 0, attributes);
    return next === tokens.length ? test : { bad: "syntax" };
  } catch (error) {
    if (error instanceof FilterFault) return error.fault;
    throw error;
  }
}

class FilterFault extends Error {
  override readonly name = "FilterFault";
  readonly fault: BadFilter;

  constructor(fault: BadFilter) {
    super(fault.bad);
    this.fault = fault;
  }
}

const noFilter = (): FilterFault => new FilterFault({ bad: "syntax" });

function tokensOf(filter: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < filter.length) {
    const groups = pattern.exec(filter)?.groups;
    if (groups === undefined) throw noFilter();
    for (const kind of ["text", "mark", "operator", "word"] as const) {
      const text = groups[kind];
      if (text !== undefined) tokens.push({ kind, text });
    }
  }
  return tokens;
}

type Read<Item> = { test: Test<Item>; next: number };

/** AND binds closer than OR. */
function readAny<Item>(tokens: readonly Token[], at: number, attributes: FilterAttributes<Item>): Read<Item> {
  const parts = [readAll(tokens, at, attributes)];
  while (isWord(tokens[endOf(parts)], "OR")) parts.push(readAll(tokens, endOf(parts) + 1, attributes));
  return { test: (item) => parts.some(({ test }) => test(item)), next: endOf(parts) };
}

function readAll<Item>(tokens: readonly Token[], at: number, attributes: FilterAttributes<Item>): Read<Item> {
  const parts = [readOne(tokens, at, attributes)];
  while (isWord(tokens[endOf(parts)], "AND")) parts.push(readOne(tokens, endOf(parts) + 1, attributes));
  return { test: (item) => parts.every(({ test }) => test(item)), next: endOf(parts) };
}

const endOf = (parts: readonly { next: number }[]): number => parts.at(-1)?.next ?? 0;

function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === "word" && token.text.toUpperCase() === word;
}

function isMark(token: Token | undefined, mark: string): boolean {
  return token?.kind === "mark" && token.text === mark;
}

function readOne<Item>(tokens: readonly Token[], at: number, attributes: FilterAttributes<Item>): Read<Item> {
  if (isMark(tokens[at], "(")) {
    const inner = readAny(tokens, at + 1, attributes);
    if (!isMark(tokens[inner.next], ")")) throw noFilter();
    return { test: inner.test, next: inner.next + 1 };
  }
  const named = tokens[at];
  const relation = relationAt(tokens, at + 1);
  if (named?.kind !== "word" || relation === undefined) throw noFilter();
  const valuesOf = attributes[snakeCase(named.text)];
  if (valuesOf === undefined) throw new FilterFault({ bad: "attribute", name: named.text });
  const { values, next } = valuesAt(tokens, relation.next);
  const { holds } = relation;
  const wanted = values.map(comparable);
  return { test: (item) => holds(valuesOf(item).map(comparable), wanted), next };
}

/** Records answer to both spellings: `recipe_id` and `recipeId`. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

type Holds = (held: readonly string[], wanted: readonly string[]) => boolean;

const isIn: Holds = (held, wanted) => held.some((value) => wanted.includes(value));

const RELATIONS: readonly { words: readonly string[]; holds: Holds }[] = [
  { words: ["="], holds: isIn },
  { words: ["<>"], holds: (held, wanted) => !isIn(held, wanted) },
  { words: [">="], holds: (held, [wanted = ""]) => held.some((value) => value >= wanted) },
  { words: ["<="], holds: (held, [wanted = ""]) => held.some((value) => value <= wanted) },
  { words: [">"], holds: (held, [wanted = ""]) => held.some((value) => value > wanted) },
  { words: ["<"], holds: (held, [wanted = ""]) => held.some((value) => value < wanted) },
  { words: ["NOT", "IN"], holds: (held, wanted) => !isIn(held, wanted) },
  { words: ["IN"], holds: isIn },
  {
    words: ["CONTAINS", "ALL"],
    holds: (held, wanted) => wanted.every((value) => held.includes(value)),
  },
  { words: ["IS", "NOT"], holds: (held, wanted) => !isIn(held, wanted) },
  { words: ["IS"], holds: isIn },
];

function relationAt(
  tokens: readonly Token[],
  at: number,
): { words: readonly string[]; holds: Holds; next: number } | undefined {
  const found = RELATIONS.find(({ words }) =>
    words.every((word, index) => tokens[at + index]?.text.toUpperCase() === word),
  );
  return found && { ...found, next: at + found.words.length };
}

function valuesAt(tokens: readonly Token[], at: number): { values: string[]; next: number } {
  const first = tokens[at];
  if (first?.kind === "text" || first?.kind === "word") return { values: [first.text], next: at + 1 };
  if (!isMark(first, "[")) throw noFilter();
  const values: string[] = [];
  let next = at + 1;
  while (!isMark(tokens[next], "]")) {
    const value = tokens[next];
    if (value?.kind !== "text" && value?.kind !== "word") throw noFilter();
    values.push(value.text);
    next += isMark(tokens[next + 1], ",") ? 2 : 1;
  }
  return { values, next: next + 1 };
}

/** Texts are compared without case, an absent value as NULL. */
function comparable(value: Value): string {
  return value === null ? "null" : String(value).toLowerCase();
}

/** A filter taken apart, as cookbooks show it; of one that cannot be read, nothing. */
export function filterParts(filter: string): Record<string, unknown>[] {
  try {
    return partsOf(filter.trim() === "" ? [] : tokensOf(filter.trim()));
  } catch (error) {
    if (error instanceof FilterFault) return [];
    throw error;
  }
}

function partsOf(tokens: readonly Token[]): Record<string, unknown>[] {
  const parts: Record<string, unknown>[] = [];
  const marksFrom = (start: number, mark: string): string => {
    let end = start;
    while (isMark(tokens[end], mark)) end += 1;
    return mark.repeat(end - start);
  };
  for (let at = 0; at < tokens.length;) {
    const joins = isWord(tokens[at], "AND") || isWord(tokens[at], "OR");
    const logicalOperator = joins ? (tokens[at]?.text.toUpperCase() ?? null) : null;
    const left = marksFrom(joins ? at + 1 : at, "(");
    const named = at + (joins ? 1 : 0) + left.length;
    const relation = relationAt(tokens, named + 1);
    if (relation === undefined) throw noFilter();
    const { values, next } = valuesAt(tokens, relation.next);
    const right = marksFrom(next, ")");
    parts.push({
      leftParenthesis: left || null,
      rightParenthesis: right || null,
      logicalOperator,
      attributeName: tokens[named]?.text,
      relationalOperator: relation.words.join(" "),
      value: isMark(tokens[relation.next], "[") ? values : values[0],
    });
    at = next + right.length;
  }
  return parts;
}
