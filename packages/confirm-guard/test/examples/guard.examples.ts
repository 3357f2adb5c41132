// The examples of the doc comments, compiled. Each stands here word for word; tsdoc.test.ts compares them.
import {
  CONFIRM_TOKEN,
  confirmTokenField,
  createGuard,
  type DecisionEvent,
  ElicitFailure,
  exact,
  factDate,
  factHost,
  factId,
  type Guard,
  type GuardStore,
  GuardUsageError,
  ordered,
  type Port,
  type Question,
  readElicitation,
  set,
} from "../../src/index.ts";

export function guardOfAServer(): unknown {
  const guard = createGuard({ server: "notes-mcp", audience: ["https://notes.example.org", "ada"] });
  return guard;
}

export async function oneCall(guard: Guard, port: Port): Promise<unknown> {
  const result = await guard.run(port, {
    tool: "delete_note",
    args: { id: "7" },
    prepare: async () => ({
      found: { id: "7" },
      ask: {
        subject: exact("7", "version 3"),
        question: { action: "delete a note", consequence: "There is no copy.", yes: "Yes, delete it" },
      },
    }),
    run: async (found) => ({ content: [{ type: "text", text: `Deleted note ${found.id}.` }] }),
  });
  return result;
}

export function aQuestion(): unknown {
  const question: Question = {
    action: "delete a recurring event and all 3 of its occurrences",
    consequence: "The calendar keeps no history, so this cannot be undone.",
    facts: { "Starts on": factDate({ date: "2026-09-14" }), "Invited people": 4 },
    callerValues: { Calendar: { path: "/calendars/team/" } },
    yes: "Yes, delete it",
    no: "No, keep it",
  };
  return question;
}

export function facts(): unknown {
  const starts = factDate({ instant: "2026-09-14T07:00:00Z", zone: "Europe/Berlin" });
  const day = factDate({ date: "2026-09-14" });
  const food = factId("3f2a9c04-5b1e-4d7a-9c55-0a1b2c3d4e5f");
  const account = factHost(new URL("https://dav.example.org/").host);
  return [starts, day, food, account];
}

export function oneThing(): unknown {
  const subject = exact("/calendars/team/42.ics", '"5f3c"');
  return subject;
}

export function aPair(): unknown {
  const subject = ordered({ from: "12" }, { into: "34" });
  return subject;
}

export function aSet(): unknown {
  const subject = set(["b", "a", "a"]); // the same subject as set(["a", "b"])
  return subject;
}

export function theSwitch(): unknown {
  const elicitation = readElicitation({ ELICITATION: "false" }); // false
  return elicitation;
}

export function usageErrors(console: { error(line: string): void }): void {
  try {
    factDate({ date: "2026-02-30" });
  } catch (error) {
    if (error instanceof GuardUsageError && error.code === "bad-fact") console.error(error.message);
  }
}

export function aFailingPort(): unknown {
  const port: Port = {
    kind: "push",
    elicit: async () => {
      throw new ElicitFailure("not-delivered");
    },
  };
  return port;
}

export function aStore(): unknown {
  const entries = new Map<string, string>();
  const store: GuardStore = {
    put: async (key, value) => void entries.set(key, value),
    take: async (key) => {
      const value = entries.get(key);
      entries.delete(key);
      return value;
    },
  };
  return store;
}

export function anEventLine(): unknown {
  const line = (event: DecisionEvent): string =>
    `${event.at} ${event.tool} ${event.outcome} ${event.by ?? "-"}`;
  return line;
}

export function aSchemaByHand(): unknown {
  const inputSchema = {
    type: "object",
    properties: { id: { type: "string" }, [CONFIRM_TOKEN]: confirmTokenField },
  };
  return inputSchema;
}
