import type { Channel } from "./channel.ts";
import { type ChildChannel, childChannel } from "./child-channel.ts";
import type { ServerProcess } from "./child.ts";
import {
  type CallOptions,
  clientV1,
  clientV2,
  type KitClient,
  type ListedTool,
  type SdkClient,
} from "./clients.ts";
import { KitError } from "./errors.ts";
import { httpChannel } from "./http.ts";
import { servePerConnection, servePerRequest } from "./in-process.ts";
import type { ScriptedPerson } from "./person.ts";
import type { ReceivedResult } from "./result.ts";
import type { Era, HttpTarget, Target } from "./target.ts";
import { record, type WireEntry } from "./wire.ts";

/** How {@link connect} connects: the revision and SDK line of the client, and who answers its questions. */
export type ConnectOptions = (
  | {
      /** The revision with `initialize`. */
      era: "2025";
      /** The SDK line of the client; `"v2"` when left out. */
      sdk?: "v1" | "v2";
    }
  | {
      /** The revision with `input_required`. */
      era: "2026";
      /** SDK v1 speaks no 2026-07-28. */
      sdk?: "v2";
    }
) & {
  /** Who answers questions. Without one, the client declares no elicitation capability. */
  person?: ScriptedPerson;
  /**
   * The client capabilities to declare instead of the usual ones. With `elicitation` but no `person` this is a client
   * that announces dialogs and has none.
   */
  capabilities?: Record<string, unknown>;
};

/** A client that is connected; `await using` closes it. */
export type Connection = AsyncDisposable & {
  /** The revision that was asked for. */
  readonly era: Era;
  /** The SDK's own client. */
  readonly client: SdkClient;
  /**
   * Calls a tool and follows the call to its end, questions included.
   *
   * @throws KitError `closed` when the connection is closed first; else what the SDK's client throws
   */
  callTool(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ReceivedResult>;
  /** The tools as the server lists them. */
  listTools(): Promise<ListedTool[]>;
  /** Closes the client and whatever it was connected to, and waits for the server process to exit. */
  close(): Promise<void>;
  /** Everything the server process has printed on stderr; empty for a server in this process. */
  stderr(): string;
  /** Lines on stdout that were no JSON-RPC message. */
  readonly strayLines: readonly string[];
  /** The server process, when there is one. */
  readonly process: ServerProcess | undefined;
  /** Every JSON-RPC message in both directions, oldest first. */
  readonly wire: readonly WireEntry[];
};

/**
 * Connects a real SDK client to a server: a child process over stdio, a server in this process, or one behind a URL.
 *
 * In the process, `era: "2025"` serves one connected server, and `era: "2026"` serves every request through
 * `createMcpHandler` without a socket. The SDKs are optional peers and loaded when first needed.
 *
 * @throws KitError `peer-missing`, `cannot-start`; or what the SDK's client throws when it cannot agree on a revision
 *
 * @example
 * ```ts
 * const person = scriptedPerson(["yes"]);
 * await using connection = await connect(
 *   { command: process.execPath, args: ["dist/cli.js"], env: {} },
 *   { era: "2025", sdk: "v1", person },
 * );
 * const result = await connection.callTool("delete_event", { id: "e1" });
 * expect(result.isError).not.toBe(true);
 * expect(person.usedUp).toBe(true);
 * ```
 */
export async function connect(target: Target | HttpTarget, options: ConnectOptions): Promise<Connection> {
  const kit = await makeClient(options);
  const { transport, child, closeServer } = await open(target, options);
  const wire: WireEntry[] = [];
  record(transport, wire);

  try {
    await kit.connect(transport);
  } catch (cause) {
    await transport.close();
    await closeServer();
    throw cause;
  }

  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => undefined);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await kit.close();
    await transport.close();
    await closeServer();
    closed.reject(new KitError("closed", "The connection was closed before the answer came."));
  };

  return {
    era: options.era,
    client: kit.client,
    callTool: (name, args = {}, callOptions = {}) =>
      Promise.race([kit.callTool(name, args, callOptions), closed.promise]),
    listTools: () => kit.listTools(),
    close: () => (closing ??= close()),
    [Symbol.asyncDispose]: () => (closing ??= close()),
    stderr: () => child?.stderr() ?? "",
    strayLines: child?.strayLines ?? [],
    process: child?.child(),
    wire,
  };
}

function makeClient(options: ConnectOptions): Promise<KitClient> {
  const { era, person, sdk = "v2" } = options;
  const usual = person === undefined ? {} : { elicitation: { form: {} } };
  const settings = { era, person, capabilities: options.capabilities ?? usual };
  if (sdk === "v2") return clientV2(settings);
  if (era === "2025") return clientV1(settings);
  throw new KitError("usage", "SDK v1 speaks no 2026-07-28: connect it with era 2025.");
}

type Opened = { transport: Channel; child?: ChildChannel; closeServer: () => Promise<void> };

async function open(target: Target | HttpTarget, { era, sdk = "v2" }: ConnectOptions): Promise<Opened> {
  const nothing = async (): Promise<void> => undefined;
  if ("url" in target) return { transport: await httpChannel(target, sdk), closeServer: nothing };
  if ("factory" in target)
    return era === "2025" ? await servePerConnection(target) : await servePerRequest(target);
  const child = childChannel(target);
  return { transport: child, child, closeServer: nothing };
}
