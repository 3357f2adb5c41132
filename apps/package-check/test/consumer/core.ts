// A program that uses the package without any SDK; every declaration it reaches is checked.
import { createGuard, exact, type GuardStore, type Port, type ToolResult } from "confirm-guard";
import { redisStore } from "confirm-guard/redis";

const store: GuardStore = redisStore({ set: async () => "OK", getDel: async () => null });
const guard = createGuard({
  server: "consumer",
  audience: ["https://notes.example.org", "ada"],
  shared: { keys: [new Uint8Array(32)], store },
});

export async function deleteNote(port: Port): Promise<ToolResult | "asked"> {
  const result = await guard.run(port, {
    tool: "delete_note",
    args: { id: "7" },
    prepare: async () => ({
      found: { id: "7", version: 3 },
      ask: {
        subject: exact("7", 3),
        question: { action: "delete a note", consequence: "There is no copy.", yes: "Yes, delete it" },
      },
    }),
    run: async (found) => ({
      content: [{ type: "text", text: found.id + found.version.toFixed() }],
    }),
  });
  return "resultType" in result ? "asked" : result;
}

// @ts-expect-error -- a guard needs to know where it acts
createGuard({ server: "consumer" });
// @ts-expect-error -- a plain text is no fact
export const facts: import("confirm-guard").Question["facts"] = { Title: "text" };
