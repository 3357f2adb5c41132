import { expect, it } from "vitest";
import { soak } from "./soak.ts";

it(
  "gives no wrong answer and keeps no memory while four clients work on a failing server",
  { timeout: 600_000 },
  async () => {
    const figures = await soak({ ms: 20_000, clients: 4, seed: 1, calls: 600 });
    expect(figures.wrong).toEqual([]);
    // A few hundred calls still meet code that is compiled anew; the long trial demands less.
    expect(figures.heap.growth).toBeLessThan(0.2);
    // It did work, it did fail, and every tool was in use.
    expect(figures.right).toBeGreaterThan(50);
    expect(figures.honestFailures).toBeGreaterThan(5);
    expect(Object.keys(figures.faults).length).toBeGreaterThan(10);
  },
);
