import type { ReceivedResult } from "confirm-guard/testing";
import { assert, asyncProperty } from "fast-check";
import { describe, expect, it } from "vitest";
import { TOOLS } from "../../src/tools/index.ts";
import { type Desk, openDesk, SEPTEMBER } from "./desk.ts";
import {
  HOME,
  hostileAccount,
  isMarked,
  kindOf,
  OBJECTS,
  readableAccount,
  serverOf,
} from "./hostile-account.ts";
import type { Deviation } from "./proxy.ts";

const TEN_MINUTES = 600_000;

const idOf = (index: number): string =>
  [
    kindOf(index),
    ...[`${HOME}events/`, `o${index}.ics`].map((part) => Buffer.from(part).toString("base64url")),
  ].join(".");

/** Each line break that any reader may see, not only ours. */
const ANY_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Where a result may hold foreign text: under `untrusted_text`, and in the lines of the frame. */
function expectFramed({ content, structuredContent, isError }: ReceivedResult): boolean {
  expect(ownStrings(structuredContent).filter((text) => isMarked(text))).toEqual([]);
  expect(content).toHaveLength(1);
  const text = content[0]?.text ?? "";
  const nonce = /^\[BEGIN UNTRUSTED ([0-9a-f]{12}) source=caldav\]$/m.exec(text)?.[1];
  if (nonce === undefined || isError === true) {
    expect(isMarked(text)).toBe(false);
    return false;
  }
  const lines = text.split(ANY_BREAK);
  expect(lines).toEqual(text.split("\n"));
  const begin = lines.indexOf(`[BEGIN UNTRUSTED ${nonce} source=caldav]`);
  const end = lines.indexOf(`[END UNTRUSTED ${nonce}]`);
  expect([begin > 0, end]).toEqual([true, lines.length - 2]);
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

const EVENTS = `${HOME}events/`;
const FAILING = { calendars: [`${HOME}failing/`] };
const NEW = { calendar_id: EVENTS, summary: "New" };
const ALL = Array.from({ length: OBJECTS }, (_, index) => index);

/** Calls of every tool; those of tools that are not offered are left out. */
const CALLS: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ["list_calendars", {}],
  ["get_server_info", {}],
  ["list_events", SEPTEMBER],
  ["list_events", { ...SEPTEMBER, ...FAILING }],
  ["search_events", { ...SEPTEMBER, query: "zyz" }],
  ["get_free_busy", SEPTEMBER],
  ["list_tasks", { status: "all" }],
  ["list_tasks", FAILING],
  ["list_journals", {}],
  ["list_journals", FAILING],
  ...ALL.map((index) => [`get_${kindOf(index)}`, { id: idOf(index) }] as const),
  ["create_event", { ...NEW, start: "2026-09-20T10:00" }],
  ["create_task", { ...NEW, due: "2026-09-20" }],
  ["create_journal", NEW],
  ...ALL.map((index) => [`update_${kindOf(index)}`, { id: idOf(index), summary: "New" }] as const),
  ["complete_task", { id: idOf(2) }],
  ["respond_to_event", { id: idOf(0), response: "accepted" }],
  ["move_event", { id: idOf(0), destination_calendar_id: `${HOME}failing/` }],
  ...[0, 1, 2, 3].map((index) => [`delete_${kindOf(index)}`, { id: idOf(index) }] as const),
  ["delete_event", { ids: [4, 5, 8].map(idOf) }],
  ["delete_task", { ids: [6, 10].map(idOf) }],
  ["delete_journal", { ids: [7, 11].map(idOf) }],
];
const OFFERED = new Set(TOOLS.map(({ name }) => name));

/** All tools on one account; returns the names of those that showed foreign text. */
async function callAll(desk: Desk): Promise<string[]> {
  const showing: string[] = [];
  for (const [tool, args] of CALLS)
    if (OFFERED.has(tool) && expectFramed(await desk.call(tool, args))) showing.push(tool);
  return showing;
}

async function holdOnEveryAccount(desk: Desk, accounts: number, clock: { now: number }): Promise<void> {
  let server: Deviation | undefined;
  desk.proxy.bend({}, (asked, forward) => (server ?? forward)(asked, forward));
  const showing: string[] = [];
  await assert(
    asyncProperty(hostileAccount, async (account) => {
      server = serverOf(account);
      // So that the calendars are looked for again.
      clock.now += TEN_MINUTES;
      showing.push(...(await callAll(desk)));
      expect(isMarked(JSON.stringify(desk.person.questions))).toBe(false);
      expect(isMarked(desk.log.join("\n"))).toBe(false);
    }),
    { numRuns: accounts, examples: [[readableAccount]] },
  );
  // The texts do arrive: a test that never shows any of them would hold without the frame.
  expect(showing.length).toBeGreaterThan(accounts * 2);
  expect([...new Set(showing)]).toEqual(
    expect.arrayContaining([
      "list_calendars",
      "list_events",
      "list_tasks",
      "list_journals",
      "get_event",
      "get_task",
      "get_journal",
    ]),
  );
}

it("calls every tool", () => {
  const called = new Set(CALLS.map(([tool]) => tool));
  expect([...OFFERED].filter((tool) => !called.has(tool))).toEqual([]);
});

describe("what others wrote stands in its frame and nowhere else", () => {
  // 52 accounts of 20 objects: some 1,000 calendar objects, and 10,000 places with hostile text.
  it.each([
    { era: "2025", script: "yes", accounts: 26 },
    { era: "2026", script: "no", accounts: 16 },
    { era: "2025", script: "no dialogs", accounts: 10 },
  ] as const)(
    "for a client of $era whose person says $script",
    async ({ era, script, accounts }) => {
      const clock = { now: Date.parse("2026-09-01T00:00:00Z") };
      const answers = script === "no dialogs" ? script : Array.from({ length: accounts * 60 }, () => script);
      await using desk = await openDesk({ era, script: answers, now: () => clock.now });
      await holdOnEveryAccount(desk, accounts, clock);
      expect(desk.person.questions.length > accounts / 2).toBe(script !== "no dialogs");
    },
    600_000,
  );
});
