import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";

import { guardedTool } from "../../src/adapters/server.ts";
import { createGuard, exact } from "../../src/index.ts";
import { scriptedPerson, textOf } from "../../src/testing/index.ts";
import { notes, YES } from "../adapters/notes.ts";
import { gateway, GATEWAY_LIMITS } from "./gateway.ts";
import { HTTP_CLIENTS } from "./http-clients.ts";
import { listen } from "./listen.ts";
import { modernCall } from "./modern-call.ts";

const CALL = { name: "delete_note", arguments: { id: "a" } };
const ANSWER = { inputResponses: { confirm: YES } };

/** A server behind the gateway; both end with the test. */
async function behindGateway(factory: () => McpServer): Promise<string> {
  const server = await listen(createMcpHandler(factory).fetch);
  onTestFinished(server.stop);
  const front = await listen(gateway(server.url, "Notes"));
  onTestFinished(front.stop);
  return front.url;
}

describe("behind a gateway that changes what it passes on", () => {
  it("a person reads the question under the gateway's name for the server, and the yes runs once", async () => {
    const made = notes();
    const person = scriptedPerson(["yes"]);
    const client = await HTTP_CLIENTS["SDK v2, 2026-07-28"](await behindGateway(made.factory), person);
    onTestFinished(() => client.close());
    const result = await client.callTool("delete_note", { id: "a" });
    expect(textOf(result)).toBe("Deleted a.");
    expect(person.questions[0]?.message).toMatch(/^\[Notes\] notes-server-\d+: delete a note\./u);
    expect(made.done).toEqual(["a"]);
  });

  it("a no changes nothing, and its words arrive although the result's _meta does not", async () => {
    const made = notes();
    const client = await HTTP_CLIENTS["SDK v2, 2026-07-28"](
      await behindGateway(made.factory),
      scriptedPerson(["no"]),
    );
    onTestFinished(() => client.close());
    const result = await client.callTool("delete_note", { id: "a" });
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toContain("Nothing was changed.");
    expect(JSON.stringify(result)).not.toContain("confirm-guard/outcome");
    expect(made.done).toEqual([]);
  });

  it("the longest question that the guard can write is short enough", async () => {
    const values = Array.from({ length: 10 }, (_, at) => [`Value ${at}`, "\u{1F600}".repeat(500)]);
    const guard = createGuard({
      server: "long-questions",
      audience: null,
      elicitation: true,
      warn: () => {},
    });
    const url = await behindGateway(() => {
      const server = new McpServer({ name: "long", version: "1.0.0" });
      const config = {
        inputSchema: z.object({ id: z.string() }),
        prepare: async () => ({
          found: null,
          ask: {
            subject: exact("a", 1),
            question: {
              action: `delete ${"a very long list of things, ".repeat(10)}and all`,
              consequence: "There is no copy. ".repeat(10).trim(),
              callerValues: Object.fromEntries(values),
              yes: "Yes, delete it",
            },
          },
        }),
      };
      guardedTool(server, guard, "delete_note", config, async () => ({
        content: [{ type: "text", text: "Deleted." }],
      }));
      return server;
    });
    const asked = await modernCall(url, CALL);
    expect(asked.error).toBeUndefined();
    const message: unknown = JSON.parse(JSON.stringify(asked.result)).inputRequests.confirm.params.message;
    expect(String(message).length).toBeGreaterThan(1_000);
    const done = await modernCall(url, CALL, { ...ANSWER, requestState: asked.result?.["requestState"] });
    expect(textOf(done.result)).toBe("Deleted.");
  });

  it("a thing that keeps changing ends with the gateway's last round, and nothing has run", async () => {
    const made = notes();
    const url = await behindGateway(made.factory);
    let rounds = 0;
    let { result, error } = await modernCall(url, CALL);
    while (result?.["resultType"] === "input_required") {
      rounds += 1;
      made.versions.set("a", rounds + 1);
      const requestState = result["requestState"];
      ({ result, error } = await modernCall(url, CALL, { ...ANSWER, requestState }));
    }
    expect({ rounds, refused: error?.code }).toEqual({ rounds: GATEWAY_LIMITS.rounds, refused: -32_602 });
    expect(made.done).toEqual([]);
  });
});
