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

  const isMark = (mark: string): boolean => tokens[at]?.kind === "mark" && tokens[at]?.text === mark;
  const isWord = (word: string): boolean =>
    tokens[at]?.kind === "word" && tokens[at]?.text.toUpperCase() === word;
  const isValue = (): boolean => tokens[at]?.kind === "text" || tokens[at]?.kind === "word";

  /** Conditions joined by AND and OR, up to the end or a closing parenthesis. */
  function conditions(): GrammarProblem | undefined {
    for (;;) {
      const problem = condition();
      if (problem !== undefined) return problem;
      if (!isWord("AND") && !isWord("OR")) return undefined;
      at += 1;
    }
  }

  function condition(): GrammarProblem | undefined {
    if (!isMark("(")) return comparison();
    at += 1;
    const problem = conditions();
    if (problem !== undefined) return problem;
    if (!isMark(")")) return "has a parenthesis that is not closed.";
    at += 1;
    return undefined;
  }

  function comparison(): GrammarProblem | undefined {
    if (tokens?.[at]?.kind !== "word")
      return 'lacks a condition such as `tags.name IN ["Dessert"]` where one is needed.';
    const operator = OPERATORS.find((words) =>
      words.every((word, index) => tokens[at + 1 + index]?.text.toUpperCase() === word),
    );
    if (operator === undefined)
      return "lacks an operator after a field: =, <>, <, <=, >, >=, IN, NOT IN, CONTAINS ALL, LIKE, NOT LIKE, IS or IS NOT.";
    at += 1 + operator.length;
    return isMark("[") ? list() : single();
  }

  function single(): GrammarProblem | undefined {
    if (!isValue()) return "lacks a value after an operator.";
    at += 1;
    return undefined;
  }

  function list(): GrammarProblem | undefined {
    do {
      at += 1;
      const problem = single();
      if (problem !== undefined) return "has a list that holds something else than values.";
    } while (isMark(","));
    if (!isMark("]")) return "has a list that is not closed.";
    at += 1;
    return undefined;
  }

  const problem = conditions();
  if (problem !== undefined) return problem;
  return at === tokens.length
    ? undefined
    : "goes on after a complete condition; join conditions by AND or OR.";
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
