import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { createMcpHandler } from "@modelcontextprotocol/server";
import { beforeAll, describe, expect, it } from "vitest";

import { listen } from "../http/listen.ts";
import { everythingServer } from "./everything-server.ts";

const SUITE = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);
/** A bound, not an expectation: the whole suite takes ten seconds where nothing else runs. */
const SUITE_MS = 180_000;

const TOOLS = [
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "tools-call-with-progress",
];
const QUESTIONS = [
  "basic-elicitation",
  "basic-sampling",
  "basic-list-roots",
  "request-state",
  "multiple-input-requests",
  "multi-round",
  "missing-input-response",
  "non-tool-request",
  "result-type",
  "unsupported-methods",
  "capability-check",
  "ignore-extra-params",
  "validate-input",
].map((name) => `input-required-result-${name}`);
const TAMPERED = "input-required-result-tampered-state";

/** Every scenario of the official suite for one revision, as its command line sums them up. */
async function summaryOf(url: string): Promise<string> {
  const args = [SUITE, "server", "--url", url, "--suite", "all", "--spec-version", "2026-07-28"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"], timeout: SUITE_MS });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  await once(child, "close");
  return said.slice(said.indexOf("=== SUMMARY ==="));
}

describe.each([
  {
    onBadState: "ask",
    tampered: `✗ ${TAMPERED}: 1 passed, 1 failed`,
    so: "answers it with a fresh question",
  },
  { onBadState: "error", tampered: `✓ ${TAMPERED}: 2 passed, 0 failed`, so: "refuses it" },
] as const)("a server with the guard, onBadState $onBadState", ({ onBadState, tampered, so }) => {
  let summary: string[] = [];
  beforeAll(async () => {
    const { url, stop } = await listen(createMcpHandler(everythingServer({ onBadState })).fetch);
    summary = (await summaryOf(url).finally(stop)).split("\n");
  }, SUITE_MS);

  it.each([...TOOLS, ...QUESTIONS])("passes %s", (name) => {
    const line = summary.find((one) => one.includes(` ${name}: `)) ?? "not run";
    expect(line).toMatch(/^✓ \S+ [1-9]\d* passed, 0 failed$/u);
  });

  // The suite wants a protocol error here; a person who was asked is better served by the question.
  it(`is sent a tampered state and ${so}`, () => {
    expect(summary).toContain(tampered);
  });
});
