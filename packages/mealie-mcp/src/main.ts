import { type ProgramHost, runProgram } from "server-kit";
import manifest from "../package.json" with { type: "json" };
import { readConfig, VARIABLES } from "./config.ts";
import { createServerFactory, NAME, offeredTools } from "./server.ts";

/** Reads the command line and the settings, and does what they say. */
export async function main(host: ProgramHost): Promise<void> {
  await runProgram(
    {
      name: NAME,
      version: manifest.version,
      summary:
        "An MCP server for recipes, meal plans and shopping lists in Mealie. A person is asked before anything is done that cannot be undone.",
      variables: VARIABLES,
      readConfig,
      offeredTools,
      createServerFactory,
      check: async (config, options) => (await import("./check.ts")).check(config, options),
      demoConfig: async (config) => (await import("./demo.ts")).demoConfig(config),
    },
    host,
  );
}
