/** One JSON-RPC 2.0 message as it stood on the wire; nothing about it is checked. */
export type JsonRpcMessage = {
  /** `"2.0"` in a message that follows the protocol. */
  jsonrpc?: unknown;
  /** Of requests and responses only. */
  id?: unknown;
  /** Of requests and notifications only. */
  method?: unknown;
  /** What the method is given. */
  params?: unknown;
  /** Of a response that is no error. */
  result?: unknown;
  /** Of an error response. */
  error?: unknown;
};

/** The error object of a JSON-RPC response. */
export type JsonRpcError = {
  /** What kind of error; JSON-RPC 2.0 section 5.1 has the reserved ones. */
  code: number;
  /** The error in words. */
  message: string;
  /** Anything more that was sent with it. */
  data?: unknown;
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads one line of a stdio transport; `undefined` for anything that is no JSON-RPC message. */
export function parseLine(line: string): JsonRpcMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) && value["jsonrpc"] === "2.0" ? value : undefined;
  } catch {
    return undefined;
  }
}
