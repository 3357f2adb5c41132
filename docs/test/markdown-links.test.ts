import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { API_REFERENCE, DOCUMENTS, FILES, PAGES, read, ROOT } from "./documents.ts";
import { parse } from "./markdown.ts";

const folders = new Set(FILES.flatMap((file) => parents(file)));
const files = new Set(FILES);

/** Why a link leads nowhere in a file browser; undefined when it leads somewhere. */
function fault(document: string, link: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return externalFault(link);
  if (link.startsWith("/")) return "is no relative link";
  const [path = "", anchor] = link.split("#", 2);
  const target = path === "" ? document : join(dirname(document), decodeURI(path));
  // Made when the site is built, which looks at these links itself.
  if (target.startsWith(API_REFERENCE)) return undefined;
  if (folders.has(target.replace(/\/$/, "")) && anchor === undefined) {
    return PAGES.includes(document) && target.startsWith("docs")
      ? "leads to a folder and not to a page"
      : undefined;
  }
  if (!files.has(target))
    return existsSync(join(ROOT, target)) ? "leads to a file that is not kept" : "leads to no file";
  if (anchor === undefined) return undefined;
  if (!target.endsWith(".md")) return "has an anchor in a file that has none";
  return parse(target).anchors.has(decodeURI(anchor)) ? undefined : "leads to no heading of that page";
}

/** Nothing is requested: only the address itself is looked at. */
function externalFault(link: string): string | undefined {
  if (!URL.canParse(link)) return "is no address";
  const { protocol, hostname } = new URL(link);
  if (protocol === "mailto:") return undefined;
  if (protocol === "http:" && hostname === "127.0.0.1") return undefined;
  return protocol === "https:" && hostname.includes(".") ? undefined : "is no https address";
}

function parents(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function faultsIn(document: string, links: readonly string[]): string[] {
  return links.flatMap((link) => {
    const why = fault(document, link);
    return why === undefined ? [] : [`${document}: ${link} ${why}`];
  });
}

describe("the documents, as a file browser shows them", () => {
  it("are all there", () => {
    expect(DOCUMENTS).toEqual(
      expect.arrayContaining([
        "README.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "docs/index.md",
        "packages/caldav-mcp/README.md",
        "packages/confirm-guard/README.md",
        "packages/mealie-mcp/README.md",
      ]),
    );
  });

  it.each(DOCUMENTS)("%s: every link leads somewhere", (document) => {
    expect(faultsIn(document, parse(document).links)).toEqual([]);
  });

  it.each(DOCUMENTS)("%s: every picture is there and is described", (document) => {
    const { images } = parse(document);
    expect(
      faultsIn(
        document,
        images.map(({ source }) => source),
      ),
    ).toEqual([]);
    expect(images.filter(({ words }) => words.trim() === "")).toEqual([]);
  });

  it.each(DOCUMENTS)("%s: one title at most, and no level of headings is left out", (document) => {
    const { headings } = parse(document);
    expect(headings.filter((level) => level === 1).length).toBeLessThanOrEqual(1);
    const skipped = headings.filter((level, index) => level > (headings[index - 1] ?? 0) + 1);
    expect(skipped).toEqual([]);
  });

  it("use nothing that the site alone understands, but for whole files that a page shows", () => {
    const shows = /^<!--@include: \S+-->\n$/;
    const own = PAGES.filter((page) => !shows.test(read(page)));
    expect(own.filter((page) => /^:::|<!--@include|^\[\[toc\]\]|\{\{/m.test(read(page)))).toEqual([]);
  });
});

describe("the check of links itself", () => {
  it.each([
    ["architecture.md", undefined],
    ["architecture.md#the-rooms", undefined],
    ["#title", "leads to no heading of that page"],
    ["architecture.md#no-such-heading", "leads to no heading of that page"],
    ["no-such-page.md", "leads to no file"],
    ["node_modules/vitepress/package.json", "leads to a file that is not kept"],
    ["providers", "leads to a folder and not to a page"],
    ["/architecture.md", "is no relative link"],
    ["https://example.org/a", undefined],
    ["http://example.org/a", "is no https address"],
    ["https://", "is no address"],
  ])("%s", (link, why) => {
    expect(fault("docs/index.md", link)).toBe(why);
  });
});
