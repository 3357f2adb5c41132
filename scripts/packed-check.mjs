// What a user gets: packs confirm-guard and caldav-mcp, installs both tarballs in an empty folder without a network, looks
// at what is in them, and talks to the installed caldav-mcp on both protocol eras. Runs under whatever Node starts it, so that one
// machine can check several (`npx -y -p node@26 node scripts/packed-check.mjs`). The packages must be built.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  constants,
  accessSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const windows = process.platform === "win32";
const published = ["confirm-guard", "caldav-mcp"];
const tools = [
  "list_calendars",
  "get_server_info",
  "list_events",
  "get_event",
  "search_events",
  "get_free_busy",
  "create_event",
  "update_event",
  "delete_event",
  "move_event",
  "respond_to_event",
  "list_tasks",
  "get_task",
  "create_task",
  "update_task",
  "complete_task",
  "delete_task",
  "list_journals",
  "get_journal",
  "create_journal",
  "update_journal",
  "delete_journal",
];
const answerWithinMs = 20_000;

function shell(command, args, cwd) {
  const path = [dirname(process.execPath), join(root, "node_modules", ".bin"), process.env.PATH].join(
    delimiter,
  );
  const done = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    shell: windows,
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

function checkContents(installed) {
  for (const name of published) {
    const folder = join(installed, name);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const files = readdirSync(folder, { recursive: true }).map(String);
    assert.ok(files.includes("LICENSE"), `${name} has no LICENSE`);
    assert.ok(files.includes("README.md"), `${name} has no README.md`);
    assert.ok(
      !JSON.stringify(manifest).includes("workspace:"),
      `${name} names the workspace in its manifest`,
    );
    for (const field of ["dependencies", "devDependencies", "scripts"]) {
      assert.equal(manifest[field], undefined, `the packed manifest of ${name} has ${field}`);
    }
    checkLinks(folder, files);
    const stray = files.filter((file) => /\.tsbuildinfo$|\.test\.|(^|[\\/])test[\\/]/.test(file));
    assert.deepEqual(stray, [], `${name} packs files that nobody needs`);
  }
  assert.deepEqual(
    readdirSync(installed)
      .filter((name) => !name.startsWith("."))
      .sort(),
    [...published].sort(),
  );
  const notices = readFileSync(join(installed, "caldav-mcp", "dist", "THIRD-PARTY-NOTICES.txt"), "utf8");
  for (const name of ["ical.js", "zod", "@modelcontextprotocol/server"]) {
    assert.ok(notices.includes(`\n${name} `), `the licence of ${name} is missing from the notices`);
  }
  const page = "When no question appears";
  for (const file of ["confirm-guard/docs/no-question.md", "caldav-mcp/dist/no-question.md"]) {
    const text = readFileSync(join(installed, file), "utf8");
    assert.ok(text.startsWith(`# ${page}\n`), `${file} is not the page that answers cite`);
  }
  for (const name of published) {
    const readme = readFileSync(join(installed, name, "README.md"), "utf8");
    assert.ok(readme.includes(`## ${page}\n`), `the README of ${name} does not say where "${page}" is`);
  }
  const bin = join(installed, "caldav-mcp", "dist", "cli.js");
  assert.ok(readFileSync(bin, "utf8").startsWith("#!/usr/bin/env node\n"), "cli.js has lost its first line");
  if (!windows) accessSync(bin, constants.X_OK);
}

/** A document of a package may only link to what is in the package. */
function checkLinks(folder, files) {
  for (const file of files.filter((name) => name.endsWith(".md"))) {
    const links = readFileSync(join(folder, file), "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)/g);
    for (const [, target] of links) {
      assert.ok(
        existsSync(join(folder, dirname(file), target)),
        `${file} links to ${target}, which is not packed`,
      );
    }
  }
}

function checkImport(folder) {
  const script = 'import("confirm-guard").then((m) => process.stdout.write(typeof m.createGuard))';
  assert.equal(
    shell(process.execPath, ["-e", script], folder),
    "function",
    'import "confirm-guard" gives no createGuard',
  );
}

/** One server process; `ask` sends a request and resolves with its answer. Every line on stdout has to be protocol. */
function start(cli) {
  const child = spawn(process.execPath, [cli], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { PATH: process.env.PATH },
  });
  const waiting = new Map();
  let log = "";
  child.stderr.on("data", (chunk) => (log += chunk));
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)));
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    assert.equal(message.jsonrpc, "2.0");
    waiting.get(message.id)?.(message);
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let id = 0;
  const ask = (method, params) => {
    id += 1;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    const gone = ended.then((code) =>
      assert.fail(`caldav-mcp ended (${code}) before it answered ${method}\n${log}`),
    );
    return within(Promise.race([answer, gone]), `an answer to ${method}`);
  };
  const stop = async () => {
    child.stdin.end();
    assert.equal(await within(ended, "the end of caldav-mcp after its input was closed"), 0);
  };
  return { ask, stop, notify: (method) => send({ method }), kill: () => child.kill() };
}

function within(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come`)), answerWithinMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function checkTools(answer) {
  const names = answer.result.tools.map((tool) => tool.name);
  assert.deepEqual(names.sort(), tools.toSorted(), "tools/list names other tools than these 22");
}

const eras = {
  "2025-11-25": async (server) => {
    const clientInfo = { name: "packed-check", version: "0" };
    const hello = await server.ask("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo,
    });
    assert.equal(hello.result.protocolVersion, "2025-11-25");
    assert.equal(hello.result.serverInfo.name, "caldav-mcp");
    server.notify("notifications/initialized");
    checkTools(await server.ask("tools/list", {}));
  },
  "2026-07-28": async (server) => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "packed-check", version: "0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const found = await server.ask("server/discover", { _meta });
    assert.ok(
      found.result.supportedVersions.includes("2026-07-28"),
      "server/discover does not offer 2026-07-28",
    );
    checkTools(await server.ask("tools/list", { _meta }));
  },
};

const folder = mkdtempSync(join(tmpdir(), "packed-check-"));
try {
  const tarballs = pack(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  shell("npm", ["install", "--offline", "--no-audit", "--no-fund", ...tarballs], folder);
  const installed = join(folder, "node_modules");
  checkContents(installed);
  checkImport(folder);
  for (const [era, talk] of Object.entries(eras)) {
    const server = start(join(installed, "caldav-mcp", "dist", "cli.js"));
    try {
      await talk(server);
      await server.stop();
    } finally {
      server.kill();
    }
    process.stdout.write(`packed-check: caldav-mcp answers on ${era} under Node ${process.version}\n`);
  }
} catch (error) {
  process.stderr.write(`packed-check: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
