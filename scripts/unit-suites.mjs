// The suites that need no other server, under the Node that starts this file: `node scripts/unit-suites.mjs`. Programs in
// node_modules/.bin would run under the repository's own Node instead. Arguments are handed on to vitest.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const projects = ["confirm-guard", "server-kit", "sandbox", "caldav-mcp", "mealie-mcp"];
/** Folders of suites that talk to a server, and single files that measure or start programs. */
const integrations =
  "adapters,behaviour,conformance,deviations,direct-edit,every-tool,examples,faults,hostile,http,imports,invitation,moving,organizers,program,recipes,redis,shopping,testing,trials";
const slow = "guarded-tools,linear-time";
/** How the tests themselves start Unix servers, which stands apart from everything that runs on Windows. */
const unixOnly = process.platform === "win32" ? ["--exclude=packages/caldav-mcp/test/servers/**"] : [];

const args = [
  ...projects.flatMap((name) => ["--project", name]),
  `--exclude=**/test/{${integrations}}/**`,
  `--exclude=**/{${slow}}.test.ts`,
  ...unixOnly,
  ...process.argv.slice(2),
];
process.stdout.write(`unit suites under Node ${process.version}\n`);
const { status } = spawnSync(process.execPath, [vitest, "run", "--reporter=dot", ...args], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  stdio: "inherit",
});
process.exitCode = status ?? 1;
