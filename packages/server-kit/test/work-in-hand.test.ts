import { describe, expect, it } from "vitest";
import { createWorkInHand } from "../src/work-in-hand.ts";

describe("work in hand", () => {
  it("is idle at once when there is none", async () => {
    await expect(createWorkInHand().idle()).resolves.toBeUndefined();
  });

  it("waits for all of it, also for what begins meanwhile and for what fails", async () => {
    const inHand = createWorkInHand();
    const first = Promise.withResolvers<string>();
    const second = Promise.withResolvers<string>();
    const order: string[] = [];
    const held = inHand.hold(first.promise).then(async (value) => {
      order.push(value);
      await inHand.hold(second.promise).catch(() => order.push("failed"));
    });
    const idle = inHand.idle().then(() => order.push("idle"));

    first.resolve("first");
    await first.promise;
    second.reject(new Error("no"));
    await Promise.all([held, idle]);

    expect(order).toEqual(["first", "failed", "idle"]);
  });

  it("passes results and failures through", async () => {
    const inHand = createWorkInHand();
    await expect(inHand.hold(Promise.resolve(7))).resolves.toBe(7);
    await expect(inHand.hold(Promise.reject(new RangeError("far")))).rejects.toThrow(RangeError);
  });

  it("lets no further step begin once it is told so", () => {
    const inHand = createWorkInHand();
    expect(inHand.mayBegin()).toBe(true);
    inHand.beginNoMore();
    expect(inHand.mayBegin()).toBe(false);
  });
});
