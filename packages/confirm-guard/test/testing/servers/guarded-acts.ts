import { appendFileSync } from "node:fs";

import { z } from "zod";

import { createGuard, type DecisionEvent, exact, type Guard, type Prepared } from "../../../src/index.ts";
import { folderStore } from "./folder-store.ts";

/** Everything a test can choose about the server; all strings, so that it fits an environment. */
export type GuardedSettings = {
  ACCOUNT?: string;
  /** Hex; with `STORE_FOLDER`, what several instances share. */
  KEY?: string;
  STORE_FOLDER?: string;
  ANSWER_WITHIN_MS?: string;
  QUESTIONS_PER_10_MIN?: string;
  ELICITATION?: string;
  /** Leaves it to the adapter who sent a request, which otherwise the request itself says. */
  OWN_PRINCIPAL?: string;
  /** Every act is noted here as well, for tests that outlive the server. */
  ACTS_FILE?: string;
};

type Text = { content: { type: "text"; text: string }[]; structuredContent?: Record<string, unknown> };
type Target = { id: string; note?: string | undefined };

/** A guarded tool without an SDK around it. */
export type Deletion = {
  tool: string;
  what: string;
  outputSchema: { deleted: z.ZodString } | undefined;
  prepare: (args: Target) => Promise<Prepared<{ version: number }>>;
  run: (args: Target) => Promise<Text>;
};

/** A tool by which a test looks at the server or moves it. */
export type Lever = { name: string; shape: z.ZodRawShape; run: (args: unknown) => Promise<Text> };

export const TARGET = { id: z.string(), note: z.string().optional() };
export const ANNOTATIONS = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};

const QUESTION = { consequence: "There is no copy of it.", yes: "Yes, delete it", no: "No, keep it" };
const STEP = z.object({ wall: z.number(), monotonic: z.number() });
const ID = z.object({ id: z.string() });

const text = (value: unknown): Text => ({ content: [{ type: "text", text: JSON.stringify(value) }] });

/** Time stands still unless a test moves it, so that a slow machine is no slow person. */
const START = Date.UTC(2026, 8, 14, 7);

/** What is guarded, and levers for a test: the acts, the clock, the data, and a gate in `prepare`. Knows no SDK. */
export function guardedActs(settings: GuardedSettings): {
  guard: Guard;
  deletions: Deletion[];
  levers: Lever[];
} {
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
    ...(settings.OWN_PRINCIPAL === undefined ? { principal: principalOfMeta } : {}),
    limits: { questionsPer10Min: Number(settings.QUESTIONS_PER_10_MIN ?? 100_000), openQuestions: 100 },
    onDecision: (event) => void events.push(event),
    clock: { now: () => START + clock.wall, monotonic: () => clock.monotonic },
    warn: () => undefined,
  });

  const deletion = (tool: string, what: string, outputSchema?: Deletion["outputSchema"]): Deletion => ({
    tool,
    what,
    outputSchema,
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
    run: async ({ id }) => {
      acts.push(`${tool} ${id}`);
      if (settings.ACTS_FILE !== undefined) appendFileSync(settings.ACTS_FILE, `${tool} ${id}\n`);
      return { ...text(`deleted ${id}`), structuredContent: { deleted: id } };
    },
  });

  const lever = (name: string, run: (args: unknown) => unknown, shape: z.ZodRawShape = {}): Lever => ({
    name,
    shape,
    run: async (args) => text(await run(args)),
  });

  return {
    guard,
    deletions: [
      deletion("delete_event", "an event"),
      deletion("delete_calendar", "a calendar"),
      deletion("delete_book", "a book", { deleted: z.string() }),
    ],
    levers: [
      lever("acts", () => acts),
      lever("events", () => events),
      lever(
        "touch",
        (args) => {
          const { id } = ID.parse(args);
          versions.set(id, (versions.get(id) ?? 1) + 1);
          return "touched";
        },
        ID.shape,
      ),
      lever(
        "move_clock",
        (args) => {
          const { wall, monotonic } = STEP.parse(args);
          clock.wall += wall;
          clock.monotonic += monotonic;
          return "moved";
        },
        STEP.shape,
      ),
      lever("hold_prepare", gate.hold),
      lever("held_prepare", gate.held),
      lever("release_prepare", gate.release),
    ],
  };
}

/** Each request names its sender, so that one connection can speak for two people. */
function principalOfMeta(ctx: unknown): string {
  const sender = at(at(at(ctx, "mcpReq"), "_meta") ?? at(ctx, "_meta"), "test/principal");
  return typeof sender === "string" ? sender : "ada";
}

function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** Lets a test stop every `prepare` at one point and know that one has come there. */
function prepareGate(): {
  pass: () => Promise<void>;
  hold: () => string;
  held: () => Promise<string>;
  release: () => string;
} {
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
