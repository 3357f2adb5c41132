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

/** What is kept of a question or token, as keyed digests: whose it is, then what it is for. Neither half has a space. */
export function ownedValue({ principal, full }: { principal: string; full: string }): string {
  return `${principal} ${full}`;
}

/** How many entries of one kind are kept: of one principal, and of all of them together. */
export type StoreBounds = { each: number; all: number };

type Entry = { value: string; owner: string; expires: number };

/** The entries of one kind. Maps and sets keep insertion order, so the first one is the oldest. */
type Shelf = { entries: Map<string, Entry>; byOwner: Map<string, Set<string>> };

/**
 * The store of one process. Entries expire by a clock that nobody can set. A principal over its own bound loses its
 * oldest entry; over the bound of all, the oldest entry of a principal that has the most goes, so that nobody can push
 * out the few entries of somebody else.
 */
export function memoryStore(bounds: Record<StoreKind, StoreBounds>, monotonicNow: () => number): GuardStore {
  const shelves: Record<StoreKind, Shelf> = { ask: emptyShelf(), token: emptyShelf() };

  return {
    put: async (key, value, ttlMs) => {
      const kind = kindOf(key);
      const shelf = shelves[kind];
      remove(shelf, key);
      dropExpired(shelf, monotonicNow());
      const entry = { value, owner: ownerOf(value), expires: monotonicNow() + ttlMs };
      shelf.entries.set(key, entry);
      const own = shelf.byOwner.get(entry.owner) ?? new Set();
      shelf.byOwner.set(entry.owner, own.add(key));
      if (own.size > bounds[kind].each) removeOldestOf(shelf, own);
      if (shelf.entries.size > bounds[kind].all) removeFromLargest(shelf);
    },
    take: async (key) => {
      const entry = remove(shelves[kindOf(key)], key);
      return entry !== undefined && entry.expires > monotonicNow() ? entry.value : undefined;
    },
  };
}

function emptyShelf(): Shelf {
  return { entries: new Map(), byOwner: new Map() };
}

function kindOf(key: string): StoreKind {
  return key.startsWith("token:") ? "token" : "ask";
}

function ownerOf(value: string): string {
  return value.slice(0, Math.max(0, value.indexOf(" ")));
}

function remove({ entries, byOwner }: Shelf, key: string): Entry | undefined {
  const entry = entries.get(key);
  if (entry === undefined) return undefined;
  entries.delete(key);
  const own = byOwner.get(entry.owner);
  own?.delete(key);
  if (own?.size === 0) byOwner.delete(entry.owner);
  return entry;
}

function removeOldestOf(shelf: Shelf, own: ReadonlySet<string>): void {
  const [oldest] = own;
  if (oldest !== undefined) remove(shelf, oldest);
}

function removeFromLargest(shelf: Shelf): void {
  let most: ReadonlySet<string> = new Set();
  for (const own of shelf.byOwner.values()) if (own.size > most.size) most = own;
  removeOldestOf(shelf, most);
}

/** All entries of one kind live equally long, so the expired ones stand at the front. */
function dropExpired(shelf: Shelf, now: number): void {
  for (const [key, entry] of shelf.entries) {
    if (entry.expires > now) return;
    remove(shelf, key);
  }
}
