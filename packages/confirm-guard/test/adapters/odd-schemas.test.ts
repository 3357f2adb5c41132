// Validators that say less, or something else, than Standard Schema asks of them.
import { McpServer, type StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import * as z3 from "zod-3";

import { guardedTool } from "../../src/adapters/server.ts";
import { createGuard, exact } from "../../src/index.ts";
import { connect, scriptedPerson, textOf } from "../../src/testing/index.ts";
import { trusted } from "../../src/testing/trusted.ts";

type Schema = StandardSchemaWithJSON<unknown, { id: string }>;

const json = (): Record<string, unknown> => ({ type: "object", properties: { id: { type: "string" } } });
const odd = (validate: (input: unknown) => unknown): Schema =>
  trusted({
    "~standard": { version: 1, vendor: "odd", validate, jsonSchema: { input: json, output: json } },
  });

function acting(inputSchema: Schema) {
  const guard = createGuard({ server: "odd", audience: null, elicitation: true, warn: () => {} });
  const done: unknown[] = [];
  const factory = (): McpServer => {
    const server = new McpServer({ name: "x", version: "1" });
    const question = { action: "delete a thing", consequence: "It is gone.", yes: "Yes, delete it" };
    const prepare = async () => ({ found: 1, ask: { subject: exact("thing", 1), question } });
    guardedTool(server, guard, "delete_thing", { inputSchema, prepare }, async (args) => {
      done.push(args);
      return { content: [{ type: "text", text: "Deleted." }] };
    });
    return server;
  };
  return { factory, done };
}

// What a client would send that hopes to hand on arguments which nothing has looked at.
const SMUGGLED = { id: "a", args: { id: "b" }, token: "t" };

describe("a validator", () => {
  it("that tells of a success with null for its issues hands on what it validated, and nothing else", async () => {
    const made = acting(odd((value) => ({ value, issues: null })));
    await using connection = await connect(made, { era: "2025", person: scriptedPerson(["yes"]) });
    await connection.callTool("delete_thing", SMUGGLED);
    expect(made.done).toEqual([SMUGGLED]);
  });

  it("that fails with an empty list of issues has failed", async () => {
    const made = acting(odd((value) => ({ value, issues: [] })));
    const person = scriptedPerson(["yes"]);
    await using connection = await connect(made, { era: "2025", person });
    expect(textOf(await connection.callTool("delete_thing", SMUGGLED))).toMatch(/Invalid arguments/u);
    expect(person.questions).toEqual([]);
    expect(made.done).toEqual([]);
  });

  it("that never gives the same value twice runs nothing on 2026-07-28, where the arguments are read again", async () => {
    let reads = 0;
    const made = acting(odd(() => ({ value: { id: String((reads += 1)) } })));
    await using connection = await connect(made, { era: "2026", person: scriptedPerson(["yes", "yes"]) });
    await connection.callTool("delete_thing", { id: "a" }).catch(() => undefined);
    expect(made.done).toEqual([]);
  });

  it.each([
    ["zod 3", trusted<Schema>(z3.object({ id: z3.string() })), "of zod"],
    ["a library that knows no JSON Schema", trusted<Schema>(plain()), "of plain"],
  ])("of %s is refused in words where the server is built", (_what, inputSchema, vendor) => {
    expect(acting(inputSchema).factory).toThrow(
      expect.objectContaining({
        name: "GuardUsageError",
        code: "bad-options",
        message: expect.stringContaining(vendor),
      }),
    );
  });
});

function plain(): object {
  return { "~standard": { version: 1, vendor: "plain", validate: (value: unknown) => ({ value }) } };
}
