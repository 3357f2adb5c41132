import type { MarkdownRenderer } from "vitepress";

/** Characters that fit into a cell of a table, and into a line of a phone. */
const CELL = 16;
const LINE = 26;

/** Names and flags are not cut in two at a hyphen; what is longer may be. */
export function keepShortCodeWhole(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("short_code", ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type !== "code_inline" || token.content.length > LINE) continue;
      token.attrJoin("class", token.content.length > CELL ? "line" : "cell");
    }
  });
}
