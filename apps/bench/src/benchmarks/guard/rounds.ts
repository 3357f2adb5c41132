import { acceptedContent, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { createGuard, exact, type ToolResult } from "confirm-guard";
import { guardedTool } from "confirm-guard/server";
import { connect, type Era, scriptedPerson } from "confirm-guard/testing";
import { z } from "zod";

const TOOL = "delete_note";
const ARGS = { id: "n1" };
const YES = "Yes, delete it";
const NO = "No, keep it";
const INPUT = z.object({ id: z.string() });
const DONE: ToolResult = { content: [{ type: "text", text: "The note was deleted." }] };
/** More answers than any run gives. */
const ENOUGH = 100_000;

/** Calls the tool once; the question on the way is answered with yes. */
export type Round = { call: () => Promise<void>; close: () => Promise<void> };

/** A tool that the guard asks for, in memory and with a person who says yes at once. */
export function guardedRound(era: Era): Promise<Round> {
  const guard = createGuard({
    server: "bench-mcp",
    audience: ["https://notes.example.org", "ada"],
    elicitation: true,
    limits: { questionsPer10Min: Number.MAX_SAFE_INTEGER },
    warn: () => {},
  });
  return roundOn(era, () => {
    const server = new McpServer({ name: "bench-mcp", version: "0.0.0" });
    const prepare = async ({ id }: { id: string }) => ({
      found: id,
      ask: {
        subject: exact(id, 1),
        question: {
          action: "delete a note",
          consequence: "There is no copy of it.",
          facts: { Lines: 12 },
          callerValues: { Id: { path: id } },
          yes: YES,
          no: NO,
        },
      },
    });
    const card = { description: "Deletes a note.", inputSchema: INPUT, prepare };
    guardedTool(server, guard, TOOL, card, async () => DONE);
    return server;
  });
}

/** The same question asked by the SDK alone: nothing is bound, sealed, counted or remembered. */
export function bareRound(era: Era): Promise<Round> {
  const asked = inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({
        message: "bench-mcp wants to delete a note. There is no copy of it.",
        requestedSchema: {
          type: "object",
          properties: { decision: { type: "string", enum: [NO, YES] } },
          required: ["decision"],
        },
      }),
    },
    requestState: "asked",
  });
  return roundOn(era, () => {
    const server = new McpServer({ name: "bench-mcp", version: "0.0.0" });
    server.registerTool(TOOL, { description: "Deletes a note.", inputSchema: INPUT }, async (_, ctx) => {
      const answer = acceptedContent(ctx.mcpReq.inputResponses, "confirm");
      return answer?.["decision"] === YES ? DONE : asked;
    });
    return server;
  });
}

async function roundOn(era: Era, factory: () => McpServer): Promise<Round> {
  const person = scriptedPerson(Array.from({ length: ENOUGH }, () => "yes" as const));
  const connection = await connect({ factory }, { era, person });
  return {
    close: () => connection.close(),
    async call() {
      const before = person.questions.length;
      const { isError } = await connection.callTool(TOOL, ARGS);
      if (isError === true || person.questions.length !== before + 1)
        throw new Error("A call did not run after one question and one yes.");
    },
  };
}
