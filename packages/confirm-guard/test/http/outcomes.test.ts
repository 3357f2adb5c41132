import { readFile } from "node:fs/promises";

import { describe, expect, it, onTestFinished } from "vitest";

import { outcomeOf, scriptedPerson, textOf } from "../../src/testing/index.ts";
import { within } from "../../src/testing/waiting.ts";
import { notes } from "../adapters/notes.ts";
import { HTTP_CLIENTS, type HttpClientName } from "./http-clients.ts";
import { listen } from "./listen.ts";
import { type ServingName, SERVINGS } from "./serving.ts";

/** How a call with a person at the other end can go, in the words of the docs. */
type Outcome = "asked" | "token" | "not asked, ends in time" | "no connection";

const CLIENTS = ["SDK v1", "SDK v2, 2025", "SDK v2, 2026-07-28", "SDK v2, either"] as const;

const SESSION_ONLY: Outcome[] = ["asked", "asked", "no connection", "asked"];
const STATELESS: Outcome[] = ["token", "token", "asked", "asked"];

/** What every cell has to come to; the columns are {@link CLIENTS}. */
const EXPECTED: Record<ServingName, Outcome[]> = {
  "Streamable HTTP with sessions": SESSION_ONLY,
  "the same, without a GET stream": SESSION_ONLY,
  "the same, with JSON responses": [
    "not asked, ends in time",
    "not asked, ends in time",
    "no connection",
    "not asked, ends in time",
  ],
  "stateless (`createMcpHandler`)": STATELESS,
  'the same, `responseMode: "json"`': STATELESS,
  'the same, `responseMode: "sse"`': STATELESS,
};

/** JSON responses carry no question: only the bound on the wait ends such a call, so it is short here. */
const BRIEF_MS = 400;

const seen = new Map<string, Outcome>();
const SERVED = Object.keys(SERVINGS).filter((name): name is ServingName => name in SERVINGS);
const CELLS = SERVED.flatMap((serving) =>
  CLIENTS.map((client, at) => ({ serving, client, expected: EXPECTED[serving][at] })),
);

describe("a server of SDK v2 over HTTP", () => {
  it.each(CELLS)("$serving, $client: $expected", async ({ serving, client, expected }) => {
    const outcome = await within(outcomeAt(serving, client), "the end of the call", 15_000);
    seen.set(`${serving} ${client}`, outcome);
    expect(outcome).toBe(expected);
  });

  it("comes to what the docs say", async () => {
    const heads = ["server of SDK v2", ...CLIENTS];
    const rows = SERVED.map((serving) => [
      serving,
      ...CLIENTS.map((client) => seen.get(`${serving} ${client}`)),
    ]);
    const text = [heads, heads.map(() => "---"), ...rows]
      .map((cells) => `| ${cells.join(" | ")} |`)
      .join("\n");
    process.stdout.write(`${text}\n`);
    const docs = await readFile(new URL("../../../../docs/outcomes.md", import.meta.url), "utf8");
    expect(docs).toContain(text);
  });
});

async function outcomeAt(serving: ServingName, client: HttpClientName): Promise<Outcome> {
  const made = notes(serving.includes("JSON") ? { answerWithinMs: BRIEF_MS } : {});
  const { url, stop } = await listen(SERVINGS[serving](made.factory));
  onTestFinished(stop);
  const person = scriptedPerson(["yes"]);
  const connected = await HTTP_CLIENTS[client](url, person).catch(() => undefined);
  if (connected === undefined) return "no connection";
  onTestFinished(() => connected.close());

  const result = await connected.callTool("delete_note", { id: "a" });
  if (person.questions.length === 1 && textOf(result) === "Deleted a." && made.done.length === 1)
    return "asked";
  expect(made.done).toEqual([]);
  if (outcomeOf(result) === "token-issued") return "token";
  if (outcomeOf(result) === "timed-out") return "not asked, ends in time";
  throw new Error(`An outcome that no table has: ${textOf(result)}`);
}
