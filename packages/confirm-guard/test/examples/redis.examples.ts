// The example of the store on Redis, compiled. It stands here word for word; tsdoc.test.ts compares them.
import { createClient } from "redis";

import { createGuard, type Guard } from "../../src/index.ts";
import { redisStore } from "../../src/redis.ts";

export async function aStoreOnRedis(hexKey: string, log: (line: string) => void): Promise<Guard> {
  const client = createClient({ url: "redis://127.0.0.1:6379", disableOfflineQueue: true });
  client.on("error", (error: Error) => log(error.message));
  await client.connect();
  const store = redisStore(client, { prefix: "notes-mcp:" });
  const guard = createGuard({
    server: "notes-mcp",
    audience: "https://notes.example.org",
    shared: { keys: [Buffer.from(hexKey, "hex")], store },
  });
  return guard;
}
