/** The reason that ends calls which share their request id with another open one; the SDKs send its text on. */
export const SAME_REQUEST_ID = new Error("Another open call has the same request id.");

/** A call's place among the open ones of its connection. */
export type OpenRequest = {
  /** The call's own signal, also aborted when another open call has the same id. */
  signal: AbortSignal | undefined;
  close(): void;
};

/** The open calls of all connections. */
export type OpenRequests = (request: {
  connection: object | undefined;
  id: string | number | undefined;
  signal: AbortSignal | undefined;
}) => OpenRequest;

/**
 * JSON-RPC 2.0 wants an id of its own for each request, and the SDKs find a call to be cancelled by it: of two open
 * calls with one id, a cancel reaches the later one only, and none once that one has ended. So neither may act.
 */
export function openRequests(): OpenRequests {
  const byConnection = new WeakMap<object, Map<string | number, AbortController>>();

  return ({ connection, id, signal }) => {
    if (connection === undefined || id === undefined) return { signal, close: () => {} };
    const open = byConnection.get(connection) ?? new Map<string | number, AbortController>();
    byConnection.set(connection, open);

    const other = open.get(id);
    if (other !== undefined) {
      other.abort(SAME_REQUEST_ID);
      return { signal: AbortSignal.abort(SAME_REQUEST_ID), close: () => {} };
    }
    const ending = new AbortController();
    open.set(id, ending);
    return {
      signal: signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]),
      close: () => void open.delete(id),
    };
  };
}
