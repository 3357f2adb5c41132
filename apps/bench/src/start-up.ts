import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Row, warmPair } from "./measure.ts";

type Program = { name: string; file: string; env: Record<string, string> };

const MINIMAL: Program = {
  name: "the minimal server",
  file: fileURLToPath(new URL("../dist/minimal-server.js", import.meta.url)),
  env: {},
};

/** Each with an account that is configured and never asked: starting talks to nobody. */
const PROGRAMS: readonly Program[] = [
  {
    name: "caldav-mcp",
    file: programOf("caldav-mcp"),
    env: { CALDAV_URL: "https://dav.example.org/", CALDAV_USERNAME: "ada", CALDAV_PASSWORD: "unused" },
  },
  {
    name: "mealie-mcp",
    file: programOf("mealie-mcp"),
    env: { MEALIE_URL: "https://mealie.example.org/", MEALIE_API_TOKEN: "unused" },
  },
];
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
  const rows: Row[] = [];
  for (const program of PROGRAMS) rows.push(...(await measureProgram(program)));
  return rows;
}

async function measureProgram(program: Program): Promise<Row[]> {
  const { work, floor } = await warmPair(
    () => startAndStop(program),
    () => startAndStop(MINIMAL),
  );
  const rows: Row[] = [
    {
      what: `cold start of ${program.name}`,
      value: work / floor,
      unit: "× minimal server",
      aim: "at most 1.25",
      note: `${work.toFixed(0)} ms; minimal server ${floor.toFixed(0)} ms`,
    },
  ];
  const idle = await idleMegabytes(program);
  if (idle !== undefined)
    rows.push({ what: `idle memory of ${program.name}`, value: idle, unit: "MB", aim: "at most 90" });
  return rows;
}

async function startAndStop(program: Program): Promise<void> {
  await stop(await start(program));
}

/** Undefined where there is no /proc to read it from. */
async function idleMegabytes(program: Program): Promise<number | undefined> {
  const child = await start(program);
  try {
    await delay(IDLE_MS);
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
  } finally {
    await stop(child);
  }
}

async function start({ name, file, env }: Program): Promise<ChildProcess> {
  const child = spawn(process.execPath, [file], { env, stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  const answered = await Promise.race([
    once(child.stdout, "data").then(([chunk]) => String(chunk).includes('"serverInfo"')),
    once(child, "exit").then(() => false),
  ]);
  if (!answered) throw new Error(`${name} did not answer initialize.`);
  return child;
}

function programOf(name: string): string {
  return fileURLToPath(new URL(`../../../packages/${name}/dist/cli.js`, import.meta.url));
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
