import { type Connection, textOf } from "confirm-guard/testing";

/** Calls a tool and gives what it answers, for the test to say of which shape; a refusal is thrown. */
export async function answerOf(
  connection: Connection,
  tool: string,
  args: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const result = await connection.callTool(tool, args);
  if (result.isError === true) throw new Error(textOf(result));
  return result.structuredContent ?? {};
}
