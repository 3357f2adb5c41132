#!/usr/bin/env node
import { keepCompiled } from "server-kit/compile-cache";
import { readSchemasAsTheyStand } from "server-kit/schemas-read";

// The version is looked at before anything else is loaded: an older Node could not even parse the rest.
const OLDEST = 22;
const major = Number(process.versions.node.split(".")[0]);

if (major < OLDEST) {
  process.stderr.write(`mealie-mcp needs Node ${OLDEST} or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}

// Both before the rest as well: they concern what is loaded after them.
keepCompiled("mealie-mcp", process);
readSchemasAsTheyStand();

const { main } = await import("./main.ts");
await main(process);
