import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { cliOf, PROGRAMS } from "../programs.ts";

/** Says on stderr when a function is made from a text. */
const WATCH = `globalThis.Function = new Proxy(Function, {
  construct(target, args) {
    process.stderr.write("a function from a text\\n");
    return new target(...args);
  },
});`;

const MESSAGES = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "c", version: "1" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list", params: {} },
];

it.each(PROGRAMS)("%s makes no function from a text before the first call", async (program) => {
  const watch = `data:text/javascript,${encodeURIComponent(WATCH)}`;
  const child = spawn(process.execPath, ["--import", watch, cliOf(program)], { env: {} });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  for (const message of MESSAGES) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ids: unknown[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const answer = JSON.parse(line) as { id?: unknown };
    ids.push(answer.id);
    if (answer.id === 2) child.stdin.end();
  }
  expect(ids).toEqual([1, 2]);
  expect(stderr).toBe("");
});
