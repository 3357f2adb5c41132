import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

import { guardedTool } from "../../../src/adapters/sdk.ts";
import { ANNOTATIONS, guardedActs, type GuardedSettings, TARGET } from "./guarded-acts.ts";

/** The server of guarded.ts on SDK v1. */
export function guardedSdkServers(settings: GuardedSettings): () => McpServer {
  const { guard, deletions, levers } = guardedActs(settings);
  return () => {
    const server = new McpServer({ name: "guarded-test", version: "1.0.0" });
    for (const { tool, what, outputSchema, prepare, run } of deletions) {
      const config = {
        title: `Delete ${what}`,
        description: `Deletes ${what}.`,
        inputSchema: TARGET,
        ...(outputSchema === undefined ? {} : { outputSchema }),
        annotations: ANNOTATIONS,
        prepare,
      };
      guardedTool(server, guard, tool, config, run);
    }
    for (const { name, shape, run } of levers) {
      server.registerTool(name, { inputSchema: shape }, (args) => run(args));
    }
    return server;
  };
}
