// The guard of one instance among several: the same keys, one store, the same `server` and `audience` everywhere.
import { createGuard, type Guard } from "confirm-guard";
import { type RedisClient, redisStore } from "confirm-guard/redis";

/**
 * @param keys - one or more keys of 64 hexadecimal digits, separated by commas. The first one seals, all of them open.
 * @param redis - a connected client of the `redis` package, made with `disableOfflineQueue: true`.
 */
export function guardOfOneInstance(keys: string, redis: RedisClient): Guard {
  return createGuard({
    server: "notes-mcp",
    audience: "https://notes.example.org",
    shared: {
      keys: keys.split(",").map((key) => Buffer.from(key.trim(), "hex")),
      store: redisStore(redis, { prefix: "notes-mcp:" }),
    },
  });
}
