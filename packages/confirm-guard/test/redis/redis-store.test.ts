import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";

import type { GuardStore } from "../../src/index.ts";
import { type RedisClient, redisStore } from "../../src/redis.ts";
import {
  FRESH,
  isQuestion,
  outcomeOf,
  questionOf,
  retry,
  textOf,
  tokenIn,
  type World,
  world,
  YES,
} from "../guard/world.ts";
import { startMuteRelay } from "./mute-relay.ts";
import { connectedClient, hasRedis, type RedisServer, startRedis } from "./redis-server.ts";

const KEYS = [new Uint8Array(32).fill(9)];
const MINUTE = 60_000;

/** A store on this Redis, with a connection that ends with the test. */
async function storeOn(url: string, prefix?: string): Promise<{ store: GuardStore; client: RedisClient }> {
  const client = await connectedClient(url);
  onTestFinished(() => client.destroy());
  return { client, store: redisStore(client, prefix === undefined ? {} : { prefix }) };
}

async function redisOfItsOwn(flags: string[] = []): Promise<RedisServer> {
  const redis = await startRedis(flags);
  onTestFinished(() => redis.stop());
  return redis;
}

/** Asks, and comes back with a yes; `between` is what happens while the person reads. */
async function askAndAgree(made: World, between: () => Promise<unknown> = async () => {}) {
  const asked = questionOf(await made.guard.run(FRESH, made.call()));
  await between();
  made.clock.pass(5_000);
  return { asked, result: await made.guard.run(retry(asked, YES), made.call()) };
}

