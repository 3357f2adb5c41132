import { McpServer } from "@modelcontextprotocol/server";
import { createGuard, exact } from "confirm-guard";
import type { Era } from "confirm-guard/testing";
import { connect, scriptedPerson, textOf } from "confirm-guard/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";

import { createAnswer, type Opened } from "../src/answer.ts";
import { cardOf, type ToolCard } from "../src/card.ts";
import { own } from "../src/result.ts";
import { registerTools } from "../src/table.ts";
import { toolsFor } from "../src/tool.ts";

/** What was done, in order. */
type Deps = string[];

const defineTool = toolsFor<Deps>();
const shared = { input: z.strictObject({}), output: z.object({ done: z.boolean() }) };

const read = defineTool({
  ...shared,
  name: "read",
  title: "Read",
  description: "Reads.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: async (_, { deps }) => {
    deps.push("read");
    return own({ done: true });
  },
});

const destroy = defineTool({
  ...shared,
  name: "destroy",
  title: "Destroy",
  description: "Destroys.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  prepare: async () => ({
    found: undefined,
    ask: {
      subject: exact("all", 1),
      question: {
        action: "destroy all",
        consequence: "It is gone.",
        yes: "Yes, destroy it",
        no: "No, keep it",
      },
    },
  }),
  run: async (_, { deps }) => {
    deps.push("destroy");
    return own({ done: true });
  },
});

const TOOLS = [read, destroy];

let servers = 0;

/** A server that offers these cards, whatever the tools behind them are. */
async function serve(
  era: Era,
  {
    cards = TOOLS.map(cardOf),
    answers = [],
    open,
  }: { cards?: ToolCard[]; answers?: ("yes" | "no")[]; open?: () => Promise<Opened<Deps>> } = {},
) {
  servers += 1;
  const done: Deps = [];
  const lines: string[] = [];
  const person = scriptedPerson(answers);
  const guard = createGuard({
    server: "cards-mcp",
    audience: servers,
    elicitation: true,
    warn: () => undefined,
  });
  const factory = () => {
    const mcp = new McpServer({ name: "cards-mcp", version: "1.0.0" });
    const answer = createAnswer<Deps>({
      guard,
      server: "cards-mcp",
      source: "cards",
      log: (line) => void lines.push(line),
      open: open ?? (async () => ({ tools: TOOLS, deps: done, describeError: () => undefined })),
    });
    registerTools(mcp, cards, answer);
    return mcp;
  };
  const connection = await connect({ factory }, { era, person });
  onTestFinished(() => connection.close());
  return { connection, done, lines, person };
}

describe.each(["2025", "2026"] as const)("on a connection of %s", (era) => {
  it("a tool asks whatever its card says", async () => {
    const harmless = { ...cardOf(read), name: destroy.name };
    const { connection, done, person } = await serve(era, { cards: [harmless], answers: ["no", "yes"] });
    expect((await connection.callTool("destroy")).isError).toBe(true);
    expect(done).toEqual([]);
    await connection.callTool("destroy");
    expect(done).toEqual(["destroy"]);
    expect(person.questions).toHaveLength(2);
  });

  it("a tool without a card cannot be called, although it is loaded with the others", async () => {
    const { connection, done, person } = await serve(era, { cards: [cardOf(read)] });
    await connection.callTool("read");
    const refused = await connection.callTool("destroy").then(
      ({ isError }) => isError,
      () => true,
    );
    expect(refused).toBe(true);
    expect(done).toEqual(["read"]);
    expect(person.questions).toEqual([]);
  });

  it("a card without a tool is a fault of the program, and nothing is done in its place", async () => {
    const { connection, done, lines } = await serve(era, { cards: [{ ...cardOf(read), name: "write" }] });
    const answer = await connection.callTool("write");
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain("This failed inside cards-mcp");
    expect(lines).toEqual(["cards-mcp: write failed inside (TypeError)"]);
    expect(done).toEqual([]);
  });

  it("tools that cannot be loaded are such a fault as well, of which no path gets out", async () => {
    const open = () =>
      Promise.reject(Object.assign(new Error("Cannot find /home/ada/opened.js"), { code: "ENOENT" }));
    const { connection, lines } = await serve(era, { open });
    const answer = await connection.callTool("destroy");
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain("Nothing was done: a part of cards-mcp could not be loaded.");
    expect(JSON.stringify([answer, lines])).not.toMatch(/ada|opened/);
    expect(await connection.listTools()).toHaveLength(2);
  });
});

it("two cards of one name stop the start, so that neither hides the other", () => {
  const mcp = new McpServer({ name: "cards-mcp", version: "1.0.0" });
  const cards = [cardOf(read), { ...cardOf(destroy), name: "read" }];
  expect(() => {
    registerTools(mcp, cards, () => Promise.reject(new Error("There is no call.")));
  }).toThrow("already registered");
});
