/**
 * Where pending questions and tokens wait. Any store fits that can do two things: keep a text for a while, and read and
 * remove it in one step. A `Map` can, Redis can (`SET key value PX ttl`, `GETDEL key`), and so can one table
 * (`INSERT`; `DELETE … WHERE key = ? AND expires > now RETURNING value`).
 *
 * - Forgetting early is safe: what is lost is asked again. So a store may expire, evict and start empty.
 * - Remembering too long is safe within reason: the guard checks the time itself, so `ttlMs` only keeps the store small.
 * - Giving one value to two takers is not safe, at once or later: that is a second run. A read followed by a delete, a
 *   cache without an atomic take, an eventually consistent table, and a store that comes back with older data than it
 *   had (from a backup, a replica that lags) do not fit.
 *
 * Keys are up to 64 characters of `a-z A-Z 0-9 : _ -`, values up to 128 characters of the same kind and blanks. Neither
 * tells anything about the call, and a reader of the store cannot answer with what it finds. Both operations may throw,
 * and should rather throw after a few seconds than wait: a person is waiting behind them.
 *
 * @example
 * ```ts
 * const entries = new Map<string, string>();
 * const store: GuardStore = {
 *   put: async (key, value) => void entries.set(key, value),
 *   take: async (key) => {
 *     const value = entries.get(key);
 *     entries.delete(key);
 *     return value;
 *   },
 * };
 * ```
 */
export interface GuardStore {
  /**
   * Keeps `value` for `ttlMs` milliseconds.
   * @throws anything: the question is then not asked, and nothing runs.
   */
  put(key: string, value: string, ttlMs: number): Promise<void>;
  /**
   * Reads and removes in one atomic step: of two takers of one key at most one gets the value.
   * @throws anything: the answer is then not used, and nothing runs.
   */
  take(key: string): Promise<string | undefined>;
}

/** The kinds of entry, each with a bound of its own, so that a flood of one kind never pushes out the other. */
export type StoreKind = "ask" | "token";

export const storeKey = (kind: StoreKind, id: string): string => `${kind}:${id}`;

type Entry = { value: string; expires: number };

/**
 * The store of one process. Entries expire by a clock that nobody can set; over its bound a kind loses its oldest
 * entry first.
 */
export function memoryStore(bounds: Record<StoreKind, number>, monotonicNow: () => number): GuardStore {
  // A Map keeps insertion order, so the first entry is the oldest.
  const shelves: Record<StoreKind, Map<string, Entry>> = { ask: new Map(), token: new Map() };

  return {
    put: async (key, value, ttlMs) => {
      const kind = kindOf(key);
      const shelf = shelves[kind];
      shelf.delete(key);
      dropExpired(shelf, monotonicNow());
      shelf.set(key, { value, expires: monotonicNow() + ttlMs });
      for (const oldest of shelf.keys()) {
        if (shelf.size <= bounds[kind]) break;
        shelf.delete(oldest);
      }
    },
    take: async (key) => {
      const shelf = shelves[kindOf(key)];
      const entry = shelf.get(key);
      shelf.delete(key);
      return entry !== undefined && entry.expires > monotonicNow() ? entry.value : undefined;
    },
  };
}

function kindOf(key: string): StoreKind {
  return key.startsWith("token:") ? "token" : "ask";
}

/** All entries of one kind live equally long, so the expired ones stand at the front. */
function dropExpired(shelf: Map<string, Entry>, now: number): void {
  for (const [key, entry] of shelf) {
    if (entry.expires > now) return;
    shelf.delete(key);
  }
}
