import type { Clock } from "../src/clock.ts";

/** A clock that moves only when the test moves it; timers that come due run in order. */
export type ManualClock = Clock & {
  advance(ms: number): Promise<void>;
  pending(): number;
  dueIn(): number[];
};

export const manualClock = (start = Date.UTC(2026, 8, 14, 9)): ManualClock => {
  let elapsed = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  return {
    now: () => elapsed,
    wallClock: () => start + elapsed,
    after: (ms, run) => {
      const timer = { at: elapsed + ms, run };
      timers.add(timer);
      return { cancel: () => void timers.delete(timer), unref: () => undefined };
    },
    pending: () => timers.size,
    dueIn: () => [...timers].map(({ at }) => at - elapsed),
    advance: async (ms) => {
      const until = elapsed + ms;
      for (;;) {
        const due = [...timers].filter((timer) => timer.at <= until).toSorted((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        elapsed = Math.max(elapsed, due.at);
        timers.delete(due);
        due.run();
        await settle();
      }
      elapsed = until;
      await settle();
    },
  };
};
