import { appendFileSync } from "node:fs";

import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

import { guardedTool } from "../../../src/adapters/server.ts";
import { createGuard, type DecisionEvent, exact } from "../../../src/index.ts";
import { folderStore } from "./folder-store.ts";

/** Everything a test can choose about the server; all strings, so that it fits an environment. */
export type GuardedSettings = {
  ACCOUNT?: string;
  /** Hex; with `STORE_FOLDER`, what several instances share. */
  KEY?: string;
  STORE_FOLDER?: string;
  ANSWER_WITHIN_MS?: string;
  ELICITATION?: string;
  /** Every act is noted here as well, for tests that outlive the server. */
  ACTS_FILE?: string;
};

type Factory = (context: { era: "legacy" | "modern" }) => McpServer;

const text = (value: unknown) => ({ content: [{ type: "text" as const, text: JSON.stringify(value) }] });
const QUESTION = { consequence: "There is no copy of it.", yes: "Yes, delete it", no: "No, keep it" };
const TARGET = z.object({ id: z.string(), note: z.string().optional() });
const ANNOTATIONS = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};

/** A server whose one kind of act is counted, with levers for a test: its clock, its data, and a gate in `prepare`. */
export function guardedServers(settings: GuardedSettings): Factory {
  const acts: string[] = [];
  const events: DecisionEvent[] = [];
  const versions = new Map<string, number>();
  const clock = { wall: 0, monotonic: 0 };
  const gate = prepareGate();

  const guard = createGuard({
    server: "guarded-test",
    audience: settings.ACCOUNT ?? "ada",
    elicitation: settings.ELICITATION !== "false",
    ...(settings.KEY === undefined || settings.STORE_FOLDER === undefined
      ? {}
      : { shared: { keys: [Buffer.from(settings.KEY, "hex")], store: folderStore(settings.STORE_FOLDER) } }),
    ...(settings.ANSWER_WITHIN_MS === undefined ? {} : { answerWithinMs: Number(settings.ANSWER_WITHIN_MS) }),
    principal: principalOfMeta,
    limits: { questionsPer10Min: 100_000, openQuestions: 100 },
    onDecision: (event) => void events.push(event),
    clock: { now: () => Date.now() + clock.wall, monotonic: () => performance.now() + clock.monotonic },
    warn: () => undefined,
  });

  const deleting = (tool: string, what: string) => (server: McpServer) =>
    guardedTool(
      server,
      guard,
      tool,
      {
        title: `Delete ${what}`,
        description: `Deletes ${what}.`,
        inputSchema: TARGET,
        annotations: ANNOTATIONS,
        prepare: async ({ id }) => {
          await gate.pass();
          const version = versions.get(id) ?? 1;
          return {
            found: { version },
            ask: {
              subject: exact(id, version),
              question: { ...QUESTION, action: `delete ${what}`, callerValues: { Id: { path: id } } },
            },
          };
        },
      },
      async ({ id }) => {
        acts.push(`${tool} ${id}`);
        if (settings.ACTS_FILE !== undefined) appendFileSync(settings.ACTS_FILE, `${tool} ${id}\n`);
        return text(`deleted ${id}`);
      },
    );

  return () => {
    const server = new McpServer({ name: "guarded-test", version: "1.0.0" });
    deleting("delete_event", "an event")(server);
    deleting("delete_calendar", "a calendar")(server);

    const empty = { inputSchema: z.object({}) };
    server.registerTool("acts", empty, async () => text(acts));
    server.registerTool("events", empty, async () => text(events));
    server.registerTool("touch", { inputSchema: z.object({ id: z.string() }) }, async ({ id }) => {
      versions.set(id, (versions.get(id) ?? 1) + 1);
      return text("touched");
    });
    const step = z.object({ wall: z.number(), monotonic: z.number() });
    server.registerTool("move_clock", { inputSchema: step }, async ({ wall, monotonic }) => {
      clock.wall += wall;
      clock.monotonic += monotonic;
      return text("moved");
    });
    server.registerTool("hold_prepare", empty, async () => text(gate.hold()));
    server.registerTool("held_prepare", empty, async () => text(await gate.held()));
    server.registerTool("release_prepare", empty, async () => text(gate.release()));
    return server;
  };
}

/** Each request names its sender, so that one connection can speak for two people. */
function principalOfMeta(ctx: unknown): string {
  const sender = at(at(at(ctx, "mcpReq"), "_meta"), "test/principal");
  return typeof sender === "string" ? sender : "ada";
}

function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** Lets a test stop every `prepare` at one point and know that one has come there. */
function prepareGate() {
  let open = Promise.withResolvers<void>();
  let came = Promise.withResolvers<void>();
  open.resolve();
  return {
    async pass(): Promise<void> {
      came.resolve();
      await open.promise;
    },
    hold(): string {
      open = Promise.withResolvers<void>();
      came = Promise.withResolvers<void>();
      return "held";
    },
    async held(): Promise<string> {
      await came.promise;
      return "one is there";
    },
    release(): string {
      open.resolve();
      return "released";
    },
  };
}
