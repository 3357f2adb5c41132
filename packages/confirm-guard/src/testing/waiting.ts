import { KitError } from "./errors.ts";

/** How long the kit waits for a thing to happen unless told otherwise, in milliseconds. */
export const DEFAULT_WAIT_MS = 10_000;

/** Resolves after so many milliseconds. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Settles as `promise` does, or rejects with a {@link KitError} that says what was waited for. */
export async function within<T>(promise: Promise<T>, what: string, timeoutMs = DEFAULT_WAIT_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new KitError("timed-out", `Waited ${timeoutMs} ms for ${what}, and it did not come.`));
  }, timeoutMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** True when `promise` settles in time; for steps after which something harsher follows. */
export async function settlesWithin(promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(late.resolve, timeoutMs, false);
  try {
    return await Promise.race([
      promise.then(
        () => true,
        () => true,
      ),
      late.promise,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Things that arrive (questions, requests, notifications) and the tests that wait for them.
 * Each arrival goes to the first waiter it fits, or rests until one asks.
 */
export type Arrivals<T> = {
  push(item: T): void;
  take(fits: (item: T) => boolean, what: string, timeoutMs?: number): Promise<T>;
  /** Rejects everyone who waits now or later. */
  end(error: KitError): void;
};

export function arrivals<T>(): Arrivals<T> {
  const resting: T[] = [];
  const waiters = new Set<{ fits: (item: T) => boolean; settle: PromiseWithResolvers<T> }>();
  let ended: KitError | undefined;

  return {
    push(item) {
      const waiter = [...waiters].find((candidate) => candidate.fits(item));
      if (waiter === undefined) {
        resting.push(item);
        return;
      }
      waiters.delete(waiter);
      waiter.settle.resolve(item);
    },
    async take(fits, what, timeoutMs) {
      const index = resting.findIndex(fits);
      const [here] = index === -1 ? [] : resting.splice(index, 1);
      if (here !== undefined) return here;
      if (ended !== undefined) throw new KitError(ended.code, `${ended.message} Waited for ${what}.`);
      const waiter = { fits, settle: Promise.withResolvers<T>() };
      waiters.add(waiter);
      try {
        return await within(waiter.settle.promise, what, timeoutMs);
      } finally {
        waiters.delete(waiter);
      }
    },
    end(error) {
      ended = error;
      for (const waiter of waiters) waiter.settle.reject(error);
    },
  };
}
