import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type DefaultTheme } from "vitepress";
import { apiEntries } from "./api-pages.ts";
import { resolveLinks } from "./links.ts";
import { CHAPTERS, fileOf, type Page } from "./pages.ts";
import { keepShortCodeWhole } from "./short-code.ts";
import { slugOf } from "./slug.ts";

const docs = fileURLToPath(new URL("..", import.meta.url));

// Where the site is served from, such as /confirm-guard/, and where the repository can be read, such as
// https://code.example.org/owner/confirm-guard. Without the second, files outside this folder are named and not linked.
const base = process.env["DOCS_BASE"] ?? "/";
const repository = process.env["DOCS_REPOSITORY"];

const item = ({ text, page }: Page): DefaultTheme.SidebarItem => ({ text, link: page });

const pages: DefaultTheme.SidebarItem[] = CHAPTERS.map(({ title, pages: own }) => ({
  text: title,
  items: own.filter(({ page }) => existsSync(join(docs, fileOf(page)))).map(item),
}));

const api: DefaultTheme.SidebarItem[] = [
  { text: "Reference", items: [item({ text: "Overview", page: "/reference/" })] },
  ...apiEntries(docs).map(({ kinds, ...entry }) => ({
    ...item(entry),
    collapsed: true,
    items: kinds.map(({ text, pages: own }) => ({ text, collapsed: false, items: own.map(item) })),
  })),
];

export default defineConfig({
  title: "confirm-guard",
  description:
    "A person is asked before an MCP server does something that cannot be undone: a guard for servers, a calendar server and a recipe server.",
  lang: "en",
  base,
  outDir: process.env["DOCS_OUT"] ?? join(docs, ".vitepress/dist"),
  srcExclude: ["node_modules/**", "test/**", "public/**"],
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}icon.svg` }]],
  markdown: {
    linkify: false,
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify: slugOf },
    config: (markdown) => {
      resolveLinks(markdown, { docs, repository });
      keepShortCodeWhole(markdown);
    },
  },
  // The index of the search is one file, and fetched when somebody searches.
  vite: { build: { chunkSizeWarningLimit: 4_000 } },
  themeConfig: {
    nav: [
      { text: "Calendar", link: "/start/calendar", activeMatch: "^/(start/calendar|providers/)" },
      { text: "Recipes", link: "/start/recipes" },
      { text: "Your own server", link: "/guard/adopt", activeMatch: "^/guard/" },
      { text: "Security", link: "/security/", activeMatch: "^/security/" },
      { text: "Reference", link: "/reference/", activeMatch: "^/reference/" },
    ],
    sidebar: { "/reference/confirm-guard/": api, "/": pages },
    outline: { level: [2, 3] },
    search: { provider: "local" },
    externalLinkIcon: true,
    notFound: {
      title: "Page not found",
      quote: "There is no page at this address. The sidebar of the first page lists all of them.",
      linkLabel: "To the first page",
      linkText: "To the first page",
    },
  },
});
