import { type ReceivedResult, scriptedPerson } from "confirm-guard/testing";
import { expect, it } from "vitest";
import { TOOLS } from "../../src/tools/index.ts";
import { openDesk, VERSIONS } from "../stand-in.ts";
import { type Call, callsOf } from "./calls.ts";
import { furnish } from "./household.ts";
import { isMarked } from "./marked.ts";

/** Each line break that any reader may see, not only ours. */
const ANY_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Where a result may hold foreign text: under `untrusted_text`, and in the lines of the frame. True when it does. */
function expectFramed(tool: string, { content, structuredContent }: ReceivedResult): boolean {
  expect([tool, ownStrings(structuredContent).filter((text) => isMarked(text))]).toEqual([tool, []]);
  expect(content).toHaveLength(1);
  const text = content[0]?.text ?? "";
  const nonce = /^\[BEGIN UNTRUSTED ([0-9a-f]{12}) source=mealie\]$/m.exec(text)?.[1];
  const lines = text.split(ANY_BREAK);
  const begin =
    nonce === undefined ? lines.length : lines.indexOf(`[BEGIN UNTRUSTED ${nonce} source=mealie]`);
  const end = nonce === undefined ? lines.length : lines.indexOf(`[END UNTRUSTED ${nonce}]`);
  expect(begin === end || (begin > 0 && end > begin)).toBe(true);
  expect(nonce === undefined ? text.split("\n") : lines).toEqual(text.split("\n"));
  expect(lines.slice(begin + 1, end).filter((line) => !line.startsWith(`${nonce}| `))).toEqual([]);
  const ours = [...lines.slice(0, begin), ...lines.slice(end + 1)];
  expect(ours.filter((line) => isMarked(line) || /\[(?:BEGIN|END) UNTRUSTED/i.test(line))).toEqual([]);
  return isMarked(text);
}

/** All strings and keys outside of `untrusted_text`. */
function ownStrings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    key,
    ...(key === "untrusted_text" ? [] : ownStrings(inner)),
  ]);
}

/** What none of the calls show, since it is only ids, counts, dates and our own words. */
const SHOWS_NOTHING = [
  "get_about",
  "create_recipe",
  "duplicate_recipe",
  "set_recipe_last_made",
  "set_recipe_rating",
  "add_recipe_comment",
  "create_timeline_event",
  "create_organizer",
  "create_food",
  "create_unit",
  "create_random_meal",
  "create_shopping_list",
  "create_cookbook",
  "add_recipe_to_shopping_list",
  "import_recipe_from_html_or_json",
  "import_recipe_from_image",
  "parse_ingredients",
];
const GUARDED = TOOLS.filter(({ guarded }) => guarded).map(({ name }) => name);

/** Calls that are refused on purpose. */
const REFUSED = {
  "2.0": ["search_recipes", "get_recipe", "suggest_recipes", "create_organizer", "create_food"],
  "3.23": ["search_recipes", "create_organizer", "create_food"],
} as const;

it.each(
  VERSIONS.flatMap((version) =>
    (["yes", "no", "no dialogs"] as const).map((script) => ({ version, script })),
  ),
)(
  "what people wrote stands in its frame and nowhere else: Mealie $version, person: $script",
  { timeout: 60_000 },
  async ({ version, script }) => {
    const person = scriptedPerson(script === "no dialogs" ? [] : Array.from({ length: 11 }, () => script));
    const { mealie, connection } = await openDesk({
      version,
      connect: script === "no dialogs" ? { era: "2025" } : { era: "2026", person },
      edges: { lookupHost: async () => ["2000::7"] },
    });
    const calls = callsOf(furnish(mealie.state));
    expect(new Set(calls.map(([tool]) => tool))).toEqual(new Set(TOOLS.map(({ name }) => name)));
    const showing = new Set<string>();
    const failed: string[] = [];
    for (const [tool, args] of calls) {
      // oxlint-disable-next-line no-await-in-loop -- deletions come last
      const result = await connection.callTool(tool, args);
      if (expectFramed(tool, result)) showing.add(tool);
      if (result.isError === true) failed.push(tool);
      expect([tool, JSON.stringify(result).includes(mealie.token)]).toEqual([tool, false]);
    }
    expect(failed).toEqual([...REFUSED[version], ...(script === "yes" ? [] : asked(calls))]);
    expect(person.questions).toHaveLength(script === "no dialogs" ? 0 : 11);
    expect(isMarked(JSON.stringify(person.questions))).toBe(false);
    // The texts do arrive: a server that never shows any of them would hold without a frame.
    const shown = TOOLS.map(({ name }) => name).filter(
      (name) => !SHOWS_NOTHING.includes(name) && !GUARDED.includes(name),
    );
    expect(shown.filter((name) => !showing.has(name))).toEqual(version === "2.0" ? ["suggest_recipes"] : []);
  },
);

function asked(calls: readonly Call[]): string[] {
  return calls.map(([tool]) => tool).filter((tool) => GUARDED.includes(tool));
}
