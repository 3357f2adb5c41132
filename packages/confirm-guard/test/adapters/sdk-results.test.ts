import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult as ResultV1 } from "@modelcontextprotocol/sdk/types.js";
import { type CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";

import { guardedTool as guardedToolV1 } from "../../src/adapters/sdk.ts";
import { guardedTool } from "../../src/adapters/server.ts";
import { createGuard, exact, type FoundOf, type Prepared } from "../../src/index.ts";
import { connect, scriptedPerson } from "../../src/testing/index.ts";

/** What an author's own helpers look like, typed with the SDK's result; an image is no block that the guard writes. */
const picture = (): CallToolResult => ({
  content: [{ type: "image", data: "AAAA", mimeType: "image/png" }],
});
const pictureV1 = (): ResultV1 => ({ content: [{ type: "image", data: "AAAA", mimeType: "image/png" }] });

const PREPARED = {
  found: "a",
  ask: {
    subject: exact("a", 1),
    question: { action: "delete a drawing", consequence: "There is no copy.", yes: "Yes, delete it" },
  },
};
const DRAWING = z.object({ known: z.boolean() });
const guard = createGuard({ server: "drawings-mcp", audience: "memory" });

// Neither `prepare` nor `run` is async here: a store in memory has nothing to wait for.
function buildServer(): McpServer {
  const server = new McpServer({ name: "drawings-mcp", version: "1.0.0" });
  guardedTool(
    server,
    guard,
    "delete_drawing",
    {
      inputSchema: DRAWING,
      prepare: ({ known }) => (known ? PREPARED : { refuse: { ...picture(), isError: true } }),
    },
    () => picture(),
  );
  return server;
}

function buildServerV1(): McpServerV1 {
  const server = new McpServerV1({ name: "drawings-mcp", version: "1.0.0" });
  guardedToolV1(
    server,
    guard,
    "delete_drawing",
    {
      inputSchema: DRAWING,
      prepare: ({ known }) => (known ? PREPARED : { refuse: { ...pictureV1(), isError: true } }),
    },
    () => pictureV1(),
  );
  return server;
}

describe.each([
  ["SDK v2", "2025", buildServer],
  ["SDK v2", "2026", buildServer],
  ["SDK v1", "2025", buildServerV1],
] as const)("a tool whose results are the SDK's own, on %s, %s", (_sdk, era, factory) => {
  it("returns what run returned, unchanged, after a yes", async () => {
    const person = scriptedPerson(["yes"]);
    await using connection = await connect({ factory }, { era, person });
    const result = await connection.callTool("delete_drawing", { known: true });
    expect(result).toMatchObject(picture());
    expect(person.questions).toHaveLength(1);
  });

  it("returns what prepare refused with, and asks nobody", async () => {
    const person = scriptedPerson([]);
    await using connection = await connect({ factory }, { era, person });
    const result = await connection.callTool("delete_drawing", { known: false });
    expect(result).toMatchObject({ ...picture(), isError: true });
    expect(person.questions).toEqual([]);
    expect(person.unexpected).toBe(0);
  });
});

describe("what the compiler says about a tool", () => {
  const question = { action: "delete a drawing", consequence: "There is no copy.", yes: "Yes, delete it" };
  const refusal = { content: [{ type: "text" as const, text: "There is none." }], isError: true };
  const sizeOf = (known: boolean): { size: number } | undefined => (known ? { size: 3 } : undefined);

  it("gives run what was found, although prepare refuses right there", () => {
    const registerBoth = () => {
      const config = { inputSchema: DRAWING };
      const prepare = async ({ known }: { known: boolean }) => {
        const drawing = sizeOf(known);
        if (drawing === undefined) return { refuse: refusal };
        return { found: drawing, ask: { subject: exact("a", drawing.size), question } };
      };
      guardedTool(buildServer(), guard, "a", { ...config, prepare }, (_args, drawing) => {
        expectTypeOf(drawing).toEqualTypeOf<{ size: number }>();
        return picture();
      });
      guardedToolV1(buildServerV1(), guard, "a", { ...config, prepare }, (_args, drawing) => {
        expectTypeOf(drawing).toEqualTypeOf<{ size: number }>();
        return pictureV1();
      });
    };
    expect(registerBoth).toBeTypeOf("function");
  });

  it("keeps the undefined that prepare itself may hand on", () => {
    expectTypeOf<FoundOf<Prepared<number | undefined>>>().toEqualTypeOf<number | undefined>();
    expectTypeOf<
      FoundOf<{ found?: undefined; refuse: object } | { found: 3; ask: null }>
    >().toEqualTypeOf<3>();
  });

  it("takes no foreign text as a fact, no question without its words, and no result that the SDK would not take", () => {
    const titled = () => ({
      found: "a",
      ask: { subject: "a", question: { ...question, facts: { Title: "Rent" } } },
    });
    const wordless = () => ({ found: "a", ask: { subject: "a", question: { action: "delete a drawing" } } });
    const video = () => ({ content: [{ type: "video" }] });
    const refused = [
      () =>
        // @ts-expect-error a fact is no plain string
        guardedTool(buildServer(), guard, "a", { inputSchema: DRAWING, prepare: titled }, picture),
      // @ts-expect-error a question needs its words
      () => guardedTool(buildServer(), guard, "a", { inputSchema: DRAWING, prepare: wordless }, picture),
      // @ts-expect-error no block of that kind
      () => guardedTool(buildServer(), guard, "a", { inputSchema: DRAWING, prepare: () => PREPARED }, video),
    ];
    expect(refused).toHaveLength(3);
  });
});
