import { createRequestStateCodec, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";

import { composeRequestState, type VerifyRequestState } from "../../src/adapters/server.ts";
import { connect, connectRaw, scriptedPerson, textOf } from "../../src/testing/index.ts";
import { trusted } from "../../src/testing/trusted.ts";
import { notes, YES } from "./notes.ts";

const CALL = { name: "delete_note", arguments: { id: "a" } };

describe("a server with states of its own", () => {
  const codec = createRequestStateCodec<{ step: number }>({ key: new Uint8Array(32).fill(1) });
  const own: VerifyRequestState = (state, ctx) => codec.verify(state, ctx);
  const ctx = trusted<ServerContext>({ mcpReq: { method: "tools/call" } });

  it.each(["ask", "error"] as const)("lives with the guard (onBadState: %s)", async (onBadState) => {
    const made = notes();
    const verify = composeRequestState(made.guard, own, { onBadState });
    const factory = () => serverWith(made, verify);
    await using connection = await connect({ factory }, { era: "2026", person: scriptedPerson(["yes"]) });
    expect(textOf(await connection.callTool("delete_note", { id: "a" }))).toBe("Deleted a.");
    expect(await verify(await codec.mint({ step: 2 }), ctx)).toEqual({ step: 2 });
  });

  it("says whether a state was changed on its way or was never one of this server", async () => {
    const made = notes();
    const verify = composeRequestState(made.guard, undefined, { onBadState: "error" });
    await using raw = await connectRaw(made, { era: "2026" });
    const { result } = await raw.request("tools/call", CALL);
    const state = String(result?.["requestState"]);
    const changed = `${state.slice(0, -4)}${state.endsWith("AAAA") ? "BBBB" : "AAAA"}`;
    expect(() => verify(changed, ctx)).toThrow("The state was changed on its way.");
    expect(() => verify("nonsense", ctx)).toThrow("The state is not one of this server.");
    expect(verify(state, ctx)).toBeUndefined();
  });

  it("refuses what its own check refuses", async () => {
    const verify = composeRequestState(notes().guard, own, { onBadState: "ask" });
    await expect(verify("v1.made.up", ctx)).rejects.toThrow("mac");
  });

  it("asks afresh for a state that was changed on its way, or answers -32602 when it is told to", async () => {
    const made = notes();
    for (const onBadState of ["ask", "error"] as const) {
      const factory = () => serverWith(made, composeRequestState(made.guard, undefined, { onBadState }));
      await using raw = await connectRaw({ factory }, { era: "2026" });
      const { result } = await raw.request("tools/call", CALL);
      const state = String(result?.["requestState"]);
      const changed = `${state.slice(0, -4)}${state.endsWith("AAAA") ? "BBBB" : "AAAA"}`;
      const inputResponses = { confirm: YES };
      for (const requestState of [changed, "nonsense"]) {
        const again = await raw.request("tools/call", { ...CALL, inputResponses, requestState });
        expect(again.result?.["resultType"] ?? again.error?.code).toBe(
          onBadState === "ask" ? "input_required" : -32_602,
        );
      }
      // What another process sealed is not a fault of the client.
      const foreign = await connectRaw(notes(), { era: "2026" });
      const { result: elsewhere } = await foreign.request("tools/call", CALL);
      const moved = await raw.request("tools/call", {
        ...CALL,
        inputResponses,
        requestState: elsewhere?.["requestState"],
      });
      expect(moved.result?.["resultType"]).toBe("input_required");
      await foreign.close();
    }
    expect(made.done).toEqual([]);
  });
});

/** The notes server of `made`, with a check of states in front of it. */
function serverWith(
  made: ReturnType<typeof notes>,
  verify: ReturnType<typeof composeRequestState>,
): McpServer {
  const server = new McpServer({ name: "notes", version: "1.0.0" }, { requestState: { verify } });
  made.register(server);
  return server;
}
