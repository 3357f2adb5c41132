/** Why a text is no filter as Mealie reads them, in words that stand after "The filter". */
export type GrammarProblem = string;

type Token = { kind: "text" | "mark" | "operator" | "word"; text: string };

const TOKEN =
  /\s*(?:"(?<text>[^"]*)"|(?<mark>[()[\],])|(?<operator><>|<=|>=|=|<|>)|(?<word>[^\s"()[\],<>=]+))/y;

const OPERATORS: readonly (readonly string[])[] = [
  ["="],
  ["<>"],
  ["<="],
  [">="],
  ["<"],
  [">"],
  ["NOT", "IN"],
  ["NOT", "LIKE"],
  ["CONTAINS", "ALL"],
  ["IS", "NOT"],
  ["IS"],
  ["IN"],
  ["LIKE"],
];

/**
 * Finds what is wrong with a filter of recipes, such as `tags.name IN ["Dessert"] AND rating >= 4`. Mealie fails inside
 * on one that it cannot read, and takes some others for filters that choose nothing. Whether the fields exist is Mealie's
 * to say.
 */
export function grammarProblem(filter: string): GrammarProblem | undefined {
  const tokens = tokensOf(filter.trim());
  if (tokens === undefined) return 'has a double quote (") that is not closed.';
  let at = 0;
  let open = 0;
  for (;;) {
    for (; isMark(tokens[at], "("); at += 1) open += 1;
    const comparison = comparisonAt(tokens, at);
    if ("problem" in comparison) return comparison.problem;
    at = comparison.next;
    for (; open > 0 && isMark(tokens[at], ")"); at += 1) open -= 1;
    if (!isWord(tokens[at], "AND") && !isWord(tokens[at], "OR")) break;
    at += 1;
  }
  if (at < tokens.length) return "goes on after a complete condition; join conditions by AND or OR.";
  return open > 0 ? "has a parenthesis that is not closed." : undefined;
}

type Read = { next: number } | { problem: GrammarProblem };

function comparisonAt(tokens: readonly Token[], at: number): Read {
  if (tokens[at]?.kind !== "word")
    return { problem: 'lacks a condition such as `tags.name IN ["Dessert"]` where one is needed.' };
  const operator = OPERATORS.find((words) =>
    words.every((word, index) => tokens[at + 1 + index]?.text.toUpperCase() === word),
  );
  if (operator === undefined)
    return {
      problem:
        "lacks an operator after a field: =, <>, <, <=, >, >=, IN, NOT IN, CONTAINS ALL, LIKE, NOT LIKE, IS or IS NOT.",
    };
  const value = at + 1 + operator.length;
  if (isMark(tokens[value], "[")) return listAt(tokens, value);
  return isValue(tokens[value]) ? { next: value + 1 } : { problem: "lacks a value after an operator." };
}

function listAt(tokens: readonly Token[], at: number): Read {
  let end = at;
  do {
    if (!isValue(tokens[end + 1])) return { problem: "has a list that holds something else than values." };
    end += 2;
  } while (isMark(tokens[end], ","));
  return isMark(tokens[end], "]") ? { next: end + 1 } : { problem: "has a list that is not closed." };
}

function isMark(token: Token | undefined, mark: string): boolean {
  return token?.kind === "mark" && token.text === mark;
}

function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === "word" && token.text.toUpperCase() === word;
}

function isValue(token: Token | undefined): boolean {
  return token?.kind === "text" || token?.kind === "word";
}

/** Undefined when a quote is not closed, the only thing that is no token. */
function tokensOf(filter: string): Token[] | undefined {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < filter.length) {
    const groups = pattern.exec(filter)?.groups;
    if (groups === undefined) return undefined;
    for (const kind of ["text", "mark", "operator", "word"] as const) {
      const text = groups[kind];
      if (text !== undefined) tokens.push({ kind, text });
    }
  }
  return tokens;
}
