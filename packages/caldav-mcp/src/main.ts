import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { GuardUsageError } from "confirm-guard";
import {
  ConfigError,
  createWorkInHand,
  parseCommandLine,
  renderHelp,
  renderTools,
  systemClock,
} from "server-kit";
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
export async function main(host: Process): Promise<void> {
  const command = parseCommandLine(host.argv.slice(2));
  const fail = (line: string): never => {
    host.stderr.write(`${NAME}: ${line}\n`);
    host.exit(1);
  };
  try {
    // The settings are read first, whatever is asked: that takes the credentials out of the environment.
    const config = readConfig(host.env);
    switch (command.kind) {
      case "wrong":
        return fail(command.message);
      case "help":
        return print(host, renderHelp(PROGRAM));
      case "version":
        return print(host, `${PROGRAM.version}\n`);
      case "tools": {
        const note = config.elicitation ? "" : `${DIALOGS_OFF}\n`;
        return print(host, renderTools(offeredTools(config)) + note);
      }
      case "check": {
        const { check } = await import("./check.ts");
        const { ok, text } = await check(config, { json: command.json, edges: edgesOf(host) });
        print(host, text);
        return host.exit(ok ? 0 : 1);
      }
      case "demo": {
        const { demoConfig } = await import("./demo.ts");
        return serve(await demoConfig(config), host);
      }
      case "serve":
        return serve(config, host);
    }
  } catch (error) {
    if (error instanceof ConfigError || error instanceof GuardUsageError) fail(error.message);
    throw error;
  }
}

/** How long a process that was told to end still begins writes of an approved set. */
const ENDING_MS = 10_000;

/** Serves until the client is gone or the process is told to end; approved writes that have begun are finished first. */
function serve(config: Config, host: Process): void {
  const inHand = createWorkInHand();
  const handle = serveStdio(createServerFactory(config, { ...edgesOf(host), inHand }));
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
}

function edgesOf(host: Process) {
  return { version: PROGRAM.version, log: (line: string) => void host.stderr.write(`${line}\n`) };
}

function print(host: Process, text: string): void {
  host.stdout.write(text);
}
