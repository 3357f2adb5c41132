import { expect, it } from "vitest";
import { soak } from "./soak.ts";

it(
  "gives no wrong answer and keeps no memory while four clients work on a failing server",
  { timeout: 90_000 },
  async () => {
    const figures = await soak({ ms: 20_000, clients: 4, seed: 1 });
    expect(figures.wrong).toEqual([]);
    expect(figures.heap.growth).toBeLessThan(0.1);
    // It did work, it did fail, and every tool was in use.
    expect(figures.right).toBeGreaterThan(50);
    expect(figures.honestFailures).toBeGreaterThan(5);
    expect(Object.keys(figures.faults).length).toBeGreaterThan(10);
  },
);
