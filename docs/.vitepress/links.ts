import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { MarkdownRenderer } from "vitepress";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

/** Where links are resolved: `docs` is the folder of the pages, `repository` the address of the rest, if there is one. */
export type Places = { docs: string; repository: string | undefined };

/** Pages that show a file from outside of `docs/`, which code hosts and packages show in its own place. */
export const SHOWN_FILES: ReadonlyMap<string, string> = new Map([
  ["../CONTRIBUTING.md", "contributing.md"],
  ["../packages/confirm-guard/docs/no-question.md", "troubleshooting/no-question.md"],
]);

/**
 * Links in Markdown are relative to their file, as a file browser wants them. This rule makes of them what the site has:
 * a file that a page shows becomes that page, any other file outside of `docs/` its place in the repository.
 */
export function resolveLinks(markdown: MarkdownRenderer, places: Places): void {
  markdown.core.ruler.push("resolve_links", ({ tokens, env }) => {
    const page: unknown = env.relativePath;
    if (typeof page !== "string") return;
    for (const token of tokens) if (token.children !== null) resolveIn(token.children, page, places);
  });
}

function resolveIn(tokens: Token[], page: string, places: Places): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type === "image") resolveImage(token, page, places);
    if (token.type !== "link_open") continue;
    const target = targetOf(token.attrGet("href") ?? "", page, places);
    if (target !== undefined) token.attrSet("href", target);
    else dropLink(tokens, index);
  }
}

/** The address on the site or in the repository; undefined when it has none. */
function targetOf(href: string, page: string, { docs, repository }: Places): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|#|\/)/i.test(href) || href === "") return href;
  const [path = "", anchor] = href.split("#", 2);
  const file = fileMeant(path, page, docs);
  const fragment = anchor === undefined ? "" : `#${anchor}`;
  const shown = SHOWN_FILES.get(file);
  if (shown !== undefined) return `/${shown}${fragment}`;
  if (!file.startsWith("../")) return `/${file}${fragment}`;
  return repository === undefined ? undefined : `${repository}/blob/main/${file.slice(3)}${fragment}`;
}

/** Relative to `docs/`. A page that shows another file carries the links of that file as well. */
function fileMeant(path: string, page: string, docs: string): string {
  const source = [...SHOWN_FILES].find(([, shown]) => shown === page)?.[0];
  const from = (file: string): string => relative(docs, join(docs, dirname(file), path));
  const own = from(page);
  return source === undefined || existsSync(join(docs, own)) ? own : from(source);
}

function resolveImage(token: Token, page: string, { docs }: Places): void {
  const source = token.attrGet("src") ?? "";
  const file = join(dirname(page), source);
  if (file.startsWith("public/") && existsSync(join(docs, file)))
    token.attrSet("src", file.slice("public".length));
}

/** What cannot be reached stays as text. */
function dropLink(tokens: Token[], index: number): void {
  const open = tokens[index];
  const close = tokens.slice(index).find(({ type, level }) => type === "link_close" && level === open?.level);
  for (const token of [open, close])
    if (token !== undefined) Object.assign(token, { tag: "span", attrs: null });
}
