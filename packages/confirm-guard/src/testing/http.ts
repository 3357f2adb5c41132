import type { Channel } from "./channel.ts";
import { peer } from "./peers.ts";
import type { HttpTarget } from "./target.ts";
import { trusted } from "./trusted.ts";

/** The Streamable HTTP transport of the SDK line that the client is of. */
export async function httpChannel({ url }: HttpTarget, sdk: "v1" | "v2"): Promise<Channel> {
  const endpoint = new URL(url);
  if (sdk === "v1") {
    const { StreamableHTTPClientTransport } = await peer(
      "@modelcontextprotocol/sdk",
      () => import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
    );
    return trusted<Channel>(new StreamableHTTPClientTransport(endpoint));
  }
  const { StreamableHTTPClientTransport } = await peer(
    "@modelcontextprotocol/client",
    () => import("@modelcontextprotocol/client"),
  );
  return trusted<Channel>(new StreamableHTTPClientTransport(endpoint));
}
