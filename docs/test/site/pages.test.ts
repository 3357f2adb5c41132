import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { apiEntries } from "../../.vitepress/api-pages.ts";
import { CHAPTERS } from "../../.vitepress/pages.ts";
import { article, attributes, BASE, BUILT, built, HTML, unescaped } from "./built.ts";

const DOCS = fileURLToPath(new URL("../..", import.meta.url));
const fileOf = (page: string): string => (page.endsWith("/") ? `${page}index.html` : `${page}.html`).slice(1);

/** The text that a reader sees of a piece of HTML. */
const wordsOf = (html: string): string => unescaped(html.replaceAll(/<[^>]*>/g, ""));

describe("the sidebar of the built site", () => {
  const chapters = CHAPTERS.flatMap(({ pages }) => pages.map(({ page }) => page));
  const api = apiEntries(DOCS).flatMap(({ page, kinds }) => [
    page,
    ...kinds.flatMap(({ pages }) => pages.map((one) => one.page)),
  ]);

  it("shows every page of the documentation", () => {
    const shown = new Set(attributes(built("index.html"), "href"));
    const addresses = chapters.map((page) => BASE + fileOf(page).replace(/(?:^|(?<=\/))index\.html$/, ""));
    expect(addresses.filter((address) => !shown.has(address))).toEqual([]);
  });

  it("knows every page that was built, those of the API reference among them", () => {
    const known = new Set([...chapters, ...api].map(fileOf));
    // Made by TypeDoc as the beginning of everything; the overview of the reference stands in its place.
    known.add("reference/confirm-guard/index.html");
    expect(HTML.filter((page) => !known.has(page))).toEqual([]);
    expect([...known].filter((page) => !HTML.includes(page))).toEqual([]);
  });
});

describe.each(HTML)("%s", (page) => {
  const html = article(page);

  it("has one title, in the window as well", () => {
    const titles = [...html.matchAll(/<h1\b[^>]*>(.*?)<\/h1>/gs)].map(([, title = ""]) => wordsOf(title));
    expect(titles).toHaveLength(1);
    expect(/<title>(.+?)<\/title>/.exec(built(page))?.[1]).toBeTruthy();
  });

  it("describes its pictures", () => {
    const pictures = html.match(/<img\b[^>]*>/g) ?? [];
    expect(pictures.filter((picture) => !/\balt="[^"]+"/.test(picture))).toEqual([]);
  });

  it("shows no Markdown, no tag and no placeholder that was not understood", () => {
    const prose = wordsOf(html.replaceAll(/<(pre|code)\b.*?<\/\1>/gs, ""));
    expect(prose).not.toMatch(/\]\(|^:::|\{\{|<\/?[a-z]+>|\[!\w+\]|<!--/m);
  });

  it("keeps drawn dialogs at most 80 columns wide", () => {
    const drawn = [...html.matchAll(/<code\b[^>]*>(.*?)<\/code>/gs)]
      .map(([, code = ""]) => wordsOf(code))
      .filter((code) => code.includes("┌─"));
    expect(drawn.flatMap((code) => code.split("\n")).filter((line) => line.length > 80)).toEqual([]);
  });
});

describe("the search", () => {
  it("knows the questions, the settings and the tools", () => {
    const index = BUILT.find((file) => /localSearchIndex[^/]*\.js$/.test(file)) ?? "";
    const words = built(index);
    for (const known of ["delete_shopping_list_items", "CALDAV_ALLOW_PLAINTEXT", "confirm_token"]) {
      expect(words.toLowerCase()).toContain(known.toLowerCase());
    }
  });
});
