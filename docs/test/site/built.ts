import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const DOCS = fileURLToPath(new URL("../..", import.meta.url));

/** As in the configuration of the site. */
export const BASE = process.env["DOCS_BASE"] ?? "/";
const OUT = process.env["DOCS_OUT"] ?? join(DOCS, ".vitepress/dist");

if (!existsSync(join(OUT, "index.html")))
  throw new Error("There is no built site: npm run docs builds it first.");

/** Every file of the built site, relative to its folder. */
export const BUILT: readonly string[] = readdirSync(OUT, { recursive: true, encoding: "utf8" }).filter(
  (file) => statSync(join(OUT, file)).isFile(),
);

export const HTML: readonly string[] = BUILT.filter((file) => file.endsWith(".html") && file !== "404.html");

const texts = new Map<string, string>();

export function built(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(OUT, file), "utf8");
  texts.set(file, text);
  return text;
}

/** The values of an attribute, with character references undone. */
export function attributes(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value = ""]) =>
    unescaped(value),
  );
}

export function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

/** What a page says, without the parts around it. */
export function article(file: string): string {
  const html = built(file);
  const start = html.indexOf('<main class="main"');
  return html.slice(start, html.indexOf("</main>", start));
}
