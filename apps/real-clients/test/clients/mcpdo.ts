import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Answer, type Called, type Connect, fieldOf, isObject, resultOf } from "./client.ts";

const run = promisify(execFile);

const ERAS = { legacy: "2025-11-25", modern: "2026-07-28" } as const;

/** `mcpdo` of the MCP Inspector: each command is a program of its own, and a daemon keeps the connections between them. */
export type Mcpdo = AsyncDisposable & { connect: (era: keyof typeof ERAS) => Connect };

/** With a daemon and a home folder of its own, so that nothing of the user's is read or written. */
export async function startMcpdo(): Promise<Mcpdo> {
  const program = await mcpdoProgram();
  // Short: the path of a socket has about a hundred characters.
  const home = await mkdtemp(join(tmpdir(), "mcpdo-"));
  const env = {
    HOME: home,
    USERPROFILE: home,
    PATH: process.env["PATH"] ?? "",
    MCP_INSPECTOR_DAEMON_DIR: join(home, "d"),
    MCP_INSPECTOR_DAEMON_TOKEN: "0123456789abcdef".repeat(3),
    MCP_INSPECTOR_SECRET_STORE: "file",
  };
  let connections = 0;

  async function mcpdo(...args: string[]): Promise<Record<string, unknown>> {
    const { stdout } = await run(process.execPath, [program, "--format", "json", ...args], { env }).catch(
      outputOfToolError,
    );
    const answer: unknown = JSON.parse(stdout);
    if (!isObject(answer)) throw new Error(`mcpdo ${args.join(" ")} did not answer with an object.`);
    return answer;
  }

  const connect =
    (era: keyof typeof ERAS): Connect =>
    async (server, { dialogs }) => {
      const name = `c${(connections += 1)}`;
      const settings = Object.entries(server.env).flatMap(([key, value]) => ["-e", `${key}=${value}`]);
      const how = ["--era", era, "--elicit", dialogs ? "form" : "off"];
      const target = ["--", server.command, ...server.args];
      const { protocolEra } = await mcpdo("connect", "--connection", name, ...how, ...settings, ...target);
      const on = (...args: string[]) => mcpdo("--connection", name, ...args);
      const answer = async (id: string, field: string, given: Answer) =>
        resultOf(
          await mcpdo(
            "elicitation/respond",
            id,
            typeof given === "string" ? `--${given}` : `${field}:=${JSON.stringify(given.pick)}`,
          ),
        );
      return {
        revision: protocolEra === era ? ERAS[era] : String(protocolEra),
        toolNames: async () => {
          const { tools } = await on("tools/list");
          return Array.isArray(tools)
            ? tools.map((tool: unknown) => (isObject(tool) ? String(tool["name"]) : ""))
            : [];
        },
        call: async (tool, args): Promise<Called> => {
          const came = await on("tools/call", tool, JSON.stringify(args));
          const pending = came["elicitationPending"];
          if (!isObject(pending)) return { result: resultOf(came) };
          const field = fieldOf(pending["requestedSchema"]);
          const id = String(pending["elicitationId"]);
          return {
            dialog: {
              message: String(pending["message"]),
              choices: field.choices,
              answer: (given) => answer(id, field.name, given),
            },
          };
        },
        [Symbol.asyncDispose]: async () => {
          await on("disconnect");
        },
      };
    };

  return {
    connect,
    [Symbol.asyncDispose]: async () => {
      await mcpdo("daemon", "stop");
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function mcpdoProgram(): Promise<string> {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve("@modelcontextprotocol/inspector/package.json");
  const { bin } = JSON.parse(await readFile(manifest, "utf8")) as { bin: { mcpdo: string } };
  return join(dirname(manifest), bin.mcpdo);
}

/** A result that is an error makes mcpdo fail, with the result on its output nevertheless. */
function outputOfToolError(failure: unknown): { stdout: string } {
  const { stdout, stderr } = failure as { stdout?: string; stderr?: string };
  if (stdout !== undefined && stderr?.includes('"tool_is_error"') === true) return { stdout };
  throw failure;
}
