import { readFile } from "node:fs/promises";

import { describe, expect, it, onTestFinished } from "vitest";

import {
  connect,
  type ConnectOptions,
  type HttpTarget,
  outcomeOf,
  scriptedPerson,
  type Target,
  textOf,
} from "../../src/testing/index.ts";
import { listening, serverFile } from "../testing/targets.ts";

type Outcome = "asked" | "token" | "not asked, ends in time" | "no connection";

const SERVED: Record<string, { env?: Record<string, string>; stdio?: boolean; expected: Outcome[] }> = {
  stdio: { stdio: true, expected: ["asked", "asked", "no connection"] },
  "Streamable HTTP with sessions": { expected: ["asked", "asked", "no connection"] },
  "the same, with JSON responses": {
    env: { JSON_RESPONSES: "1", ANSWER_WITHIN_MS: "200" },
    expected: ["not asked, ends in time", "not asked, ends in time", "no connection"],
  },
  stateless: { env: { STATELESS: "1" }, expected: ["token", "token", "no connection"] },
};
const CLIENTS: [string, ConnectOptions][] = [
  ["SDK v1", { era: "2025", sdk: "v1" }],
  ["SDK v2, 2025", { era: "2025" }],
  ["SDK v2, 2026-07-28", { era: "2026" }],
];

const seen = new Map<string, Outcome>();

describe("a server of SDK v1", () => {
  it.each(
    Object.entries(SERVED).flatMap(([serving, { expected }]) =>
      CLIENTS.map(([client, how], at) => ({ serving, client, how, expected: expected[at] })),
    ),
  )(
    "$serving, $client: $expected",
    async ({ serving, client, how, expected }) => {
      const outcome = await outcomeAt(serving, how);
      seen.set(`${serving} ${client}`, outcome);
      expect(outcome).toBe(expected);
    },
    60_000,
  );

  it("comes to what the docs say", async () => {
    const heads = ["server of SDK v1", ...CLIENTS.map(([client]) => client)];
    const rows = Object.keys(SERVED).map((serving) => [
      serving,
      ...CLIENTS.map(([client]) => seen.get(`${serving} ${client}`)),
    ]);
    const text = [heads, heads.map(() => "---"), ...rows]
      .map((cells) => `| ${cells.join(" | ")} |`)
      .join("\n");
    process.stdout.write(`${text}\n`);
    const docs = await readFile(new URL("../../../../docs/outcomes.md", import.meta.url), "utf8");
    expect(docs).toContain(text);
  });
});

async function outcomeAt(serving: string, how: ConnectOptions): Promise<Outcome> {
  const person = scriptedPerson(["yes"]);
  const target = await targetOf(serving);
  const connection = await connect(target, { ...how, person }).catch(() => undefined);
  if (connection === undefined) return "no connection";
  onTestFinished(() => connection.close());

  const result = await connection.callTool("delete_event", { id: "a" });
  const acts = JSON.parse(textOf(await connection.callTool("acts")));
  if (person.questions.length === 1 && acts.length === 1) return "asked";
  expect(acts).toEqual([]);
  if (outcomeOf(result) === "token-issued") return "token";
  if (outcomeOf(result) === "timed-out") return "not asked, ends in time";
  throw new Error(`No such outcome is documented: ${textOf(result)}`);
}

async function targetOf(serving: string): Promise<Target | HttpTarget> {
  const { env = {}, stdio = false } = SERVED[serving] ?? {};
  if (stdio) return serverFile("guarded-sdk-stdio", env);
  const { url, stop } = await listening(serverFile("guarded-sdk-http", env));
  onTestFinished(async () => void (await stop()));
  return { url };
}
