import { spawn } from "node:child_process";
import { once } from "node:events";
import { startSandbox } from "sandbox";
import { describe, expect, it } from "vitest";
import { onDay } from "../deviations/desk.ts";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";
import { openDesk, shown } from "./desk.ts";

describe("what a caller gets to see", () => {
  it("is a page with a cursor when there is more, earliest first, and nothing is left out (F124)", async () => {
    await using desk = await openDesk();
    for (let index = 0; index < 60; index += 1)
      desk.seed(`e${index}.ics`, onDay(`e${index}`, 1 + ((index * 7) % 30)));
    const window = { from: "2026-09-01", to: "2026-09-30", limit: 25 };
    const seen: { id: string; start: { value: string } }[] = [];
    let cursor: unknown;
    do {
      const page = shown(
        await desk.call("list_events", cursor === undefined ? window : { cursor, limit: 25 }),
      );
      seen.push(...(page["events"] as typeof seen));
      cursor = page["cursor"];
    } while (cursor !== undefined && seen.length < 100);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(60);
    expect(seen).toHaveLength(60);
    const starts = seen.map(({ start }) => start.value);
    expect(starts).toEqual(starts.toSorted());
  });

  it("begins with JSON-RPC on stdout, and nothing else is written there (F128)", async () => {
    const sandbox = await startSandbox();
    const { command, args, env } = startCaldavMcp(sandbox);
    const child = spawn(command, args, { env, stdio: ["pipe", "pipe", "pipe"] });
    const params = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "0" },
    };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
    const [first] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
    child.stdin.end();
    await once(child, "exit");
    await sandbox.close();
    expect(first[0]).toBe("{");
    expect(JSON.parse(first)).toMatchObject({ jsonrpc: "2.0", id: 1 });
  });
});
