import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request as forward } from "node:http";
import { createInterface } from "node:readline";

const READY_MS = 60_000;

/** An HTTP server in a process of its own. */
export type Instance = {
  /** Its MCP endpoint. */
  url: string;
  pid: number;
  stderr: () => string;
  stop(): Promise<void>;
};

/**
 * Starts a program that prints its address as its first line.
 *
 * @param env - all that it sees of an environment
 */
export async function startInstance(file: string, env: Record<string, string>): Promise<Instance> {
  const child = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const stop = async (): Promise<void> => {
    process.removeListener("exit", kill);
    await end(child);
  };
  const stopped = AbortSignal.timeout(READY_MS);
  for await (const url of createInterface({ input: child.stdout, signal: stopped })) {
    if (child.pid === undefined) break;
    child.stdout.resume();
    return { url, pid: child.pid, stderr: () => said, stop };
  }
  await stop();
  throw new Error(`The instance printed no address: ${said}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/** What stands in front of the instances: one address, and every request goes to the next one. */
export type Front = {
  url: string;
  /** Which instance got each request, oldest first. */
  routed: number[];
  stop(): Promise<void>;
};

export async function startFront(targets: readonly string[]): Promise<Front> {
  const routed: number[] = [];
  const server = createServer((incoming, outgoing) => {
    const turn = routed.length % targets.length;
    routed.push(turn);
    const { method, headers } = incoming;
    const onward = forward(new URL(targets[turn] ?? ""), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The front has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    routed,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
