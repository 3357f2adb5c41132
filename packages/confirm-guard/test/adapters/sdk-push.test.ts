import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { pushPort } from "../../src/adapters/sdk-push.ts";
import type { CallContext } from "../../src/adapters/sdk.ts";
import { ElicitFailure } from "../../src/index.ts";
import { trusted } from "../../src/testing/trusted.ts";
import { YES } from "./notebook.ts";

describe("the push port of SDK v1", () => {
  it("does not withdraw a question that was answered, whatever becomes of its call", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const signals: AbortSignal[] = [];
    const server = trusted<Server>({
      request: async (_request: unknown, _schema: unknown, { signal }: { signal: AbortSignal }) => {
        signals.push(signal);
        return YES;
      },
    });
    const call = new AbortController();
    const port = pushPort(server, trusted<CallContext>({ requestId: 1 }));
    const answer = await port.elicit(trusted({}), { timeoutMs: 60_000, signal: call.signal });
    vi.advanceTimersByTime(3_600_000);
    call.abort();
    expect([answer, signals.map(({ aborted }) => aborted), vi.getTimerCount()]).toEqual([YES, [false], 0]);
  });

  it("tells a question that the client refused from one that could not be sent", async () => {
    const failing = (error: unknown) =>
      pushPort(
        trusted<Server>({ request: () => Promise.reject(error) }),
        trusted<CallContext>({ requestId: 1 }),
      );
    const elicit = (error: unknown) =>
      failing(error).elicit(trusted({}), { timeoutMs: 1_000, signal: new AbortController().signal });
    const refused = new McpError(-32_603, "broken");
    await expect(elicit(refused)).rejects.toBe(refused);
    for (const unsent of [new Error("Not connected"), Object.assign(new Error("gone"), { code: "EPIPE" })])
      await expect(elicit(unsent)).rejects.toEqual(new ElicitFailure("not-delivered"));
  });
});
