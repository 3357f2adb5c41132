import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

import { guardedTool } from "../../src/adapters/server.ts";
import type { GuardOptions } from "../../src/index.ts";
import { ANNOTATIONS, type Notebook, notebook, TOOLS } from "./notebook.ts";

export { DECLINE, TOOLS, YES } from "./notebook.ts";

export type Notes = Notebook & {
  /** Adds the tools to a server. */
  register: (server: McpServer) => void;
  factory: () => McpServer;
};

/** The notes on a server of SDK v2. */
export function notes(options: Partial<GuardOptions> = {}): Notes {
  const book = notebook(options);
  const register = (server: McpServer): void => {
    for (const name of TOOLS) {
      const config = {
        description: "Deletes a note for good.",
        inputSchema: z.strictObject({ id: z.string() }),
        ...(name === "delete_note" ? {} : { outputSchema: z.object({ deleted: z.string() }) }),
        annotations: ANNOTATIONS,
        prepare: book.prepare,
      };
      guardedTool(server, book.guard, name, config, book.run);
    }
  };
  const factory = (): McpServer => {
    const server = new McpServer({ name: "notes", version: "1.0.0" });
    register(server);
    return server;
  };
  return Object.assign(book, { register, factory });
}
