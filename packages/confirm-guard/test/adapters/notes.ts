import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

import { guardedTool } from "../../src/adapters/server.ts";
import {
  createGuard,
  type DecisionEvent,
  exact,
  type Guard,
  type GuardOptions,
  type Prepared,
} from "../../src/index.ts";
import { type TestClock, testClock } from "../guard/world.ts";

export const YES_CHOICE = "Yes, delete it";
export const YES = { action: "accept", content: { decision: YES_CHOICE } };
export const DECLINE = { action: "decline" };

/** Two tools that do the same, one of them with an output schema. */
export const TOOLS = ["delete_note", "delete_note_with_schema"] as const;

export type Notes = {
  guard: Guard;
  clock: TestClock;
  events: DecisionEvent[];
  done: string[];
  /** What `prepare` and `run` were handed as arguments. */
  seen: unknown[];
  versions: Map<string, number>;
  /** Called by `prepare`; may change anything, and may answer in its place. */
  onPrepare: (id: string) => Prepared<string> | undefined | void;
  /** Adds the tools to a server. */
  register: (server: McpServer) => void;
  factory: () => McpServer;
};

let names = 0;

/** A server over a heap of notes, with a guard that lives as long as the process. */
export function notes(options: Partial<GuardOptions> = {}): Notes {
  const clock = testClock();
  const events: DecisionEvent[] = [];
  const guard = createGuard({
    server: `notes-server-${(names += 1)}`,
    audience: ["https://notes.example.org", "ada"],
    elicitation: true,
    warn: () => {},
    onDecision: (event) => events.push(event),
    clock,
    ...options,
  });
  const made: Notes = {
    guard,
    clock,
    events,
    done: [],
    seen: [],
    versions: new Map(),
    onPrepare: () => {},
    register: (server) => TOOLS.forEach((name) => register(server, name)),
    factory: () => {
      const server = new McpServer({ name: "notes", version: "1.0.0" });
      made.register(server);
      return server;
    },
  };

  function register(server: McpServer, name: (typeof TOOLS)[number]): void {
    guardedTool(
      server,
      guard,
      name,
      {
        description: "Deletes a note for good.",
        inputSchema: z.strictObject({ id: z.string() }),
        ...(name === "delete_note" ? {} : { outputSchema: z.object({ deleted: z.string() }) }),
        annotations: {
          readOnlyHint: false,
          destructiveHint: true,
          idempotentHint: true,
          openWorldHint: false,
        },
        prepare: async (args) => {
          made.seen.push(args);
          const instead = made.onPrepare(args.id);
          if (instead !== undefined) return instead;
          return {
            found: args.id,
            ask: {
              subject: exact(args.id, made.versions.get(args.id) ?? 1),
              question: {
                action: "delete a note",
                consequence: "There is no copy.",
                yes: YES_CHOICE,
                no: "No, keep it",
              },
            },
          };
        },
      },
      async (args, found) => {
        made.seen.push(args);
        made.done.push(found);
        return {
          content: [{ type: "text", text: `Deleted ${found}.` }],
          structuredContent: { deleted: found },
        };
      },
    );
  }
  return made;
}
