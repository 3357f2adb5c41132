import { setTimeout as delay } from "node:timers/promises";

import type { McpServer } from "@modelcontextprotocol/server";

/** One transparent pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** A header and no sound. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const text = (words: string) => ({ type: "text" as const, text: words });
const image = { type: "image" as const, data: PNG, mimeType: "image/png" };

/** The tools of the suite that ask nobody: every kind of content, an error, and progress. */
export function registerContentTools(server: McpServer): void {
  const offer = (name: string, content: object[]): void => {
    server.registerTool(name, { description: `Returns what ${name} says.` }, async () =>
      JSON.parse(JSON.stringify({ content })),
    );
  };
  offer("test_simple_text", [text("This is a simple text response for testing.")]);
  offer("test_image_content", [image]);
  offer("test_audio_content", [{ type: "audio", data: WAV, mimeType: "audio/wav" }]);
  const embedded = {
    uri: "test://embedded-resource",
    mimeType: "text/plain",
    text: "This is an embedded resource content.",
  };
  offer("test_embedded_resource", [{ type: "resource", resource: embedded }]);
  const mixed = {
    uri: "test://mixed-content-resource",
    mimeType: "application/json",
    text: '{"test":"data","value":123}',
  };
  offer("test_multiple_content_types", [
    text("Multiple content types test:"),
    image,
    { type: "resource", resource: mixed },
  ]);
  server.registerTool("test_error_handling", { description: "Always fails." }, async () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  server.registerTool("test_tool_with_progress", { description: "Reports progress." }, async (ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await ctx.mcpReq.notify({ method: "notifications/progress", params });
      }
      await delay(5);
    }
    return { content: [text("Done.")] };
  });
}
