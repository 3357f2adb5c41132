import type { MarkdownRenderer } from "vitepress";

/** What fits into a line of a phone. */
const SHORT = 26;

/** Names and flags are not cut in two at a hyphen; what is longer may be. */
export function keepShortCodeWhole(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("short_code", ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === "code_inline" && token.content.length <= SHORT) token.attrJoin("class", "short");
    }
  });
}
