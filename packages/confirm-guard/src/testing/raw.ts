import { childChannel } from "./channel.ts";
import type { Exit } from "./child.ts";
import { KitError } from "./errors.ts";
import { isRecord, type JsonRpcError, type JsonRpcMessage } from "./json-rpc.ts";
import { type Era, REVISIONS, type StdioTarget } from "./target.ts";
import { trusted } from "./trusted.ts";
import { arrivals, within } from "./waiting.ts";
import type { WireEntry } from "./wire.ts";

/** The answer to a request, whatever it was. */
export type RawResponse = { result?: Record<string, unknown>; error?: JsonRpcError };

/** A request on its way: its id, for a cancel or a second answer, and the answer to come. */
export type RawCall = { id: number; response: Promise<RawResponse> };

/** A request or notification that the server sent. */
export type RawIncoming = { id?: string | number; method: string; params: Record<string, unknown> };

export type RawOptions = {
  era: Era;
  /** Declared in `initialize`, or in the `_meta` envelope of every 2026 request; `{ elicitation: { form: {} } }` if left out. */
  capabilities?: Record<string, unknown>;
  /** How long every wait may take, in milliseconds; 10 s when left out. */
  waitMs?: number;
};

export type RawConnection = AsyncDisposable & {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly wire: readonly WireEntry[];
  readonly strayLines: readonly string[];
  stderr(): string;
  /**
   * Sends a request. On 2026-07-28 the `_meta` envelope is filled in; own `params._meta` keys win, and one set to
   * `undefined` is left out.
   */
  start(method: string, params?: Record<string, unknown>): RawCall;
  /** {@link RawConnection.start}, and waits for the answer; an error answer is returned, not thrown. */
  request(method: string, params?: Record<string, unknown>): Promise<RawResponse>;
  notify(method: string, params?: Record<string, unknown>): Promise<void>;
  /** Answers a request of the server, as often and as late as the test likes; the result is sent as it is. */
  reply(id: string | number, result: unknown): Promise<void>;
  replyError(id: string | number, error: JsonRpcError): Promise<void>;
  /** Sends one line as it is, well-formed or not. */
  sendLine(line: string): Promise<void>;
  /** Called for every request of the server from now on, also for those that {@link RawConnection.nextRequest} takes. */
  onRequest(listener: (request: RawIncoming) => void): void;
  /** The oldest request of the server with this method that no one has taken yet; waits for one. */
  nextRequest(method: string): Promise<Required<RawIncoming>>;
  /** The oldest notification of the server with this method that no one has taken yet; waits for one. */
  nextNotification(method: string): Promise<RawIncoming>;
  kill(signal: NodeJS.Signals): void;
  /** Ends the server process and waits for its exit. */
  close(): Promise<Exit>;
};

const META = "io.modelcontextprotocol/";
const CLIENT_INFO = { name: "confirm-guard-testing-raw", version: "1.0.0" };

/**
 * Speaks JSON-RPC by hand to a server process, for what no well-behaved client sends: forged `inputResponses` and
 * `requestState`, malformed or late answers, cancels. On 2025 revisions it has already done `initialize`.
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
export async function connectRaw(target: StdioTarget, options: RawOptions): Promise<RawConnection> {
  const { era, capabilities = { elicitation: { form: {} } }, waitMs } = options;
  const wire: WireEntry[] = [];
  const responses = new Map<number, PromiseWithResolvers<RawResponse>>();
  const requests = arrivals<Required<RawIncoming>>();
  const notifications = arrivals<RawIncoming>();
  const listeners: ((request: RawIncoming) => void)[] = [];
  let lastId = 0;

  const receive = (message: JsonRpcMessage): void => {
    wire.push({ from: "server", message });
    const incoming = readIncoming(message);
    if (incoming === undefined) {
      settle(responses, message);
      return;
    }
    if (incoming.id === undefined) {
      notifications.push(incoming);
      return;
    }
    for (const listener of listeners) listener(incoming);
    requests.push({ ...incoming, id: incoming.id });
  };
  const channel = childChannel(target, receive);
  await channel.start();
  const child = channel.child();
  void child.exited.then(({ code, signal }) => {
    const gone = new KitError("closed", `The server process has ended (${signal ?? `exit code ${code}`}).`);
    requests.end(gone);
    notifications.end(gone);
    for (const waiting of responses.values()) waiting.reject(gone);
  });

  const send = async (message: JsonRpcMessage): Promise<void> => {
    const whole = { jsonrpc: "2.0", ...message };
    wire.push({ from: "client", message: whole });
    await channel.send(whole);
  };
  const enveloped = (params: Record<string, unknown>): Record<string, unknown> => {
    if (era === "2025") return params;
    const own = isRecord(params["_meta"]) ? params["_meta"] : {};
    return {
      ...params,
      _meta: {
        [`${META}protocolVersion`]: REVISIONS[2026],
        [`${META}clientInfo`]: CLIENT_INFO,
        [`${META}clientCapabilities`]: capabilities,
        ...own,
      },
    };
  };
  const start = (method: string, params: Record<string, unknown> = {}): RawCall => {
    lastId += 1;
    const id = lastId;
    const waiting = Promise.withResolvers<RawResponse>();
    responses.set(id, waiting);
    const response = within(waiting.promise, `the answer to ${method} (id ${id})`, waitMs);
    // Whoever awaits it sees the rejection; a test that only sends and never looks is no unhandled one.
    response.catch(() => undefined);
    send({ id, method, params: enveloped(params) }).catch(waiting.reject);
    return { id, response };
  };
  const request = (method: string, params?: Record<string, unknown>): Promise<RawResponse> =>
    start(method, params).response;
  const notify = (method: string, params: Record<string, unknown> = {}): Promise<void> =>
    send({ method, params });

  if (era === "2025") {
    await request("initialize", { protocolVersion: REVISIONS[2025], capabilities, clientInfo: CLIENT_INFO });
    await notify("notifications/initialized");
  }

  const close = async (): Promise<Exit> => {
    await channel.close();
    return await child.exited;
  };
  return {
    pid: child.pid,
    exited: child.exited,
    wire,
    strayLines: channel.strayLines,
    stderr: channel.stderr,
    start,
    request,
    notify,
    reply: (id, result) => send({ id, result }),
    replyError: (id, error) => send({ id, error }),
    sendLine: channel.sendLine,
    onRequest: (listener) => void listeners.push(listener),
    nextRequest: (method) =>
      requests.take((one) => one.method === method, `the server's request ${method}`, waitMs),
    nextNotification: (method) =>
      notifications.take((one) => one.method === method, `the server's notification ${method}`, waitMs),
    kill: child.kill,
    close,
    [Symbol.asyncDispose]: async () => void (await close()),
  };
}

function readIncoming({ id, method, params }: JsonRpcMessage): RawIncoming | undefined {
  if (typeof method !== "string") return undefined;
  const sent = isRecord(params) ? params : {};
  return typeof id === "string" || typeof id === "number"
    ? { id, method, params: sent }
    : { method, params: sent };
}

function settle(responses: Map<number, PromiseWithResolvers<RawResponse>>, message: JsonRpcMessage): void {
  const { id, result, error } = message;
  if (typeof id !== "number") return;
  responses.get(id)?.resolve({
    ...(isRecord(result) ? { result } : {}),
    ...(isRecord(error) ? { error: trusted<JsonRpcError>(error) } : {}),
  });
  responses.delete(id);
}
