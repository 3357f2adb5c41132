import { setImmediate } from "node:timers/promises";

const EVERY_MS = 50;

/**
 * Gives the event loop back when 50 ms have gone by since it last had it, so that other requests are answered while one
 * has much to do. Called between pieces of work that are short themselves.
 */
export type Breath = () => Promise<void>;

/** `clock` in milliseconds, counting up from anywhere. */
export function createBreath(clock: () => number = () => performance.now()): Breath {
  let last = clock();
  return async () => {
    if (clock() - last < EVERY_MS) return;
    await setImmediate();
    last = clock();
  };
}
