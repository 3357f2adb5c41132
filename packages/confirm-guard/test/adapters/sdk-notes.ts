import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import * as z4v3 from "zod/v3";
import * as z3 from "zod-3";
import * as z3v4 from "zod-3/v4";

import { guardedTool } from "../../src/adapters/sdk.ts";
import type { GuardOptions } from "../../src/index.ts";
import { trusted } from "../../src/testing/trusted.ts";
import { ANNOTATIONS, type Notebook, notebook, TOOLS } from "./notebook.ts";

type Schema = z.ZodObject<{ id: z.ZodString }>;

/** The same arguments in every form that SDK v1 takes; zod 3 once as a package of its own, once as zod 4 brings it. */
export const SCHEMAS = {
  "zod 4, strict object": z.strictObject({ id: z.string() }),
  "zod 4, raw shape": trusted<Schema>({ id: z.string() }),
  "zod 3, strict object": trusted<Schema>(z3.object({ id: z3.string() }).strict()),
  "zod 3, raw shape": trusted<Schema>({ id: z3.string() }),
  "zod 3 out of zod 4, object": trusted<Schema>(z4v3.object({ id: z4v3.string() })),
  "zod 4 out of zod 3, object": trusted<Schema>(z3v4.object({ id: z3v4.string() })),
};

export type SchemaName = keyof typeof SCHEMAS;

export const isSchemaName = (name: string): name is SchemaName => Object.hasOwn(SCHEMAS, name);

export type SdkNotes = Notebook & {
  register: (server: McpServer, schema?: SchemaName) => void;
  factory: (context?: unknown, schema?: SchemaName) => McpServer;
};

/** The notes on a server of SDK v1. */
export function sdkNotes(options: Partial<GuardOptions> = {}): SdkNotes {
  const book = notebook(options);
  const register: SdkNotes["register"] = (server, schema = "zod 4, strict object") => {
    for (const name of TOOLS) {
      const config = {
        description: "Deletes a note for good.",
        inputSchema: SCHEMAS[schema],
        ...(name === "delete_note" ? {} : { outputSchema: { deleted: z.string() } }),
        annotations: ANNOTATIONS,
        prepare: book.prepare,
      };
      guardedTool(server, book.guard, name, config, book.run);
    }
  };
  const factory: SdkNotes["factory"] = (_context, schema) => {
    const server = new McpServer({ name: "notes", version: "1.0.0" });
    register(server, schema);
    return server;
  };
  return Object.assign(book, { register, factory });
}
