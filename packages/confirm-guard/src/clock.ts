/** Time as the guard reads it; both in milliseconds. */
export type Clock = {
  /** Unix time; people and other processes may set it. */
  now(this: void): number;
  /** Never runs backwards and cannot be set; only differences mean something. */
  monotonic(this: void): number;
};

/** Repeats `action` until the returned function is called; must not keep the process alive. */
export type Repeat = (everyMs: number, action: () => void) => () => void;

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

export const systemRepeat: Repeat = (everyMs, action) => {
  const timer = setInterval(action, everyMs);
  timer.unref();
  return () => clearInterval(timer);
};
