import { serveStdio } from "@modelcontextprotocol/server/stdio";

import { plainServers } from "./plain.ts";

// What the tests say about the process around the protocol: output beside it, and an end that is not asked for.
const { GREETING, STRAY, DIE_ON_CALL } = process.env;
if (GREETING !== undefined) process.stderr.write(`${GREETING}\n`);
if (STRAY !== undefined) process.stdout.write(`${STRAY}\n`);
if (DIE_ON_CALL !== undefined) {
  process.stdin.on("data", (chunk: Buffer) => {
    if (chunk.includes("tools/call")) process.exit(3);
  });
}

serveStdio(plainServers());
