// confirm-guard as the author of a server meets it: installed with its peers, and the server of its README started.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./npx.mjs";
import { onEachEra } from "./server.mjs";

export const library = "confirm-guard";

/** What its README says to install beside it, for SDK v2. */
const peers = ["@modelcontextprotocol/server", "zod"];

/** The first program of the README that serves on standard input and output. */
function serverOf(readme) {
  const programs = [...readme.matchAll(/^```ts\n(.*?)^```$/gmsu)].map(([, code]) => code);
  const found = programs.find((code) => /^serveStdio\(/mu.test(code));
  assert.ok(found, "the README of confirm-guard shows no server over stdio");
  return found;
}

/**
 * Installs it by name and starts the server that its README shows.
 *
 * @returns how many seconds the installation took, peers and all
 */
export async function checkLibrary(where) {
  const installing = await run("npm", ["install", library, ...peers], where);
  assert.equal(installing.code, 0, `npm install ${library} failed:\n${installing.output}`);

  const code = serverOf(readFileSync(join(where.cwd, "node_modules", library, "README.md"), "utf8"));
  const [, name] = /createGuard\(\{ server: "([^"]+)"/u.exec(code) ?? [];
  writeFileSync(join(where.cwd, "server.mts"), code);
  await onEachEra(name, [process.execPath, "--no-warnings", "server.mts"], {
    where,
    async talk(ask) {
      const { result } = await ask("tools/list", {});
      const guarded = result.tools.filter((tool) => "confirm_token" in (tool.inputSchema.properties ?? {}));
      assert.ok(guarded.length > 0, "no tool of the server in the README asks");
    },
  });
  return installing.seconds;
}
