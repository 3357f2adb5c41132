import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

export type ServerProcess = { port: number; stop: () => Promise<void> };

const READY_MS = 60_000;
const POLL_MS = 25;
const GRACE_MS = 3000;

/**
 * Below the ports that systems hand out by themselves (from 32768 on Linux): the port 0 of another test could otherwise
 * become the one that a server is about to take. Each worker of a run has its own thousand.
 */
const FIRST_PORT = 20_000;
const WORKERS = 12;
const PORTS_OF_A_WORKER = 1_000;

async function freePort(): Promise<number> {
  const worker = Number(process.env["VITEST_POOL_ID"] ?? 0) % WORKERS;
  for (;;) {
    const port = FIRST_PORT + worker * PORTS_OF_A_WORKER + randomInt(PORTS_OF_A_WORKER);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** The process and those that it started; a server like Cyrus consists of several. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch {
    // All of them have ended.
  }
}

async function end(child: ChildProcess): Promise<void> {
  const exited = isRunning(child) ? once(child, "exit") : Promise.resolve();
  for (const name of ["SIGTERM", "SIGKILL"] as const) {
    if (!isRunning(child)) break;
    signal(child, name);
    await Promise.race([exited, delay(GRACE_MS, undefined, { ref: false })]);
  }
  signal(child, "SIGKILL");
}

let endsOnSignals = false;

/** A server is in a process group of its own and so is not met by the signal that ends us. */
function endOnSignals(): void {
  if (endsOnSignals) return;
  endsOnSignals = true;
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => process.exit(1));
}

/** Any HTTP answer counts: the server listens and has read its configuration. */
async function waitUntilReady(child: ChildProcess, port: number, said: () => string): Promise<void> {
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline) {
    if (!isRunning(child))
      throw new Error(`the server ended before it was ready: ${said() || "it said nothing"}`);
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1000) });
      await answer.arrayBuffer();
      return;
    } catch {
      await delay(POLL_MS);
    }
  }
  throw new Error(`the server was not ready in time: ${said() || "it said nothing"}`);
}

/**
 * Starts a server on a free port of 127.0.0.1, with a folder of its own that is removed with it.
 *
 * @param command - its program and arguments; a promise, so that files may be written to the folder first
 * @param options.ids - the account it runs under, when not ours
 */
export async function startServerProcess(
  command: (place: { port: number; folder: string }) => Promise<readonly [string, ...string[]]>,
  { ids }: { ids?: { uid: number; gid: number } } = {},
): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), "caldav-server-"));
  const port = await freePort();
  const [program, ...args] = await command({ port, folder });
  // A home of its own: no configuration of the machine's user is read.
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, TZ: "UTC", LC_ALL: "C.UTF-8" },
    stdio: ["ignore", "ignore", "pipe"],
    // A process group of its own, so that the whole of it can be ended.
    detached: true,
    ...ids,
  });
  const lastWords: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => {
    lastWords.push(chunk.toString("utf8"));
    if (lastWords.length > 20) lastWords.shift();
  });
  const kill = (): void => {
    signal(child, "SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once("exit", kill);
  endOnSignals();

  const stop = async (): Promise<void> => {
    await end(child);
    process.removeListener("exit", kill);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(child, port, () => lastWords.join(""));
  } catch (cause) {
    await stop();
    throw cause;
  }
  return { port, stop };
}
