import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { GuardUsageError } from "confirm-guard";
import { ConfigError, createWorkInHand, parseCommandLine, renderHelp, renderTools } from "server-kit";
import manifest from "../package.json" with { type: "json" };
import { type Config, DIALOGS_OFF, readConfig, VARIABLES } from "./config.ts";
import { createServerFactory, NAME, offeredTools } from "./server.ts";

const PROGRAM = {
  name: NAME,
  version: manifest.version,
  summary:
    "An MCP server for the events of calendars over CalDAV. A person is asked before anything is deleted.",
  variables: VARIABLES,
};

/** The parts of `process` that the program uses. */
type Process = Pick<NodeJS.Process, "argv" | "env" | "stdin" | "stdout" | "stderr" | "exit" | "once">;

/** Reads the command line and the settings, and does what they say. */
export async function main(process: Process): Promise<void> {
  const command = parseCommandLine(process.argv.slice(2));
  const fail = (line: string): never => {
    process.stderr.write(`${NAME}: ${line}\n`);
    process.exit(1);
  };
  try {
    // The settings are read first, whatever is asked: that takes the credentials out of the environment.
    const config = readConfig(process.env);
    switch (command.kind) {
      case "wrong":
        return fail(command.message);
      case "help":
        return print(process, renderHelp(PROGRAM));
      case "version":
        return print(process, `${PROGRAM.version}\n`);
      case "tools": {
        const note = config.elicitation ? "" : `${DIALOGS_OFF}\n`;
        return print(process, renderTools(offeredTools(config)) + note);
      }
      case "check": {
        const { check } = await import("./check.ts");
        const { ok, text } = await check(config, { json: command.json, edges: edgesOf(process) });
        print(process, text);
        return process.exit(ok ? 0 : 1);
      }
      case "demo": {
        const { demoConfig } = await import("./demo.ts");
        return serve(await demoConfig(config), process);
      }
      case "serve":
        return serve(config, process);
    }
  } catch (error) {
    if (error instanceof ConfigError || error instanceof GuardUsageError) fail(error.message);
    throw error;
  }
}

/** How long a process that was told to end still begins writes of an approved set. */
const ENDING_MS = 10_000;

/** Serves until the client is gone or the process is told to end; approved writes that have begun are finished first. */
function serve(config: Config, process: Process): void {
  const inHand = createWorkInHand();
  const handle = serveStdio(createServerFactory(config, { ...edgesOf(process), inHand }));
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => inHand.beginNoMore(), ENDING_MS).unref();
    await handle.close().catch(() => undefined);
    await inHand.idle();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, stop);
  // A client that closes its ends must not end the process in the middle of an approved set of writes.
  process.stdout.on("error", stop);
  process.stderr.on("error", () => undefined);
  process.stdin.once("end", stop);
  process.stdin.once("close", stop);
}

function edgesOf(process: Process) {
  return { version: PROGRAM.version, log: (line: string) => void process.stderr.write(`${line}\n`) };
}

function print(process: Process, text: string): void {
  process.stdout.write(text);
}
