// Imports every entry point and says what that changed in the process.
const watched = () => ({
  globals: Reflect.ownKeys(globalThis).map(String),
  prototypes: [Object, Array, String, Promise, Map, Error, Uint8Array].map(({ prototype }) =>
    Reflect.ownKeys(prototype).map(String),
  ),
  listeners: process.eventNames().map(String),
  environment: Object.keys(process.env),
  open: process.getActiveResourcesInfo(),
});
// The SDKs and zod are loaded first: what they do is theirs.
await import("@modelcontextprotocol/server");
await import("@modelcontextprotocol/sdk/server/mcp.js");
await import("@modelcontextprotocol/sdk/types.js");
await import("zod");
const before = JSON.stringify(watched());
for (const entry of process.argv.slice(2)) await import(entry);
const after = JSON.stringify(watched());
process.stdout.write(before === after ? "nothing" : `${before}\n${after}`);
