import { createMarkdownRenderer } from "vitepress";
import { slugOf } from "../.vitepress/slug.ts";
import { read, ROOT } from "./documents.ts";

/** What a Markdown file holds that something can be wrong with. */
export type Markdown = {
  links: readonly string[];
  images: readonly { source: string; words: string }[];
  /** The anchors of its headings, and those that it sets itself. */
  anchors: ReadonlySet<string>;
  fences: readonly Fence[];
  /** Levels of the headings, in their order. */
  headings: readonly number[];
};

export type Fence = { language: string; text: string; line: number };

// As the site reads it, without colouring code.
const markdown = await createMarkdownRenderer(ROOT, {
  linkify: false,
  anchor: { slugify: slugOf },
  highlight: (code) => code,
});

const known = new Map<string, Markdown>();

/** Reads a Markdown file; a fence counts only where Markdown sees one. */
export function parse(file: string): Markdown {
  const parsed = known.get(file) ?? parseText(read(file));
  known.set(file, parsed);
  return parsed;
}

function parseText(text: string): Markdown {
  const tokens = markdown.parse(text, {});
  const inline = tokens.flatMap(({ children }) => children ?? []);
  const html = [...tokens, ...inline]
    .filter(({ type }) => type === "html_block" || type === "html_inline")
    .map(({ content }) => content)
    .join("\n");
  const headings = tokens.filter(({ type }) => type === "heading_open");
  return {
    links: [
      ...inline
        .filter(({ type }) => type === "link_open")
        // The site puts a link to itself into each heading.
        .filter((token) => token.attrGet("class") !== "header-anchor")
        .map((token) => token.attrGet("href") ?? ""),
      ...attributes(html, "href"),
    ],
    images: [
      ...inline
        .filter(({ type }) => type === "image")
        .map((token) => ({ source: token.attrGet("src") ?? "", words: token.content })),
      ...[...html.matchAll(/<img\b[^>]*>/g)].map(([tag]) => ({
        source: attributes(tag, "src")[0] ?? "",
        words: attributes(tag, "alt")[0] ?? "",
      })),
    ],
    anchors: new Set([
      ...headings.map((token) => token.attrGet("id") ?? ""),
      ...attributes(html, "id"),
      ...attributes(html, "name"),
    ]),
    fences: tokens
      .filter(({ type }) => type === "fence")
      .map(({ info, content, map }) => ({ language: info.trim(), text: content, line: (map?.[0] ?? 0) + 1 })),
    headings: headings.map(({ tag }) => Number(tag.slice(1))),
  };
}

function attributes(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`\\b${name}="([^"]*)"`, "g"))].map(([, value = ""]) => value);
}
