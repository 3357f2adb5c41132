import type { McpServerFactory } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { GuardUsageError } from "confirm-guard";
import { systemClock } from "./clock.ts";
import { parseCommandLine } from "./command-line.ts";
import type { Environment } from "./environment.ts";
import { ConfigError } from "./errors.ts";
import { keepHeapSmall } from "./heap.ts";
import { type Listable, type Program, renderHelp, renderTools } from "./help.ts";
import { classOf } from "./fault.ts";
import { DIALOGS_OFF } from "./shared-settings.ts";
import { greet, sayThatItTakesTime } from "./terminal.ts";
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
  const print = (text: string) => written(host.stdout, text);
  const fail = async (line: string): Promise<void> => {
    await written(host.stderr, `${program.name}: ${line}\n`);
    host.exit(1);
  };
  // Whoever reads only the first lines and hangs up has seen enough.
  for (const stream of [host.stdout, host.stderr]) stream.on("error", () => undefined);
  // The settings are read first, whatever is asked: that takes the credentials out of the environment.
  const settings = readSettings(program, host.env);
  try {
    switch (command.kind) {
      case "wrong":
        return await fail(command.message);
      case "help":
        return await print(renderHelp(program));
      case "version":
        return await print(`${program.version}\n`);
      case "tools":
        return await print(toolsText(program, settings()));
      case "check": {
        const config = settings();
        const patience = sayThatItTakesTime(program, host);
        const { ok, text } = await program.check(config, { json: command.json, edges });
        patience.cancel();
        await print(text);
        return host.exit(ok ? 0 : 1);
      }
      case "demo":
        return serve(program, await program.demoConfig(settings()), { host, edges });
      case "serve":
        return serve(program, settings(), { host, edges });
    }
  } catch (error) {
    if (error instanceof ConfigError || error instanceof GuardUsageError) return fail(error.message);
    return fail(
      `This failed inside ${program.name} (${classOf(error)}); the fault is the program's, not the settings'. Please report what you did.`,
    );
  }
};

/** What is wrong with the settings is thrown where they are needed: help is given whatever they are. */
const readSettings = <Config extends { elicitation: boolean }>(
  program: ServerProgram<Config>,
  env: Environment,
): (() => Config) => {
  try {
    const config = program.readConfig(env);
    return () => config;
  } catch (error) {
    return () => {
      throw error;
    };
  }
};

const toolsText = <Config extends { elicitation: boolean }>(
  program: ServerProgram<Config>,
  config: Config,
): string => renderTools(program.offeredTools(config)) + (config.elicitation ? "" : `${DIALOGS_OFF}\n`);

/** Resolves when the text is out, or nobody reads it: on some systems an exit would cut it off. */
const written = (stream: NodeJS.WritableStream, text: string): Promise<void> =>
  new Promise((resolve) => {
    stream.write(text, () => resolve());
  });

/** How long a process that was told to end still begins writes of an approved set. */
const ENDING_MS = 10_000;

/** Serves until the client is gone or the process is told to end; approved writes that have begun are finished first. */
const serve = <Config extends { elicitation: boolean }>(
  program: ServerProgram<Config>,
  config: Config,
  { host, edges }: { host: ProgramHost; edges: ProgramEdges },
): void => {
  const inHand = createWorkInHand();
  greet(program, host);
  const handle = serveStdio(program.createServerFactory(config, { ...edges, inHand }));
  keepHeapSmall();
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
  host.stdin.once("end", stop);
  host.stdin.once("close", stop);
};
