import { SERVER_NAMES, type ServerName } from "../../servers/available.ts";
import type { Ability } from "./ability.ts";

/** What each server did: cells by server and row. */
export type Seen = ReadonlyMap<ServerName, ReadonlyMap<string, string>>;

export type Section = { title: string; abilities: readonly Ability[] };

const BEGIN = "<!-- seen by the tests: begin -->";
const END = "<!-- seen by the tests: end -->";

const TITLES: Record<ServerName, string> = {
  sandbox: "sandbox",
  radicale: "Radicale",
  xandikos: "Xandikos",
  cyrus: "Cyrus",
};

/** The tables, one for each section, a column for each server and one for what the program does about it. */
export function renderTables(
  sections: readonly Section[],
  seen: Seen,
  versions: ReadonlyMap<ServerName, string>,
): string {
  const heads = SERVER_NAMES.map((name) => `${TITLES[name]} ${versions.get(name) ?? ""}`.trim());
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return sections
    .map(({ title, abilities }) =>
      [
        `### ${title}`,
        "",
        row(["the server", ...heads, "the program"]),
        row(["the server", ...heads, "the program"].map(() => "---")),
        ...abilities.map(({ says, program }) =>
          row([says, ...SERVER_NAMES.map((name) => seen.get(name)?.get(says) ?? "not tried"), program]),
        ),
      ].join("\n"),
    )
    .join("\n\n");
}

/** The document with new tables between its marks. */
export function withTables(document: string, tables: string): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error("The document has no place for the tables.");
  return `${document.slice(0, begin + BEGIN.length)}\n\n${tables}\n\n${document.slice(end)}`;
}
