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

/** Work cut into pieces that are short themselves. */
export type Piecewise<T> = Generator<undefined, T>;

export function atOnce<T>(work: Piecewise<T>): T {
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
  }
}

export async function breathing<T>(work: Piecewise<T>): Promise<T> {
  const breathe = createBreath();
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
    await breathe();
  }
}
