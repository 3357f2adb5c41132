import { createMcpHandler } from "@modelcontextprotocol/server";

import { listen } from "../../http/listen.ts";
import { SERVINGS } from "../../http/serving.ts";
import { guardedServers } from "./guarded.ts";

// One guard for all; a server object for each request on 2026-07-28, for each session on the 2025 revisions. STATELESS
// drops the sessions.
const { STATELESS } = process.env;
const makeServer = guardedServers(process.env);
const stateless = createMcpHandler(makeServer);
const sessions = SERVINGS["Streamable HTTP with sessions"](() => makeServer({ era: "legacy" }));

const { url } = await listen((request) => {
  const modern = request.headers.get("mcp-protocol-version") === "2026-07-28";
  return modern || STATELESS !== undefined ? stateless.fetch(request) : sessions(request);
});
process.stdout.write(`${url}\n`);
process.stdin.on("end", () => process.exit(0)).resume();
