import { describe, expect, it } from "vitest";
import { SHOWN_FILES } from "../.vitepress/links.ts";
import { CHAPTERS, fileOf } from "../.vitepress/pages.ts";
import { FILES, PAGES, read } from "./documents.ts";

const listed = CHAPTERS.flatMap(({ pages }) => pages.map(({ page }) => `docs/${fileOf(page)}`));

describe("the sidebar", () => {
  it("lists every page", () => {
    expect(PAGES.filter((page) => !listed.includes(page))).toEqual([]);
  });

  it("lists nothing but pages, each once", () => {
    expect(listed.filter((page) => !PAGES.includes(page))).toEqual([]);
    expect(listed).toHaveLength(new Set(listed).size);
  });
});

describe("the pages that show a file from elsewhere", () => {
  const showing = PAGES.flatMap((page) => {
    const [, shown] = /^<!--@include: (\S+)-->\n$/.exec(read(page)) ?? [];
    return shown === undefined ? [] : [[page.slice("docs/".length), shown] as const];
  });

  it("are the ones that links are resolved for", () => {
    const resolved = showing.map(([page, shown]) => [
      new URL(shown, `https://docs.test/docs/${page}`).pathname,
      page,
    ]);
    expect(new Map(resolved.map(([file = "", page = ""]) => [`..${file}`, page]))).toEqual(
      new Map(SHOWN_FILES),
    );
    expect([...SHOWN_FILES.keys()].filter((file) => !FILES.includes(file.slice(3)))).toEqual([]);
  });
});
