import { KitError } from "./errors.ts";
import { isRecord, type JsonRpcError, type JsonRpcMessage } from "./json-rpc.ts";
import { trusted } from "./trusted.ts";
import { arrivals, within } from "./waiting.ts";

/** The answer to a request, whatever it was. */
export type RawResponse = {
  /** Of a response that is no error. */
  result?: Record<string, unknown>;
  /** Of an error response. */
  error?: JsonRpcError;
};

/** A request or notification that the server sent. */
export type RawIncoming = {
  /** Of a request: what its answer has to carry. */
  id?: string | number;
  /** What is asked for, or told. */
  method: string;
  /** What comes with it; empty when nothing was sent. */
  params: Record<string, unknown>;
};

/** Sorts what a server sends: answers to those who asked, requests and notifications to those who wait for them. */
export type RawInbox = {
  receive: (message: JsonRpcMessage) => void;
  /** The connection is over; whoever waits is told how it ended. */
  ended: (how: string) => void;
  response: (id: number, method: string) => { answer: Promise<RawResponse>; fail: (error: unknown) => void };
  onRequest: (listener: (request: RawIncoming) => void) => void;
  nextRequest: (method: string) => Promise<Required<RawIncoming>>;
  nextNotification: (method: string) => Promise<RawIncoming>;
};

export function rawInbox(waitMs: number | undefined): RawInbox {
  const responses = new Map<number, PromiseWithResolvers<RawResponse>>();
  const requests = arrivals<Required<RawIncoming>>();
  const notifications = arrivals<RawIncoming>();
  const listeners: ((request: RawIncoming) => void)[] = [];

  return {
    receive(message) {
      const incoming = readIncoming(message);
      if (incoming === undefined) {
        const { id } = message;
        if (typeof id !== "number") return;
        responses.get(id)?.resolve(readResponse(message));
        responses.delete(id);
        return;
      }
      const { id } = incoming;
      if (id === undefined) {
        notifications.push(incoming);
        return;
      }
      for (const listener of listeners) listener(incoming);
      requests.push({ ...incoming, id });
    },
    ended(how) {
      const gone = new KitError("closed", how);
      requests.end(gone);
      notifications.end(gone);
      for (const waiting of responses.values()) waiting.reject(gone);
    },
    response(id, method) {
      const waiting = Promise.withResolvers<RawResponse>();
      responses.set(id, waiting);
      const answer = within(waiting.promise, `the answer to ${method} (id ${id})`, waitMs);
      // Whoever awaits it sees the rejection; a test that only sends and never looks is no unhandled one.
      answer.catch(() => undefined);
      return { answer, fail: waiting.reject };
    },
    onRequest: (listener) => void listeners.push(listener),
    nextRequest: (method) =>
      requests.take((one) => one.method === method, `the server's request ${method}`, waitMs),
    nextNotification: (method) =>
      notifications.take((one) => one.method === method, `the server's notification ${method}`, waitMs),
  };
}

function readIncoming({ id, method, params }: JsonRpcMessage): RawIncoming | undefined {
  if (typeof method !== "string") return undefined;
  const sent = isRecord(params) ? params : {};
  return typeof id === "string" || typeof id === "number"
    ? { id, method, params: sent }
    : { method, params: sent };
}

function readResponse({ result, error }: JsonRpcMessage): RawResponse {
  return {
    ...(isRecord(result) ? { result } : {}),
    ...(isRecord(error) ? { error: trusted<JsonRpcError>(error) } : {}),
  };
}
