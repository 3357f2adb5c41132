import { serveStdio } from "@modelcontextprotocol/server/stdio";

import { guardedServers } from "./guarded.ts";

serveStdio(guardedServers(process.env));
