import type { Channel } from "./channel.ts";

/**
 * A server that runs as a child process and speaks JSON-RPC lines on stdin and stdout.
 *
 * `env` is the whole environment of the child, so that no variable of the test run reaches it by accident; left out,
 * the child inherits everything. With an `env` that has no `PATH`, `command` has to be an absolute path.
 *
 * @example
 * ```ts
 * const target: StdioTarget = { command: process.execPath, args: ["dist/cli.js"], env: { CALDAV_URL: url } };
 * ```
 */
export type StdioTarget = {
  command: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  cwd?: string;
};

/** The part of an SDK server that the kit uses; `McpServer` and `Server` of both SDK lines have it. */
export type ConnectableServer = {
  connect(transport: Channel): Promise<void>;
  close(): Promise<void>;
};

/**
 * A server inside the test process, made by the factory that `serveStdio` and `createMcpHandler` of SDK v2 take.
 * On 2025 revisions it is called once per connection, on 2026-07-28 once per request.
 *
 * @example
 * ```ts
 * const target: FactoryTarget = { factory: () => buildServer(settings) };
 * ```
 */
export type FactoryTarget = {
  factory: (context: { era: "legacy" | "modern" }) => ConnectableServer | Promise<ConnectableServer>;
};

export type Target = StdioTarget | FactoryTarget;

/**
 * A server that is already listening for Streamable HTTP.
 *
 * @example
 * ```ts
 * const target: HttpTarget = { url: "http://127.0.0.1:3000/mcp" };
 * ```
 */
export type HttpTarget = { url: string | URL };

/** The protocol revision: the last one with `initialize` and pushed questions, or the one with `input_required`. */
export type Era = "2025" | "2026";

export const REVISIONS = { 2025: "2025-11-25", 2026: "2026-07-28" } as const satisfies Record<Era, string>;
