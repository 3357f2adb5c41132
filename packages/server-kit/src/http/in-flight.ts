/** Runs at most `max` pieces of work at a time; the rest wait in order. */
export type InFlight = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

export const limitInFlight = (max: number): InFlight => {
  const waiting = new Set<() => void>();
  let running = 0;

  /** Resolves when a place was handed over, or, without one, when the caller gave up. */
  const placeOrAbort = (signal: AbortSignal | undefined): Promise<"place" | "aborted"> =>
    new Promise((resolve) => {
      const take = () => {
        signal?.removeEventListener("abort", leave);
        resolve("place");
      };
      const leave = () => {
        waiting.delete(take);
        resolve("aborted");
      };
      waiting.add(take);
      signal?.addEventListener("abort", leave, { once: true });
    });

  const enter = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (running < max) {
      running += 1;
      return;
    }
    if ((await placeOrAbort(signal)) === "aborted") signal?.throwIfAborted();
  };

  // The place is handed on, not freed and taken again, so that nobody can slip in between.
  const exit = () => {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  };

  return async (work, signal) => {
    await enter(signal);
    try {
      return await work();
    } finally {
      exit();
    }
  };
};
