import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";

import { createClient } from "redis";

const READY_MS = 60_000;

/** A Redis of the test's own, on a socket in a folder of its own; nothing of it is kept on disk. */
export type RedisServer = {
  /** For `createClient({ url })`. */
  url: string;
  socket: string;
  /** Ends the process, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again at the same place, empty. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** The program of redis-server; undefined when it is not on the PATH. */
function programOf(path = process.env["PATH"] ?? ""): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, "redis-server"))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Where to look, what is demanded, and where to say what is missing. */
export type Surroundings = { path?: string; required?: string; say?: (line: string) => void };

/** Whether Redis can be started here. A missing one is said, and is an error when REQUIRE_SERVERS asks for it. */
export function hasRedis({ path, required, say }: Surroundings = {}): boolean {
  if (programOf(path) !== undefined) return true;
  const names = (required ?? process.env["REQUIRE_SERVERS"] ?? "").toLowerCase().split(/\s*,\s*/u);
  if (["1", "true", "redis-server"].some((name) => names.includes(name))) {
    throw new Error("REQUIRE_SERVERS asks for redis-server, but it is not installed.");
  }
  const tell = say ?? ((line: string) => void process.stderr.write(line));
  tell("skipped: redis-server is not installed; the tests of confirm-guard/redis did not run\n");
  return false;
}

/** @param flags - more settings, such as `--maxmemory 2mb` */
export async function startRedis(flags: readonly string[] = []): Promise<RedisServer> {
  const program = programOf();
  if (program === undefined) throw new Error("redis-server is not installed.");
  const folder = await mkdtemp(join(tmpdir(), "confirm-guard-redis-"));
  const socket = join(folder, "redis.sock");
  const settings = ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", ...flags];
  let running: ChildProcess | undefined;

  const kill = async (): Promise<void> => {
    const child = running;
    running = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  const killAtExit = (): void => void running?.kill("SIGKILL");
  process.once("exit", killAtExit);

  const start = async (): Promise<void> => {
    const env = { PATH: process.env["PATH"] ?? "", LC_ALL: "C" };
    const child = spawn(program, settings, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
    running = child;
    const stopped = AbortSignal.timeout(READY_MS);
    for await (const line of createInterface({ input: child.stdout, signal: stopped })) {
      if (line.includes("ready to accept connections")) {
        child.stdout.resume();
        return;
      }
    }
    throw new Error("redis-server ended, or was not ready in time.");
  };
  await start();
  return {
    url: `unix://${socket}`,
    socket,
    kill,
    start,
    stop: async () => {
      await kill();
      process.removeListener("exit", killAtExit);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A client that is connected and hears its own errors; a lost connection is tried again at once. */
export async function connectedClient(url: string) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: 20 },
  });
  client.on("error", () => {});
  await client.connect();
  return client;
}
