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
  /** The program. */
  command: string;
  /** Its arguments; none when left out. */
  args?: readonly string[];
  /** The whole environment of the child; that of the test run when left out. */
  env?: Readonly<Record<string, string>>;
  /** Its working directory; that of the test run when left out. */
  cwd?: string;
};

/** The part of an SDK server that the kit uses; `McpServer` and `Server` of both SDK lines have it. */
export type ConnectableServer = {
  /** Serves one connection. */
  connect(transport: Channel): Promise<void>;
  /** Ends it. */
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
  /** Makes the server; `era` says which kind of revision asks for it. */
  factory: (context: { era: "legacy" | "modern" }) => ConnectableServer | Promise<ConnectableServer>;
};

/** A server that the kit starts by itself. */
export type Target = StdioTarget | FactoryTarget;

/**
 * A server that is already listening for Streamable HTTP.
 *
 * @example
 * ```ts
 * const target: HttpTarget = { url: "http://127.0.0.1:3000/mcp" };
 * ```
 */
export type HttpTarget = {
  /** Where it listens, path included. */
  url: string | URL;
};

/** The protocol revision: the last one with `initialize` and pushed questions, or the one with `input_required`. */
export type Era = "2025" | "2026";

/** The revision by its full name, as it stands on the wire. */
export const REVISIONS = { 2025: "2025-11-25", 2026: "2026-07-28" } as const satisfies Record<Era, string>;
