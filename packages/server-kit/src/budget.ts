import type { Clock, Timer } from "./clock.ts";
import { systemClock } from "./clock.ts";
import { BudgetSpent, CallCancelled } from "./errors.ts";

/**
 * What one tool call may cost: its own working time and the number of records it collects. Time during which a
 * person reads a question does not count.
 */
export type Budget = {
  /** Throws {@link BudgetSpent} when the call's own time is used up. Called before each request. */
  check(): void;
  /** Own time left in milliseconds; never negative. */
  remainingMs(): number;
  /** Takes up to `wanted` records from the ceiling and says how many were granted. */
  collect(wanted: number): number;
  /**
   * Runs `wait` with the clock stopped. Afterwards the call has its full allowance again, as a call that is
   * repeated with the answer (revision 2026-07-28) has.
   */
  pausedWhile<T>(wait: () => Promise<T>): Promise<T>;
  /** From now on the work is finished whatever it takes: an approved set of writes is never left half done. */
  mustFinish(): void;
  /** Aborts when the client cancels the call or the time is up; after {@link mustFinish} it aborts no more. */
  readonly signal: AbortSignal;
};

/** The budget as its owner holds it. */
export type OwnedBudget = Budget & {
  /** The call is over: no timer and no listener stays behind. */
  close(): void;
};

export type BudgetOptions = {
  /** Own working time in milliseconds. */
  ms?: number;
  /** Records that may be collected. */
  records?: number;
  clock?: Clock;
  /** The client's cancellation. */
  signal?: AbortSignal;
};

export const createBudget = ({
  ms = 30_000,
  records = 5_000,
  clock = systemClock,
  signal: cancelled,
}: BudgetOptions = {}): OwnedBudget => {
  const controller = new AbortController();
  let deadline = clock.now() + ms;
  let left = records;
  let timer: Timer | undefined;
  let paused = 0;
  let finishing = false;

  const arm = () => {
    deadline = clock.now() + ms;
    left = records;
    timer = clock.after(ms, () => controller.abort(new BudgetSpent(ms)));
    timer.unref();
  };
  const disarm = () => {
    timer?.cancel();
    timer = undefined;
  };
  const onCancel = () => {
    disarm();
    if (!finishing) controller.abort(new CallCancelled());
  };
  const close = () => {
    disarm();
    cancelled?.removeEventListener("abort", onCancel);
  };
  const remainingMs = () => (finishing || paused > 0 ? ms : Math.max(0, deadline - clock.now()));

  arm();
  if (cancelled?.aborted === true) onCancel();
  cancelled?.addEventListener("abort", onCancel, { once: true });

  // No accessor for `signal`: V8 gives each object literal with one a shape of its own, among what lives long, and all that
  // the accessor closes over, here the whole call, would stay until the next full collection.
  const budget: Mutable<OwnedBudget> = {
    signal: controller.signal,
    remainingMs,
    close,
    check: () => {
      if (finishing) return;
      controller.signal.throwIfAborted();
      if (remainingMs() <= 0) throw new BudgetSpent(ms);
    },
    collect: (wanted) => {
      const granted = Math.max(0, Math.min(Math.floor(wanted), left));
      left -= granted;
      return granted;
    },
    pausedWhile: async (wait) => {
      disarm();
      paused += 1;
      try {
        return await wait();
      } finally {
        paused -= 1;
        if (paused === 0 && !finishing && !controller.signal.aborted) arm();
      }
    },
    mustFinish: () => {
      finishing = true;
      budget.signal = new AbortController().signal;
      close();
    },
  };
  return budget;
};

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
