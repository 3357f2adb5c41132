import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Connect, ToolResult } from "./client.ts";
import { createScreen } from "./dialogs.ts";

/** A client program on `@modelcontextprotocol/sdk`, which speaks the revisions up to 2025-11-25. */
export const connectSdkV1: Connect = async ({ command, args, env }, { dialogs }) => {
  const client = new Client(
    { name: "a-client-program", version: "1.0.0" },
    { capabilities: dialogs ? { elicitation: {} } : {} },
  );
  const screen = createScreen();
  if (dialogs) client.setRequestHandler(ElicitRequestSchema, ({ params }) => screen.show(params));
  const transport: Transport = new StdioClientTransport({ command, args: [...args], env, stderr: "ignore" });
  let revision = "";
  transport.setProtocolVersion = (agreed) => (revision = agreed);
  await client.connect(transport);
  return {
    revision,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, given) => screen.follow(client.callTool({ name, arguments: given }) as Promise<ToolResult>),
    [Symbol.asyncDispose]: () => client.close(),
  };
};
