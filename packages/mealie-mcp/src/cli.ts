#!/usr/bin/env node
import { keepCompiled } from "server-kit/compile-cache";

// The version is looked at before anything else is loaded: an older Node could not even parse the rest.
const OLDEST = 22;
const major = Number(process.versions.node.split(".")[0]);

if (major < OLDEST) {
  process.stderr.write(`mealie-mcp needs Node ${OLDEST} or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}

// And this before the rest as well: what is loaded by then is not kept.
keepCompiled("mealie-mcp", process);

const { main } = await import("./main.ts");
await main(process);
