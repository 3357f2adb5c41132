import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGES = fileURLToPath(new URL("../../../", import.meta.url));

export type PackageName = "caldav-mcp" | "confirm-guard" | "mealie-mcp" | "server-kit";

/** How a figure is written on a page. */
export type Unit = keyof typeof WRITTEN;

const grouped = (value: number): string => value.toLocaleString("en-US");
const KIB = 1_024;
const MIB = KIB * KIB;

const WRITTEN = {
  count: grouped,
  ms: (value: number) => `${grouped(value)} ms`,
  s: (value: number) => `${grouped(value / 1_000)} s`,
  min: (value: number) => `${grouped(value / 60_000)} min`,
  days: (value: number) => `${grouped(value)} days`,
  KiB: (value: number) => `${grouped(value / KIB)} KiB`,
  MiB: (value: number) => `${grouped(value / MIB)} MiB`,
  bytes: (value: number) => `${grouped(value)} bytes`,
  characters: (value: number) => `${grouped(value)} characters`,
};

/** Names that sources use in a product. */
const NAMES = new Map([
  ["MIB", MIB],
  ["MINUTE_MS", 60_000],
]);

const sources = new Map<PackageName, string>();

function sourceOf(name: PackageName): string {
  const known = sources.get(name);
  if (known !== undefined) return known;
  const folder = join(PACKAGES, name, "src");
  const text = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
  sources.set(name, text);
  return text;
}

/**
 * A figure as the sources of a package have it, written as a page writes it.
 *
 * @param pattern - its first group is a number or a product; what it matches stands once in the sources
 * @throws RangeError when it stands nowhere, or more than once
 */
export function figure(name: PackageName, pattern: RegExp, unit: Unit): string {
  const found = [...sourceOf(name).matchAll(new RegExp(pattern, "g"))];
  if (found.length !== 1) throw new RangeError(`${pattern.source} stands ${found.length} times in ${name}.`);
  const value = productOf(found[0]?.[1] ?? "");
  return WRITTEN[unit](value);
}

function productOf(expression: string): number {
  return expression
    .split("*")
    .map((factor) => factor.trim())
    .reduce((product, factor) => product * (NAMES.get(factor) ?? Number(factor.replaceAll("_", ""))), 1);
}

/** The rows of the tables of a page that begin with the given heading, without the headings. */
export function rowsUnder(page: string, heading: string): string[][] {
  const rows: string[][] = [];
  let inside = false;
  for (const line of page.split("\n")) {
    if (!line.startsWith("|")) inside = false;
    else {
      const cells = line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim());
      if (cells[0] === heading) inside = true;
      else if (inside && !/^-+$/.test(cells[0] ?? "")) rows.push(cells);
    }
  }
  return rows;
}
