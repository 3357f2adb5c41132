import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** How to start a server over stdio; `env` is the whole of its environment. */
export type Launch = {
  command?: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd?: string;
};

/** An answer, and how long its line was: that is what a client has to read. */
export type Answer = { result: unknown; characters: number };

export type StdioProgram = {
  pid: number;
  ask: (method: string, params: Record<string, unknown>) => Promise<Answer>;
  notify: (method: string) => void;
  /** Ends it, with whatever it has started. */
  stop: () => Promise<void>;
};

type Pending = { resolve: (answer: Answer) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

const ANSWER_MS = 120_000;
const LAST_WORDS = 2_000;
const running = new Set<ChildProcess>();
// They are in groups of their own and would outlive us.
process.once("exit", () => running.forEach(killGroup));

/**
 * Starts a server and speaks JSON-RPC with it, line by line and with nothing in between: what is measured is the server,
 * not a client. Lines that are no JSON are passed over, because some servers greet on stdout.
 */
export function startProgram({ command = process.execPath, args, env, cwd }: Launch): StdioProgram {
  const child = spawn(command, [...args], {
    env: { ...env },
    stdio: ["pipe", "pipe", "pipe"],
    // A group of its own: npx starts the server as a grandchild, which has to end with it.
    detached: true,
    ...(cwd === undefined ? {} : { cwd }),
  });
  running.add(child);
  const pending = new Map<number, Pending>();
  let lastWords = "";
  let ids = 0;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS);
  });
  child.stdin.on("error", () => undefined);
  createInterface({ input: child.stdout }).on("line", (line) => settle(pending, line));
  const ended = new Promise<void>((resolve) => {
    const end = (why: string): void => {
      running.delete(child);
      for (const id of pending.keys())
        take(pending, id)?.reject(new Error(`The program ended before it answered: ${why}`));
      resolve();
    };
    child.once("error", ({ message }) => end(message)).once("close", () => end(lastWords.trim()));
  });

  return {
    pid: child.pid ?? 0,
    notify: (method) => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method })}\n`),
    ask(method, params) {
      ids += 1;
      const id = ids;
      return new Promise<Answer>((resolve, reject) => {
        const late = new Error(`The program did not answer ${method} within ${ANSWER_MS / 1000} s.`);
        const timer = setTimeout(() => take(pending, id)?.reject(late), ANSWER_MS);
        pending.set(id, { resolve, reject, timer });
        child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
      });
    },
    async stop() {
      killGroup(child);
      await ended;
    },
  };
}

function take(pending: Map<number, Pending>, id: number): Pending | undefined {
  const waiting = pending.get(id);
  pending.delete(id);
  clearTimeout(waiting?.timer);
  return waiting;
}

function settle(pending: Map<number, Pending>, line: string): void {
  const message = parsed(line);
  if (message === undefined || typeof message["id"] !== "number") return;
  const waiting = take(pending, message["id"]);
  if (message["error"] !== undefined)
    waiting?.reject(new Error(`The program refused: ${JSON.stringify(message["error"])}`));
  else waiting?.resolve({ result: message["result"], characters: line.length });
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}
