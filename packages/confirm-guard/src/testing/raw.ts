import type { ServerProcess } from "./child.ts";
import { enveloped } from "./envelope.ts";
import { KitError } from "./errors.ts";
import type { JsonRpcError, JsonRpcMessage } from "./json-rpc.ts";
import { rawInbox, type RawIncoming, type RawResponse } from "./raw-inbox.ts";
import { openLine } from "./raw-line.ts";
import { type Era, type HttpTarget, REVISIONS, type Target } from "./target.ts";
import type { WireEntry } from "./wire.ts";

/** A request on its way. */
export type RawCall = {
  /** Its JSON-RPC id, for a cancel or a second answer. */
  id: number;
  /** The answer to come. */
  response: Promise<RawResponse>;
  /**
   * Waits no longer, and sends nothing: over HTTP the request is dropped as by a lost connection, while the session
   * goes on. `response` rejects with KitError `closed`.
   */
  breakOff: () => void;
};

/** How {@link connectRaw} connects, and how long it waits. */
export type RawOptions = {
  /** The revision to speak. */
  era: Era;
  /** Declared in `initialize`, or in the `_meta` envelope of 2026 requests; `{ elicitation: { form: {} } }` if left out. */
  capabilities?: Record<string, unknown>;
  /** How long every wait may take, in milliseconds; 10 s when left out. */
  waitMs?: number;
};

/** A connection spoken by hand; `await using` closes it. */
export type RawConnection = AsyncDisposable & {
  /** The revision that is spoken. */
  readonly era: Era;
  /** The server process, when there is one. */
  readonly process: ServerProcess | undefined;
  /** Every JSON-RPC message in both directions, oldest first; lines sent as they are not among them. */
  readonly wire: readonly WireEntry[];
  /** Lines on stdout that were no JSON-RPC message. */
  readonly strayLines: readonly string[];
  /** Everything the server process has printed on stderr. */
  stderr(): string;
  /**
   * Sends a request. On 2026-07-28 the `_meta` envelope is filled in; own `params._meta` keys win, and one set to
   * `undefined` is left out.
   */
  start(method: string, params?: Record<string, unknown>): RawCall;
  /** Does what `start` does, and waits for the answer; an error answer is returned, not thrown. */
  request(method: string, params?: Record<string, unknown>): Promise<RawResponse>;
  /** Sends a notification. */
  notify(method: string, params?: Record<string, unknown>): Promise<void>;
  /** Answers a request of the server, as often and as late as the test likes; the result is sent as it is. */
  reply(id: string | number, result: unknown): Promise<void>;
  /** Answers a request of the server with an error. */
  replyError(id: string | number, error: JsonRpcError): Promise<void>;
  /** Sends one line (over HTTP: one body) as it is, well-formed or not. */
  sendLine(line: string): Promise<void>;
  /** Called for every request of the server from now on, also for those that `nextRequest` takes. */
  onRequest(listener: (request: RawIncoming) => void): void;
  /** The oldest request of the server with this method that no one has taken yet; waits for one. */
  nextRequest(method: string): Promise<Required<RawIncoming>>;
  /** The oldest notification of the server with this method that no one has taken yet; waits for one. */
  nextNotification(method: string): Promise<RawIncoming>;
  /** Ends the server process and waits for its exit. */
  close(): Promise<void>;
};

const CLIENT_INFO = { name: "confirm-guard-testing-raw", version: "1.0.0" };

/**
 * Speaks JSON-RPC by hand, for what no well-behaved client sends: forged `inputResponses` and `requestState`,
 * malformed or late answers, cancels. On 2025 revisions it has already done `initialize`. A server in this process is
 * spoken to over HTTP requests on 2026-07-28, without a socket. A URL is spoken to over Streamable HTTP: each message is
 * a POST, a session of the server is kept until `close` ends it, and no GET stream is opened: what the server sends has
 * to belong to a call, as the guard's questions do.
 *
 * @throws KitError `cannot-start`, `timed-out`, `closed`, each naming what was waited for
 *
 * @example
 * ```ts
 * await using raw = await connectRaw(target, { era: "2026" });
 * const forged = await raw.request("tools/call", {
 *   name: "delete_event",
 *   arguments: { id: "e1" },
 *   inputResponses: { confirm: { action: "accept", content: { decision: "Yes, delete it" } } },
 * });
 * expect(forged.result?.["resultType"]).toBe("input_required");
 * ```
 */
export async function connectRaw(target: Target | HttpTarget, options: RawOptions): Promise<RawConnection> {
  const { era, capabilities = { elicitation: { form: {} } }, waitMs } = options;
  const wire: WireEntry[] = [];
  const inbox = rawInbox(waitMs);
  const line = await openLine(target, era, {
    ...inbox,
    receive: (message) => {
      wire.push({ from: "server", message });
      inbox.receive(message);
    },
  });
  let lastId = 0;

  const send = async (message: JsonRpcMessage): Promise<void> => {
    const whole = { jsonrpc: "2.0", ...message };
    wire.push({ from: "client", message: whole });
    await line.send(whole);
  };
  const start = (method: string, params: Record<string, unknown> = {}): RawCall => {
    lastId += 1;
    const id = lastId;
    const { answer, fail } = inbox.response(id, method);
    const client = { clientInfo: CLIENT_INFO, capabilities };
    send({ id, method, params: era === "2025" ? params : enveloped(params, client) }).catch(fail);
    const breakOff = (): void => {
      line.breakOff(id);
      fail(new KitError("closed", `The request ${method} (id ${id}) was broken off.`));
    };
    return { id, response: answer, breakOff };
  };
  const notify = (method: string, params: Record<string, unknown> = {}): Promise<void> =>
    send({ method, params });

  if (era === "2025") {
    const initialize = { protocolVersion: REVISIONS[2025], capabilities, clientInfo: CLIENT_INFO };
    try {
      await start("initialize", initialize).response;
      await notify("notifications/initialized");
    } catch (cause) {
      await line.close();
      throw cause;
    }
  }
  return {
    era,
    process: line.child?.child(),
    wire,
    strayLines: line.child?.strayLines ?? [],
    stderr: () => line.child?.stderr() ?? "",
    start,
    request: (method, params) => start(method, params).response,
    notify,
    reply: (id, result) => send({ id, result }),
    replyError: (id, error) => send({ id, error }),
    sendLine: line.sendLine,
    onRequest: inbox.onRequest,
    nextRequest: inbox.nextRequest,
    nextNotification: inbox.nextNotification,
    close: line.close,
    [Symbol.asyncDispose]: line.close,
  };
}
