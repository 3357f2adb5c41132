import { inputRequired, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const QUESTION = {
  mode: "form" as const,
  message: "Delete the event?",
  requestedSchema: {
    type: "object" as const,
    properties: {
      decision: { type: "string" as const, title: "Decision", enum: ["No, keep it", "Yes, delete it"] },
    },
    required: ["decision"],
  },
};

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

type Factory = (context: { era: "legacy" | "modern" }) => McpServer;

/** Asks with what the SDK alone offers: a pushed question on 2025 revisions, `input_required` on 2026-07-28. */
export function plainServers(): Factory {
  const counter = { acts: 0 };
  return ({ era }) => buildPlain(era, counter);
}

function buildPlain(era: "legacy" | "modern", counter: { acts: number }): McpServer {
  const server = new McpServer({ name: "plain", version: "1.0.0" }, { instructions: "A server for tests." });

  server.registerTool("delete_event", { inputSchema: z.object({ id: z.string() }) }, async ({ id }, ctx) => {
    const answered = ctx.mcpReq.inputResponses?.["confirm"];
    if (era === "modern" && answered === undefined) {
      return inputRequired({
        inputRequests: { confirm: { method: "elicitation/create", params: QUESTION } },
      });
    }
    // Without the relation the question would come over the GET stream of a session.
    const relation = { relatedRequestId: ctx.mcpReq.id };
    const answer = era === "modern" ? answered : await ctx.mcpReq.elicitInput(QUESTION, relation);
    const said = JSON.stringify(answer);
    if (!said.includes("Yes, delete it")) return text(`kept ${id}: ${said}`);
    counter.acts += 1;
    return text(`deleted ${id}`);
  });

  server.registerTool("acts", { inputSchema: z.object({}) }, async () => text(String(counter.acts)));
  return server;
}
