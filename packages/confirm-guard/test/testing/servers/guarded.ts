import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

import { guardedTool } from "../../../src/adapters/server.ts";
import { ANNOTATIONS, guardedActs, type GuardedSettings, TARGET } from "./guarded-acts.ts";

export type { GuardedSettings } from "./guarded-acts.ts";

type Factory = (context: { era: "legacy" | "modern" }) => McpServer;

/** A server on SDK v2 whose one kind of act is counted. */
export function guardedServers(settings: GuardedSettings): Factory {
  const { guard, deletions, levers } = guardedActs(settings);
  return () => {
    const server = new McpServer({ name: "guarded-test", version: "1.0.0" });
    for (const { tool, what, outputSchema, prepare, run } of deletions) {
      const config = {
        title: `Delete ${what}`,
        description: `Deletes ${what}.`,
        inputSchema: z.object(TARGET),
        ...(outputSchema === undefined ? {} : { outputSchema: z.object(outputSchema) }),
        annotations: ANNOTATIONS,
        prepare,
      };
      guardedTool(server, guard, tool, config, run);
    }
    for (const { name, shape, run } of levers) {
      server.registerTool(name, { inputSchema: z.object(shape) }, (args) => run(args));
    }
    return server;
  };
}
