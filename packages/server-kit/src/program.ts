import type { McpServerFactory } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { GuardUsageError } from "confirm-guard";
import { systemClock } from "./clock.ts";
import { type Listable, parseCommandLine, type Program, renderHelp, renderTools } from "./command-line.ts";
import type { Environment } from "./environment.ts";
import { ConfigError } from "./errors.ts";
import { DIALOGS_OFF } from "./shared-settings.ts";
import { createWorkInHand, type WorkInHand } from "./work-in-hand.ts";

/** The parts of `process` that a program uses. */
export type ProgramHost = Pick<
  NodeJS.Process,
  "argv" | "env" | "stdin" | "stdout" | "stderr" | "exit" | "once"
>;

/** What a program gives to its server. */
export type ProgramEdges = {
  version: string;
  log: (line: string) => void;
  /** Where approved work is noted, for a process that is told to end meanwhile. */
  inHand?: WorkInHand;
};

/** A server as a program: what its command line and its settings lead to. */
export type ServerProgram<Config extends { elicitation: boolean }> = Program & {
  /** Takes the credentials out of the environment before anything can fail. @throws ConfigError, GuardUsageError */
  readConfig(env: Environment): Config;
  offeredTools(config: Config): readonly Listable[];
  createServerFactory(config: Config, edges: ProgramEdges): McpServerFactory;
  check(
    config: Config,
    options: { json: boolean; edges: ProgramEdges },
  ): Promise<{ ok: boolean; text: string }>;
  /** The settings with an account on sample data. */
  demoConfig(config: Config): Promise<Config>;
};

/** Reads the command line and the settings, and does what they say. */
export const runProgram = async <Config extends { elicitation: boolean }>(
  program: ServerProgram<Config>,
  host: ProgramHost,
): Promise<void> => {
  const command = parseCommandLine(host.argv.slice(2));
  const edges = { version: program.version, log: (line: string) => void host.stderr.write(`${line}\n`) };
  const print = (text: string) => void host.stdout.write(text);
  const fail = (line: string): never => {
    host.stderr.write(`${program.name}: ${line}\n`);
    host.exit(1);
  };
  try {
    // The settings are read first, whatever is asked: that takes the credentials out of the environment.
    const config = program.readConfig(host.env);
    switch (command.kind) {
      case "wrong":
        return fail(command.message);
      case "help":
        return print(renderHelp(program));
      case "version":
        return print(`${program.version}\n`);
      case "tools":
        return print(
          renderTools(program.offeredTools(config)) + (config.elicitation ? "" : `${DIALOGS_OFF}\n`),
        );
      case "check": {
        const { ok, text } = await program.check(config, { json: command.json, edges });
        print(text);
        return host.exit(ok ? 0 : 1);
      }
      case "demo":
        return serve(program, await program.demoConfig(config), { host, edges });
      case "serve":
        return serve(program, config, { host, edges });
    }
  } catch (error) {
    if (error instanceof ConfigError || error instanceof GuardUsageError) fail(error.message);
    throw error;
  }
};

/** How long a process that was told to end still begins writes of an approved set. */
const ENDING_MS = 10_000;

/** Serves until the client is gone or the process is told to end; approved writes that have begun are finished first. */
const serve = <Config extends { elicitation: boolean }>(
  program: ServerProgram<Config>,
  config: Config,
  { host, edges }: { host: ProgramHost; edges: ProgramEdges },
): void => {
  const inHand = createWorkInHand();
  const handle = serveStdio(program.createServerFactory(config, { ...edges, inHand }));
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    systemClock.after(ENDING_MS, () => inHand.beginNoMore()).unref();
    await handle.close().catch(() => undefined);
    await inHand.idle();
    host.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) host.once(signal, stop);
  // A client that closes its ends must not end the process in the middle of an approved set of writes.
  host.stdout.on("error", stop);
  host.stderr.on("error", () => undefined);
  host.stdin.once("end", stop);
  host.stdin.once("close", stop);
};
