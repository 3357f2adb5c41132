// One server as a process, and what it has to answer on both revisions of the protocol.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { command } from "../command.mjs";

const answerWithinMs = 60_000;

/**
 * Starts a server; `ask` sends a request and resolves with its answer. Every line on stdout has to be protocol.
 *
 * @param options.cwd, options.env where it runs, and its whole environment
 */
export function start(name, [program, ...words], { cwd, env }) {
  const { file, args, shell } = command(program, words);
  const child = spawn(file, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], shell });
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
      assert.fail(`${name} ended (${code}) before it answered ${method}\n${log}`),
    );
    return within(Promise.race([answer, gone]), `an answer to ${method}`);
  };
  const stop = async () => {
    child.stdin.end();
    assert.equal(await within(ended, `the end of ${name} after its input was closed`), 0);
  };
  return { name, ask, stop, notify: (method) => send({ method }), kill: () => child.kill() };
}

function within(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come`)), answerWithinMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Each revision, as a function that greets a server and resolves with a way to send it requests. */
export const eras = {
  "2025-11-25": async (server) => {
    const hello = await server.ask("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "packed-check", version: "0" },
    });
    assert.equal(hello.result.protocolVersion, "2025-11-25");
    assert.equal(hello.result.serverInfo.name, server.name);
    server.notify("notifications/initialized");
    return server.ask;
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
    return (method, params) => server.ask(method, { ...params, _meta });
  },
};

/** Talks to a server on each revision in turn; `talk` gets the way to ask it. */
export async function onEachEra(name, words, { where, talk }) {
  for (const greet of Object.values(eras)) {
    const server = start(name, words, where);
    try {
      await talk(await greet(server));
      await server.stop();
    } finally {
      server.kill();
    }
  }
}
