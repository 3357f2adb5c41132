import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** How a client starts a server. */
export type Start = { command: string; args: readonly string[]; env: Record<string, string>; cwd: string };

/** What a client saw of a server. */
export type Seen = { server: string; tools: readonly string[]; failed: boolean; text: string };

/** A tool of each server that reads what it was set up for, without an argument. */
const READS: Record<string, string> = { "caldav-mcp": "list_calendars", "mealie-mcp": "list_shopping_lists" };

/**
 * Starts a server, lists its tools, lets it read something, and stops it.
 *
 * @throws Error with what it said when it does not serve
 */
export async function speakTo({ command, args, env, cwd }: Start): Promise<Seen> {
  const client = new Client({ name: "docs", version: "0.0.0" });
  const transport = new StdioClientTransport({ command, args: [...args], env, cwd, stderr: "pipe" });
  let said = "";
  transport.stderr?.on("data", (bytes: Buffer) => {
    said += bytes.toString("utf8");
  });
  try {
    await client.connect(transport);
    const server = client.getServerVersion()?.name ?? "";
    const { tools } = await client.listTools();
    const result = await client.callTool({ name: READS[server] ?? "", arguments: {} });
    const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    return { server, tools: tools.map(({ name }) => name), failed: result.isError === true, text };
  } catch (cause) {
    throw new Error(`The server did not serve. It said: ${said}`, { cause });
  } finally {
    await client.close();
  }
}