describe.skipIf(!hasRedis())("the store on Redis", () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  it("gives a value back once, and nothing for a key that it does not have", async () => {
    const { store } = await storeOn(redis.url);
    await store.put("ask:once", "value", MINUTE);
    expect(await store.take("ask:once")).toBe("value");
    expect(await store.take("ask:once")).toBeUndefined();
    expect(await store.take("ask:never")).toBeUndefined();
  });

  it("gives a value to one of a hundred takers on two connections", async () => {
    const stores = [(await storeOn(redis.url)).store, (await storeOn(redis.url)).store];
    await stores[0]?.put("ask:contended", "value", MINUTE);
    const taken = await Promise.all(
      Array.from({ length: 100 }, (_, at) => stores[at % 2]?.take("ask:contended")),
    );
    expect(taken.filter((value) => value !== undefined)).toEqual(["value"]);
  });

  it("keeps an entry for its time, to the millisecond, under its prefix", async () => {
    const client = await connectedClient(redis.url);
    onTestFinished(() => client.destroy());
    await redisStore(client, { prefix: "notes:" }).put("ask:timed", "value", 90_000.4);
    const left = await client.pTTL("notes:ask:timed");
    expect(left).toBeGreaterThan(60_000);
    expect(left).toBeLessThanOrEqual(90_001);
    expect(await redisStore(client, { prefix: "other:" }).take("ask:timed")).toBeUndefined();
    expect(await redisStore(client).take("ask:timed")).toBeUndefined();
    await redisStore(client).put("ask:plain", "value", MINUTE);
    expect(await client.exists("confirm-guard:ask:plain")).toBe(1);
  });

  it("carries a question and its yes, and a token, through to one run each", async () => {
    const { store } = await storeOn(redis.url);
    const made = world({ shared: { keys: KEYS, store } });
    const { asked, result } = await askAndAgree(made);
    expect(textOf(result)).toBe("Deleted a.");
    expect(isQuestion(await made.guard.run(retry(asked, YES), made.call()))).toBe(true);

    const nobody = { kind: "none", reason: "no-capability" } as const;
    const token = tokenIn(await made.guard.run(nobody, made.call()));
    const twice = await Promise.all([1, 2].map(() => made.guard.run(nobody, made.call("a", { token }))));
    expect(new Set(twice.map(outcomeOf))).toEqual(new Set(["wrong-token", undefined]));
    expect(made.done).toEqual(["a", "a"]);
  });

  it("asks again, and runs nothing, when Redis was restarted empty", async () => {
    const own = await redisOfItsOwn();
    const { store } = await storeOn(own.url);
    const made = world({ shared: { keys: KEYS, store } });
    const { result } = await askAndAgree(made, async () => {
      await own.kill();
      await own.start();
      await untilStored(store);
    });
    expect(isQuestion(result)).toBe(true);
    expect(made.done).toEqual([]);
    expect(textOf((await askAndAgree(made)).result)).toBe("Deleted a.");
  });

  it("asks again, and runs nothing, when Redis has pushed the question out", async () => {
    const own = await redisOfItsOwn(["--maxmemory", "3mb", "--maxmemory-policy", "allkeys-lru"]);
    const { store } = await storeOn(own.url);
    const made = world({ shared: { keys: KEYS, store } });
    const { result } = await askAndAgree(made, async () => {
      for (let at = 0; at < 100; at += 1) await store.put(`ask:filler-${at}`, "x".repeat(100_000), MINUTE);
    });
    expect(isQuestion(result)).toBe(true);
    expect(made.done).toEqual([]);
  });

  it("does not ask when Redis is full and keeps what it has", async () => {
    const own = await redisOfItsOwn(["--maxmemory", "1kb", "--maxmemory-policy", "noeviction"]);
    const { store } = await storeOn(own.url);
    const made = world({ shared: { keys: KEYS, store } });
    expect(outcomeOf(await made.guard.run(FRESH, made.call()))).toBe("store-failed");
    expect(made.done).toEqual([]);
  });

  it("neither asks nor uses a yes while Redis is dead", async () => {
    const own = await redisOfItsOwn();
    const { store, client } = await storeOn(own.url);
    const made = world({ shared: { keys: KEYS, store } });
    const { asked, result } = await askAndAgree(made, async () => {
      await own.kill();
      while (client.isReady === true) await store.take("ask:nothing").catch(() => {});
    });
    expect(outcomeOf(result)).toBe("store-failed");
    expect(textOf(result)).toContain("Nothing was changed.");
    expect(outcomeOf(await made.guard.run(FRESH, made.call()))).toBe("store-failed");
    await own.start();
    await untilStored(store);
    expect(isQuestion(await made.guard.run(retry(asked, YES), made.call()))).toBe(true);
    expect(made.done).toEqual([]);
  });

  it("neither asks nor uses a yes when Redis falls silent", async () => {
    const relay = await startMuteRelay(redis.socket);
    onTestFinished(() => relay.stop());
    const { store } = await storeOn(relay.url);
    const made = world({ shared: { keys: KEYS, store } });
    const { asked, result } = await askAndAgree(made, async () => relay.mute());
    expect(outcomeOf(result)).toBe("store-failed");
    expect(outcomeOf(await made.guard.run(FRESH, made.call()))).toBe("store-failed");
    // Redis never saw the attempt, so the answer is still good where Redis can be reached.
    const elsewhere = world({
      server: made.guard.server,
      shared: { keys: KEYS, store: (await storeOn(redis.url)).store },
    });
    elsewhere.clock.pass(5_000);
    expect(textOf(await elsewhere.guard.run(retry(asked, YES), elsewhere.call()))).toBe("Deleted a.");
    expect(isQuestion(await elsewhere.guard.run(retry(asked, YES), elsewhere.call()))).toBe(true);
    expect([...made.done, ...elsewhere.done]).toEqual(["a"]);
  });

  it("fails at once when Redis has been silent from the start", async () => {
    const relay = await startMuteRelay();
    onTestFinished(() => relay.stop());
    const client = createClient({ url: relay.url, socket: { reconnectStrategy: false } });
    client.on("error", () => {});
    // Never settles: the handshake waits for an answer.
    client.connect().catch(() => {});
    onTestFinished(() => client.destroy());
    const store = redisStore(client);
    await expect(store.put("ask:a", "value", MINUTE)).rejects.toThrow("Redis is not connected.");
    await expect(store.take("ask:a")).rejects.toThrow("Redis is not connected.");
  });

  /** Until the client has found its way back. */
  async function untilStored(store: GuardStore): Promise<void> {
    const deadline = performance.now() + 10_000;
    for (;;) {
      try {
        return await store.put("ask:probe", "value", MINUTE);
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  }
});

describe("whatever the client does", () => {
  const OK = { set: async () => "OK", getDel: async () => null };

  it("passes an error on", async () => {
    const refused = async (): Promise<never> => Promise.reject(new Error("WRONGTYPE"));
    const store = redisStore({ set: refused, getDel: refused });
    await expect(store.put("ask:a", "value", 1)).rejects.toThrow("WRONGTYPE");
    await expect(store.take("ask:a")).rejects.toThrow("WRONGTYPE");
  });

  it("takes nothing that is no string for an entry", async () => {
    const store = redisStore({ ...OK, getDel: async () => Buffer.from("value") });
    await expect(store.take("ask:a")).rejects.toThrow("must return strings");
  });

  it("gives each command two seconds, and no more", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const silent = (): Promise<never> => new Promise(() => {});
    const store = redisStore({ set: silent, getDel: silent });
    for (const command of [() => store.put("ask:a", "value", MINUTE), () => store.take("ask:a")]) {
      const failed = vi.fn<(error: unknown) => void>();
      command().catch(failed);
      await vi.advanceTimersByTimeAsync(1_999);
      expect(failed).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(failed).toHaveBeenCalledWith(new Error("Redis did not answer within 2000 ms."));
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  it("sends each command once", async () => {
    const sent: unknown[][] = [];
    const store = redisStore({
      set: async (...args) => void sent.push(args),
      getDel: async (...args) => void sent.push(args),
    });
    await store.put("ask:a", "value", 1_500);
    await store.take("ask:a");
    expect(sent).toEqual([
      ["confirm-guard:ask:a", "value", { expiration: { type: "PX", value: 1_500 } }],
      ["confirm-guard:ask:a"],
    ]);
  });
});

describe("a machine without Redis", () => {
  it("says what it skips, or fails where REQUIRE_SERVERS asks for it", () => {
    const said: string[] = [];
    const nowhere = { path: "/nonexistent", say: (line: string) => void said.push(line) };
    expect(hasRedis({ ...nowhere, required: "radicale" })).toBe(false);
    expect(said.join("")).toContain("skipped: redis-server");
    for (const required of ["1", "true", "radicale, redis-server"]) {
      expect(() => hasRedis({ ...nowhere, required })).toThrow("asks for redis-server");
    }
  });
});
