import { once } from "node:events";
import { createConnection, createServer, type Socket } from "node:net";

/** A relay in front of Redis that can fall silent: it still accepts and reads, and passes nothing on. */
export type MuteRelay = { url: string; mute(): void; stop(): Promise<void> };

/** @param socket - where Redis listens; without one, the relay is silent from the start */
export async function startMuteRelay(socket?: string): Promise<MuteRelay> {
  let silent = socket === undefined;
  const open = new Set<Socket>();
  const hold = (one: Socket): void => {
    open.add(one);
    one.on("error", () => {});
    one.on("close", () => open.delete(one));
  };
  const server = createServer((client) => {
    hold(client);
    client.on("data", (data) => void (silent || redis?.write(data)));
    const redis = socket === undefined ? undefined : createConnection(socket);
    if (redis === undefined) return;
    hold(redis);
    redis.on("data", (data) => void (silent || client.write(data)));
    redis.on("close", () => client.destroy());
    client.on("close", () => redis.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no port.");
  return {
    url: `redis://127.0.0.1:${address.port}`,
    mute: () => {
      silent = true;
    },
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      for (const one of open) one.destroy();
      await closed;
    },
  };
}
