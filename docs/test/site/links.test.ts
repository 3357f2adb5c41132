import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { SHOWN_FILES } from "../../.vitepress/links.ts";
import { parse } from "../markdown.ts";
import { attributes, BASE, BUILT, built, HTML } from "./built.ts";

const files = new Set(BUILT);
const ids = new Map<string, ReadonlySet<string>>();

function idsOf(file: string): ReadonlySet<string> {
  const found = ids.get(file) ?? new Set(attributes(built(file), "id"));
  ids.set(file, found);
  return found;
}

/** The file of the site that an address leads to, with the anchor; undefined when it leads out of the site. */
function targetOf(page: string, link: string): { file: string; anchor: string } | undefined {
  const here = new URL(`https://site.test${BASE}${page}`);
  const { origin, pathname, hash } = new URL(link, here);
  if (origin !== here.origin) return undefined;
  const path = decodeURIComponent(pathname);
  if (!path.startsWith(BASE)) return { file: `outside of ${BASE}: ${path}`, anchor: "" };
  const file = path.slice(BASE.length);
  return {
    file: file === "" || file.endsWith("/") ? `${file}index.html` : file,
    anchor: decodeURIComponent(hash.slice(1)),
  };
}

function deadIn(page: string): string[] {
  const html = built(page);
  return [...new Set([...attributes(html, "href"), ...attributes(html, "src")])].filter((link) => {
    const target = targetOf(page, link);
    if (target === undefined) return false;
    if (!files.has(target.file)) return true;
    return target.anchor !== "" && target.file.endsWith(".html") && !idsOf(target.file).has(target.anchor);
  });
}

describe("the built site", () => {
  it("has its pages", () => {
    expect(HTML).toEqual(expect.arrayContaining(["index.html", "reference/caldav-mcp.html"]));
    expect(HTML.filter((page) => page.startsWith("reference/confirm-guard/")).length).toBeGreaterThan(100);
  });

  it.each(HTML)("%s: every link, picture and script is there, and every anchor", (page) => {
    expect(deadIn(page)).toEqual([]);
  });

  it("the page for what is not there: every link leads somewhere", () => {
    expect(deadIn("404.html")).toEqual([]);
  });
});

describe("a page that shows a file from elsewhere", () => {
  it.each([...SHOWN_FILES])("%s: keeps its links to other pages", (source, page) => {
    const file = join("docs", source);
    const targets = parse(file)
      .links.filter((link) => /^[^:#]+\.md(?:#|$)/.test(link))
      .map((link) => relative("docs", join(dirname(file), link)).replace(/\.md(?=#|$)/, ".html"))
      .filter((target) => !target.startsWith(".."));
    const hrefs = attributes(built(page.replace(/\.md$/, ".html")), "href");
    expect(targets.filter((target) => !hrefs.includes(BASE + target))).toEqual([]);
  });
});

describe("what a page makes a browser fetch", () => {
  const loading = /<(?:script|img|iframe|video|audio|source|embed|object)\b[^>]*>|<link\b[^>]*>/g;

  it.each([...HTML, "404.html"])("%s: nothing from elsewhere", (page) => {
    const tags = built(page).match(loading) ?? [];
    expect(tags.length).toBeGreaterThan(0);
    expect(tags.filter((tag) => /\b(?:src|href|data)="(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(tag))).toEqual([]);
  });

  it("nothing from elsewhere in the style sheets, and no font at all", () => {
    const sheets = BUILT.filter((file) => file.endsWith(".css"));
    expect(sheets.length).toBeGreaterThan(0);
    expect(sheets.filter((sheet) => /url\(\s*["']?(?:https?:)?\/\/|@import/.test(built(sheet)))).toEqual([]);
    expect(BUILT.filter((file) => /\.(?:woff2?|ttf|otf)$/.test(file))).toEqual([]);
  });
});
