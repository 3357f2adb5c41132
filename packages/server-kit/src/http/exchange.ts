import type { Clock } from "../clock.ts";
import { HttpFailure } from "../errors.ts";
import { passOnUpTo, readUpTo, type TakePiece } from "./ceilings.ts";
import { failureOf, OUT_OF_TIME } from "./failures.ts";
import { isRedirect } from "./redirects.ts";

/** One request on the wire, with everything decided. */
export type Exchange = {
  url: URL;
  method: string;
  headers: Headers;
  body: string | Uint8Array<ArrayBuffer> | undefined;
  /** Changes something on the server: once sent it is not abandoned, and its status is the answer. */
  write: boolean;
  ceiling: number;
  errorCeiling: number;
  /** Takes the body of an answer of success to a read, which is then not kept. */
  take: TakePiece | undefined;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** What the address is called in a sentence. */
  address: string;
};

/** What is used of `fetch`, so that the platform's and undici's both fit. */
export type Fetch = (
  url: URL,
  init: {
    method: string;
    headers: Headers;
    body?: string | Uint8Array<ArrayBuffer>;
    redirect: "manual";
    signal: AbortSignal;
  },
) => Promise<Received>;

type Received = {
  readonly status: number;
  readonly headers: Iterable<[string, string]>;
  readonly body: ReadableStream<Uint8Array> | null;
};

export type Answer = { status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer> | null };

const MiB = 1024 * 1024;
const sizeOf = (bytes: number): string => (bytes >= MiB ? `${bytes / MiB} MiB` : `${bytes} bytes`);

/** The status decides before a byte of the body is read: these answers say everything with it. */
const bodyIsIgnored = (status: number): boolean => status === 401 || isRedirect(status);

const read = async (exchange: Exchange, response: Received): Promise<Answer["bytes"]> => {
  const { status, body } = response;
  if (body === null) return null;
  if (bodyIsIgnored(status)) {
    body.cancel().catch(() => undefined);
    return null;
  }
  const isError = status >= 400;
  const ceiling = isError ? Math.min(exchange.errorCeiling, exchange.ceiling) : exchange.ceiling;
  // A write that was carried out is not turned into a failure by the text that follows its status.
  const cut = isError || exchange.write;
  const { take } = exchange;
  const { bytes, exceeded } =
    take === undefined || cut || status >= 300
      ? await readUpTo(body, { ceiling, keepBroken: cut })
      : { bytes: null, ...(await passOnUpTo(body, { ceiling, take })) };
  if (exceeded && !cut) {
    throw new HttpFailure(
      "too-large",
      `The server's answer is larger than ${sizeOf(ceiling)}; it was not read any further.`,
      { delivery: "answered", status },
    );
  }
  return bytes;
};

/**
 * Sends one request and reads its answer within the deadline.
 *
 * @throws HttpFailure, or the reason of the caller's signal when a read was cancelled.
 */
export const perform = async (exchange: Exchange, fetch: Fetch, clock: Clock): Promise<Answer> => {
  const { url, method, headers, body, write, timeoutMs, signal, address } = exchange;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal?.reason);
  if (!write) signal?.addEventListener("abort", onAbort, { once: true });
  const timer = clock.after(timeoutMs, () => controller.abort(OUT_OF_TIME));
  let status: number | undefined;
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
      signal: controller.signal,
    });
    status = response.status;
    if (status < 200 || status > 599) {
      throw new HttpFailure("broken-answer", "The server answered with a status that HTTP does not know.", {
        delivery: "unknown",
        status,
      });
    }
    return { status, headers: new Headers([...response.headers]), bytes: await read(exchange, response) };
  } catch (error) {
    if (!write) signal?.throwIfAborted();
    throw failureOf(error, { write, timeoutMs, status, address });
  } finally {
    timer.cancel();
    signal?.removeEventListener("abort", onAbort);
  }
};
