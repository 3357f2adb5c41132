import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Row, warmPair } from "./measure.ts";

const MINIMAL = fileURLToPath(new URL("../dist/minimal-server.js", import.meta.url));
const CALDAV = fileURLToPath(new URL("../../../packages/caldav-mcp/dist/cli.js", import.meta.url));
/** An account that is configured and never asked: starting talks to nobody. */
const ENV = { CALDAV_URL: "https://dav.example.org/", CALDAV_USERNAME: "ada", CALDAV_PASSWORD: "unused" };
const IDLE_MS = 1_000;

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "0.0.0" },
  },
};

/** From spawning the process to its answer to `initialize`, beside a server that does nothing. */
export async function measureStartUp(): Promise<Row[]> {
  const { work: caldav, floor: minimal } = await warmPair(
    () => startAndStop(CALDAV),
    () => startAndStop(MINIMAL),
  );
  const rows: Row[] = [
    {
      what: "cold start of caldav-mcp",
      value: caldav / minimal,
      unit: "× minimal server",
      aim: "at most 1.25",
      note: `${caldav.toFixed(0)} ms; minimal server ${minimal.toFixed(0)} ms`,
    },
  ];
  const idle = await idleMegabytes();
  if (idle !== undefined)
    rows.push({ what: "idle memory of caldav-mcp", value: idle, unit: "MB", aim: "at most 90" });
  return rows;
}

async function startAndStop(program: string): Promise<void> {
  await stop(await start(program));
}

/** Undefined where there is no /proc to read it from. */
async function idleMegabytes(): Promise<number | undefined> {
  const child = await start(CALDAV);
  try {
    await delay(IDLE_MS);
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
  } finally {
    await stop(child);
  }
}

async function start(program: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], { env: ENV, stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  const answered = await Promise.race([
    once(child.stdout, "data").then(([chunk]) => String(chunk).includes('"serverInfo"')),
    once(child, "exit").then(() => false),
  ]);
  if (!answered) throw new Error(`${program} did not answer initialize.`);
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
