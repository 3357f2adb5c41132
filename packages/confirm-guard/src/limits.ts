/** How much asking is too much. */
export type Limits = {
  /** Pushed questions that one principal may have open at a time; 3. */
  openQuestions: number;
  /** Questions that one principal may get in 10 minutes; 20. */
  questionsPer10Min: number;
  /**
   * Questions whose answer may be outstanding in memory; 10,000. Beyond that, the oldest of the principal that has the
   * most goes.
   */
  pending: number;
  /** How often a person may say no to one thing in 10 minutes before they are left alone; 2. */
  declines: number;
};

export const DEFAULT_LIMITS: Limits = {
  openQuestions: 3,
  questionsPer10Min: 20,
  pending: 10_000,
  declines: 2,
};

/** How long a no and a question count. */
export const WINDOW_MS = 10 * 60_000;
/** More principals or declined subjects than this are not remembered; the oldest goes, which only asks again. */
const MAX_REMEMBERED = 10_000;

/** Counts questions and no's; everything in it may be lost without harm. */
export type LimitKeeper = {
  roomToAsk(principal: string, channel: "push" | "retry"): boolean;
  /** Counts a question that goes out now. Call the returned function when a pushed one is closed. */
  asking(principal: string, channel: "push" | "retry"): () => void;
  recentNo(subject: string): { count: number; agoMs: number };
  declined(subject: string): void;
  /** A dialog about the subject ended without a yes within the window. */
  wasDismissed(subject: string): boolean;
  dismissed(subject: string): void;
  approved(subject: string): void;
};

export function limitKeeper(limits: Limits, monotonicNow: () => number): LimitKeeper {
  const questions = rememberTimes(monotonicNow);
  const declines = rememberTimes(monotonicNow);
  const dismissals = rememberTimes(monotonicNow);
  const open = new Map<string, number>();

  return {
    roomToAsk: (principal, channel) =>
      questions.recent(principal).length < limits.questionsPer10Min &&
      (channel === "retry" || (open.get(principal) ?? 0) < limits.openQuestions),
    asking: (principal, channel) => {
      questions.add(principal, limits.questionsPer10Min);
      if (channel === "retry") return () => {};
      open.set(principal, (open.get(principal) ?? 0) + 1);
      return once(() => {
        const left = (open.get(principal) ?? 1) - 1;
        if (left > 0) open.set(principal, left);
        else open.delete(principal);
      });
    },
    recentNo: (subject) => {
      const times = declines.recent(subject);
      const last = times.at(-1);
      return { count: times.length, agoMs: last === undefined ? 0 : monotonicNow() - last };
    },
    declined: (subject) => declines.add(subject, limits.declines),
    wasDismissed: (subject) => dismissals.recent(subject).length > 0,
    dismissed: (subject) => dismissals.add(subject, 1),
    approved: (subject) => {
      declines.forget(subject);
      dismissals.forget(subject);
    },
  };
}

/** When something happened within the window, by key, oldest first. */
function rememberTimes(monotonicNow: () => number) {
  const byKey = new Map<string, number[]>();
  const recent = (key: string): readonly number[] => {
    const times = byKey.get(key) ?? [];
    const oldest = times.findIndex((time) => monotonicNow() - time < WINDOW_MS);
    times.splice(0, oldest === -1 ? times.length : oldest);
    return times;
  };
  return {
    recent,
    /** Only the newest `keep` times matter. */
    add: (key: string, keep: number): void => {
      recent(key);
      const times = byKey.get(key) ?? [];
      times.push(monotonicNow());
      if (times.length > keep) times.shift();
      // Moves the key to the end, so that the one that was quiet longest is forgotten first.
      byKey.delete(key);
      byKey.set(key, times);
      for (const quiet of byKey.keys()) {
        if (byKey.size <= MAX_REMEMBERED) break;
        byKey.delete(quiet);
      }
    },
    forget: (key: string): void => void byKey.delete(key),
  };
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}
