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
  /** Runs `wait` with the clock stopped. */
  pausedWhile<T>(wait: () => Promise<T>): Promise<T>;
  /** From now on the work is finished whatever it takes: an approved set of writes is never left half done. */
  mustFinish(): void;
  /** Aborts when the client cancels the call or the time is up; after {@link mustFinish} it aborts no more. */
  readonly signal: AbortSignal;
};
