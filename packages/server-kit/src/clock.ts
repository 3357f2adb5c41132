/** A pending timer. */
export type Timer = {
  cancel(): void;
  /** Lets the process end although the timer is still pending. */
  unref(): void;
};

/** Time, as the one thing that tests replace. */
export type Clock = {
  /** Milliseconds that only grow; for ages and deadlines. */
  now(): number;
  /** Unix milliseconds; for dates that other computers wrote. */
  wallClock(): number;
  after(ms: number, run: () => void): Timer;
};

export const systemClock: Clock = {
  now: () => performance.now(),
  wallClock: () => Date.now(),
  after: (ms, run) => {
    const handle = setTimeout(run, ms);
    return { cancel: () => clearTimeout(handle), unref: () => void handle.unref() };
  },
};

/** Waits, and throws the signal's reason when it is aborted first. */
export const waitFor = async (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> => {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const timer = clock.after(ms, () => {
      signal?.removeEventListener("abort", stop);
      resolve();
    });
    const stop = () => {
      timer.cancel();
      resolve();
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
  signal?.throwIfAborted();
};
