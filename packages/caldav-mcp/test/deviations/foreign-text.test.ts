import type { ReceivedResult } from "confirm-guard/testing";
import { assert, asyncProperty } from "fast-check";
import { describe, expect, it } from "vitest";
import { type Desk, openDesk, SEPTEMBER } from "./desk.ts";
import { HOME, hostileAccount, isMarked, OBJECTS, serverOf } from "./hostile-account.ts";
import type { Deviation } from "./proxy.ts";

const TEN_MINUTES = 600_000;

const idOf = (index: number): string =>
  [
    "event",
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

/** All tools on one account; returns how many results showed foreign text. */
async function callAll(desk: Desk): Promise<number> {
  const results = [
    await desk.call("list_calendars"),
    await desk.call("get_server_info"),
    await desk.call("list_events", SEPTEMBER),
    await desk.call("list_events", { ...SEPTEMBER, calendars: [`${HOME}failing/`] }),
    await desk.call("create_event", {
      calendar_id: `${HOME}events/`,
      summary: "New",
      start: "2026-09-20T10:00",
    }),
  ];
  for (let index = 0; index < OBJECTS; index += 1)
    results.push(await desk.call("get_event", { id: idOf(index) }));
  for (const index of [0, 1]) results.push(await desk.call("delete_event", { id: idOf(index) }));
  results.push(await desk.call("delete_event", { ids: [2, 3, 4].map(idOf) }));
  return results.filter(expectFramed).length;
}

async function holdOnEveryAccount(desk: Desk, accounts: number, clock: { now: number }): Promise<void> {
  let server: Deviation | undefined;
  desk.proxy.bend({}, (asked, forward) => (server ?? forward)(asked, forward));
  let shown = 0;
  await assert(
    asyncProperty(hostileAccount, async (account) => {
      server = serverOf(account);
      // So that the calendars are looked for again.
      clock.now += TEN_MINUTES;
      shown += await callAll(desk);
      expect(isMarked(JSON.stringify(desk.person.questions))).toBe(false);
      expect(isMarked(desk.log.join("\n"))).toBe(false);
    }),
    { numRuns: accounts },
  );
  // The texts do arrive: a test that never shows any of them would hold without the frame.
  expect(shown).toBeGreaterThan(accounts * 2);
}

describe("what others wrote stands in its frame and nowhere else", () => {
  // 64 accounts of 16 objects: some 1,000 calendar objects, and 10,000 places with hostile text.
  it.each([
    { era: "2025", script: "yes", accounts: 32 },
    { era: "2026", script: "no", accounts: 20 },
    { era: "2025", script: "no dialogs", accounts: 12 },
  ] as const)(
    "for a client of $era whose person says $script",
    async ({ era, script, accounts }) => {
      const clock = { now: Date.parse("2026-09-01T00:00:00Z") };
      const answers = script === "no dialogs" ? script : Array.from({ length: accounts * 40 }, () => script);
      await using desk = await openDesk({ era, script: answers, now: () => clock.now });
      await holdOnEveryAccount(desk, accounts, clock);
      expect(desk.person.questions.length > accounts / 2).toBe(script !== "no dialogs");
    },
    90_000,
  );
});
