import type { JsonRpcMessage } from "./json-rpc.ts";

/** The shape that the transports of both SDK lines share, so that one channel serves either client. */
export type Channel = {
  /** Opens it; messages may come from then on. */
  start(): Promise<void>;
  /** Sends one message. */
  send(message: JsonRpcMessage, options?: unknown): Promise<void>;
  /** Ends the connection. */
  close(): Promise<void>;
  /** Called for every message that comes; set by the SDK. */
  onmessage?: ((message: JsonRpcMessage, extra?: unknown) => void) | undefined;
  /** Called when the connection has ended; set by the SDK. */
  onclose?: (() => void) | undefined;
  /** Called for what went wrong beside the messages; set by the SDK. */
  onerror?: ((error: Error) => void) | undefined;
};
