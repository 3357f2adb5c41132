// What a user gets: packs confirm-guard and both servers, installs the tarballs in an empty folder without a network, looks at
// what is in them, and talks to the installed servers on both protocol eras. Runs under whatever Node starts it, so that one
// machine can check several (`npx -y -p node@26 node scripts/packed-check.mjs`). The packages must be built.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkInstalled, checkPackage, checkPage, checkProgram } from "./packed/contents.mjs";
import { eras, start } from "./packed/server.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const library = "confirm-guard";
const servers = [
  {
    name: "caldav-mcp",
    bundles: ["ical.js", "zod", "@modelcontextprotocol/server"],
    lacks: [],
    lists: { tool: "list_calendars", shows: "calendars" },
  },
  {
    name: "mealie-mcp",
    bundles: ["ky", "zod", "@modelcontextprotocol/server"],
    lacks: [
      {
        data: join(root, "packages/sandbox/test/mealie/data/contract-3.23.json"),
        trace: "HTTPValidationError",
      },
    ],
    lists: { tool: "search_recipes", shows: "Red lentil soup" },
  },
];
const published = [library, ...servers.map(({ name }) => name)];

function shell(command, args, cwd) {
  const path = [dirname(process.execPath), join(root, "node_modules", ".bin"), process.env.PATH].join(
    delimiter,
  );
  const done = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    shell: process.platform === "win32",
    env: { ...process.env, PATH: path },
  });
  assert.equal(
    done.status,
    0,
    `${command} ${args.join(" ")} failed:\n${done.stdout ?? ""}${done.stderr ?? ""}`,
  );
  return done.stdout;
}

function pack(folder) {
  shell(
    "pnpm",
    [...published.flatMap((name) => ["--filter", name]), "pack", "--pack-destination", folder],
    root,
  );
  return published.map((name) => {
    const tarball = readdirSync(folder).find((file) => file.startsWith(`${name}-`) && file.endsWith(".tgz"));
    assert.ok(tarball, `no tarball of ${name}`);
    return join(folder, tarball);
  });
}

function checkImport(folder) {
  const script = 'import("confirm-guard").then((m) => process.stdout.write(typeof m.createGuard))';
  assert.equal(
    shell(process.execPath, ["-e", script], folder),
    "function",
    'import "confirm-guard" gives no createGuard',
  );
}

/** The tools of a server, by the contracts that its tests keep. */
function toolsOf(name) {
  return readdirSync(join(root, "packages", name, "test", "tools")).map((file) => basename(file, ".json"));
}

async function onServer(server, talk) {
  try {
    await talk(server);
    await server.stop();
  } finally {
    server.kill();
  }
}

/** Without settings: all tools are listed, and a call says what is missing. With --demo: a call finds what is made up. */
async function checkServer(cli, { name, lists }) {
  const call = { name: lists.tool, arguments: {} };
  const textOf = ({ result }) => result.content.map(({ text }) => text).join("\n");
  for (const [era, greet] of Object.entries(eras)) {
    await onServer(start(name, cli), async (server) => {
      const ask = await greet(server);
      const { result } = await ask("tools/list", {});
      assert.deepEqual(result.tools.map((tool) => tool.name).sort(), toolsOf(name).sort());
      const answer = await ask("tools/call", call);
      assert.ok(answer.result.isError, `${name} answers ${lists.tool} without an account`);
      assert.match(textOf(answer), /not set/);
    });
    await onServer(start(name, cli, ["--demo"]), async (server) => {
      const ask = await greet(server);
      const answer = await ask("tools/call", call);
      assert.ok(!answer.result.isError, `${name} --demo fails: ${textOf(answer)}`);
      assert.ok(textOf(answer).includes(lists.shows), `${name} --demo shows nothing of its sample`);
    });
    process.stdout.write(`packed-check: ${name} answers on ${era} under Node ${process.version}\n`);
  }
}

const folder = mkdtempSync(join(tmpdir(), "packed-check-"));
try {
  const tarballs = pack(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  shell("npm", ["install", "--offline", "--no-audit", "--no-fund", ...tarballs], folder);
  const installed = join(folder, "node_modules");
  checkInstalled(installed, published);
  checkPackage(join(installed, library), library);
  checkPage(join(installed, library, "docs", "no-question.md"));
  checkImport(folder);
  for (const server of servers) {
    const { version } = checkPackage(join(installed, server.name), server.name);
    checkProgram(join(installed, server.name), server);
    const cli = join(installed, server.name, "dist", "cli.js");
    assert.equal(shell(process.execPath, [cli, "--version"], folder), `${version}\n`);
    await checkServer(cli, server);
  }
} catch (error) {
  process.stderr.write(`packed-check: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
