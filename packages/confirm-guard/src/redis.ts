/**
 * A store in Redis, for several instances of one server that answer for one another.
 *
 * @module confirm-guard/redis
 */
import type { GuardStore } from "./store.ts";

/** How long Redis may take over one command; a person is waiting behind it. */
const COMMAND_MS = 2_000;

/**
 * The part of a client of the `redis` package (6 or newer) that the store uses: a single client, a pool, a cluster or a
 * sentinel. Replies must be strings, which they are unless a type mapping says otherwise.
 */
export type RedisClient = {
  /** False while the connection is down; nothing is sent then, and nothing waits in the client's queue. */
  readonly isReady?: boolean;
  /** `SET key value PX ms`. */
  set(key: string, value: string, options: { expiration: { type: "PX"; value: number } }): Promise<unknown>;
  /** `GETDEL key`; null for a key that is not there. */
  getDel(key: string): Promise<unknown>;
};

/** What {@link redisStore} takes beside the client. */
export type RedisStoreOptions = {
  /** Begins every key; `confirm-guard:` when left out. Guards that share keys and store share the prefix too. */
  prefix?: string;
};

/**
 * A {@link GuardStore} on Redis 6.2 or newer, for instances that answer for one another: `SET … PX` and `GETDEL`. Each
 * command is sent once and has 2 seconds.
 *
 * What Redis forgets is asked again. What it remembers wrongly is worse: a server that comes back with older data (a
 * snapshot or log read after a crash, a replica that takes over) may hold an answer that was spent already. Keep these
 * entries on a Redis without persistence and without failover where a second run must not happen in any case.
 *
 * @param client - connected, with an `error` listener of your own; the store neither opens nor closes it.
 * @returns a store whose `put` and `take` reject when Redis is away, answers with an error or is silent; the guard then
 *   asks nothing and runs nothing.
 *
 * @example
 * ```ts
 * const client = createClient({ url: "redis://127.0.0.1:6379", disableOfflineQueue: true });
 * client.on("error", (error: Error) => log(error.message));
 * await client.connect();
 * const store = redisStore(client, { prefix: "notes-mcp:" });
 * const guard = createGuard({
 *   server: "notes-mcp",
 *   audience: "https://notes.example.org",
 *   shared: { keys: [Buffer.from(hexKey, "hex")], store },
 * });
 * ```
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): GuardStore {
  const { prefix = "confirm-guard:" } = options;

  // Node's own timer: an abort signal would not stop a command that has been written already.
  const bounded = async (send: () => Promise<unknown>): Promise<unknown> => {
    if (client.isReady === false) throw new Error("Redis is not connected.");
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new Error(`Redis did not answer within ${COMMAND_MS} ms.`));
    }, COMMAND_MS);
    try {
      // race() listens to both, so whatever comes later is heard by somebody.
      return await Promise.race([send(), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    put: async (key, value, ttlMs) => {
      const expiration = { type: "PX", value: Math.ceil(ttlMs) } as const;
      await bounded(() => client.set(prefix + key, value, { expiration }));
    },
    take: async (key) => {
      const value = await bounded(() => client.getDel(prefix + key));
      if (value === null || value === undefined) return undefined;
      if (typeof value !== "string") throw new Error("The Redis client must return strings.");
      return value;
    },
  };
}
