import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

import { guardedSdkServers } from "./guarded-sdk.ts";

await guardedSdkServers(process.env)().connect(new StdioServerTransport());
