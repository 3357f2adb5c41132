import { spawn } from "node:child_process";
import { StringDecoder } from "node:string_decoder";

import { KitError } from "./errors.ts";
import { lineReader } from "./line-reader.ts";
import type { StdioTarget } from "./target.ts";
import { settlesWithin } from "./waiting.ts";

/** How a server process ended: its exit code, or the signal that ended it. */
export type Exit = {
  /** The exit code; null after a signal. */
  code: number | null;
  /** The signal that ended it; null after an exit. */
  signal: NodeJS.Signals | null;
};

/** A server process as a test may watch and end it. */
export type ServerProcess = {
  /** The process id. */
  readonly pid: number;
  /** Resolves when the process has exited and all that it printed was read. */
  readonly exited: Promise<Exit>;
  /** Sends a signal, and does not wait. */
  kill: (signal: NodeJS.Signals) => void;
};

export type Child = ServerProcess & {
  writeLine(line: string): Promise<void>;
  stderr: () => string;
  /** Closes stdin; a process that stays gets SIGTERM, then SIGKILL. Resolves when it has exited. */
  stop(): Promise<Exit>;
};

const GRACE_MS = 2_000;

/** Starts the server process; rejects with a {@link KitError} when there is no such program. */
export async function startChild(target: StdioTarget, onLine: (line: string) => void): Promise<Child> {
  const child = spawn(target.command, [...(target.args ?? [])], {
    stdio: ["pipe", "pipe", "pipe"],
    ...(target.env === undefined ? {} : { env: { ...target.env } }),
    ...(target.cwd === undefined ? {} : { cwd: target.cwd }),
  });

  const exited = new Promise<Exit>((resolve) => {
    // "close", not "exit": only then has everything it printed been read.
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  let printed = "";
  const decoder = new StringDecoder("utf8");
  child.stderr.on("data", (chunk: Buffer) => {
    printed += decoder.write(chunk);
  });
  child.stdout.on("data", lineReader(onLine));
  // A server that exits while a test writes to it is a case under test: the write itself reports it.
  child.stdin.on("error", () => undefined);

  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (cause) => {
      reject(
        new KitError("cannot-start", `The server process ${target.command} could not be started.`, { cause }),
      );
    });
  });
  const { pid } = child;
  if (pid === undefined)
    throw new KitError("cannot-start", `The server process ${target.command} has no pid.`);

  const running = (): boolean => child.exitCode === null && child.signalCode === null;

  return {
    pid,
    exited,
    stderr: () => printed,
    writeLine: (line) =>
      new Promise((resolve, reject) => {
        child.stdin.write(`${line}\n`, (cause) => {
          if (cause === undefined || cause === null) resolve();
          else reject(new KitError("closed", "The server no longer reads its stdin.", { cause }));
        });
      }),
    kill(signal) {
      if (running()) child.kill(signal);
    },
    async stop() {
      child.stdin.end();
      for (const signal of ["SIGTERM", "SIGKILL"] as const) {
        if (await settlesWithin(exited, GRACE_MS)) break;
        if (running()) child.kill(signal);
      }
      // A grandchild may hold the pipes open after the server itself is gone.
      if (!(await settlesWithin(exited, GRACE_MS))) {
        child.stdout.destroy();
        child.stderr.destroy();
      }
      return await exited;
    },
  };
}
