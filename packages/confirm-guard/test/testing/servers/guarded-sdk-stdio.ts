import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

import { guardedSdkServers } from "./guarded-sdk.ts";

const server = guardedSdkServers(process.env)();
await server.connect(new StdioServerTransport());
// SDK v1 does not notice that stdin has ended, and an open question would keep the process.
process.stdin.once("end", () => void server.close());
