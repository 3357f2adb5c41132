/** What a request may carry; a subset of `RequestInit`, so that libraries that take a `fetch` can use it. */
export type GuardedInit = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  /** Largest body in bytes after decompression; a larger one is a failure, never a cut text. */
  ceiling?: number;
};

/**
 * `fetch`, with the rules of this project: deadline, ceilings, redirects, hosts and credentials decided in one
 * place. The body of the returned `Response` has been read completely; `url` is the address that answered.
 */
export type GuardedFetch = (url: string | URL, init?: GuardedInit) => Promise<Response>;
