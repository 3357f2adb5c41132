import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Connect } from "./client.ts";
import { createScreen } from "./dialogs.ts";

/**
 * A client program on `@modelcontextprotocol/client`: as it comes it opens with `initialize`; with `auto` it looks
 * first whether the server speaks 2026-07-28.
 */
export const connectSdkV2 =
  (mode: "legacy" | "auto"): Connect =>
  async ({ command, args, env }, { dialogs }) => {
    const client = new Client(
      { name: "a-client-program", version: "1.0.0" },
      {
        capabilities: dialogs ? { elicitation: {} } : {},
        ...(mode === "auto" ? { versionNegotiation: { mode } } : {}),
      },
    );
    const screen = createScreen();
    if (dialogs) client.setRequestHandler("elicitation/create", ({ params }) => screen.show(params));
    await client.connect(new StdioClientTransport({ command, args: [...args], env, stderr: "ignore" }));
    return {
      revision: client.getNegotiatedProtocolVersion() ?? "",
      toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: (name, given) => screen.follow(client.callTool({ name, arguments: given })),
      [Symbol.asyncDispose]: () => client.close(),
    };
  };
