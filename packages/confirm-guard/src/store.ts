/**
 * Where pending questions and tokens wait. Forgetting an entry is always safe: whatever is lost is asked again.
 *
 * Two operations are enough, and both fit a `Map` and Redis (`SET key value PX ttl`, `GETDEL key`).
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
