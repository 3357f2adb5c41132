import {
  createGuard,
  type DecisionEvent,
  exact,
  type Guard,
  type GuardOptions,
  type Prepared,
  type ToolResult,
} from "../../src/index.ts";
import { type TestClock, testClock } from "../guard/world.ts";

const YES_CHOICE = "Yes, delete it";
export const YES = { action: "accept", content: { decision: YES_CHOICE } };
export const DECLINE = { action: "decline" };

/** Two tools that do the same, one of them with an output schema. */
export const TOOLS = ["delete_note", "delete_note_with_schema"] as const;

export const ANNOTATIONS = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

export type Notebook = {
  guard: Guard;
  clock: TestClock;
  events: DecisionEvent[];
  done: string[];
  /** What `prepare` and `run` were handed as arguments. */
  seen: unknown[];
  versions: Map<string, number>;
  /** Called by `prepare`; may change anything, and may answer in its place. */
  onPrepare: (id: string) => Prepared<string> | undefined | void;
  prepare: (args: { id: string }) => Promise<Prepared<string>>;
  run: (args: { id: string }, found: string) => Promise<ToolResult>;
};

let names = 0;

/** A heap of notes with a guard that lives as long as the process; knows no SDK. */
export function notebook(options: Partial<GuardOptions> = {}): Notebook {
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
  const book: Notebook = {
    guard,
    clock,
    events,
    done: [],
    seen: [],
    versions: new Map(),
    onPrepare: () => {},
    prepare: async (args) => {
      book.seen.push(args);
      const instead = book.onPrepare(args.id);
      if (instead !== undefined) return instead;
      const question = {
        action: "delete a note",
        consequence: "There is no copy.",
        yes: YES_CHOICE,
        no: "No, keep it",
      };
      return {
        found: args.id,
        ask: { subject: exact(args.id, book.versions.get(args.id) ?? 1), question },
      };
    },
    run: async (args, found) => {
      book.seen.push(args);
      book.done.push(found);
      return {
        content: [{ type: "text", text: `Deleted ${found}.` }],
        structuredContent: { deleted: found },
      };
    },
  };
  return book;
}
