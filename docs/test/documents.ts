import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** Every file that is in the repository or is about to be, relative to its folder. */
export const FILES: readonly string[] = execFileSync(
  "git",
  ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
  { cwd: ROOT, encoding: "utf8" },
)
  .split("\0")
  .filter((file) => file !== "" && existsSync(join(ROOT, file)));

/** What people read: every Markdown file but the notes about single changes. */
export const DOCUMENTS: readonly string[] = FILES.filter(
  (file) => file.endsWith(".md") && !file.startsWith(".changeset/"),
);

/** The pages of the site, without those of the API reference, which are not kept. */
export const PAGES: readonly string[] = DOCUMENTS.filter((file) => file.startsWith("docs/"));

/** Written by `npm run docs:api`, and no part of the repository. */
export const API_REFERENCE = "docs/reference/confirm-guard/";

export function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}
