import type { Clock } from "../clock.ts";

/**
 * Remembers for a short time that an origin refused the credentials. Every request is a login, and providers lock an
 * account after a handful of failed ones: a caller that simply tries again must not be the one who does that.
 */
export type RefusalMemo = {
  note(origin: string): void;
  /** Milliseconds since the refusal, or undefined when there is none that still counts. */
  ageOf(origin: string): number | undefined;
};

export const createRefusalMemo = ({ clock, forMs }: { clock: Clock; forMs: number }): RefusalMemo => {
  const refusedAt = new Map<string, number>();
  return {
    note: (origin) => void refusedAt.set(origin, clock.now()),
    ageOf: (origin) => {
      const at = refusedAt.get(origin);
      if (at === undefined) return undefined;
      const age = clock.now() - at;
      if (age < forMs) return age;
      refusedAt.delete(origin);
      return undefined;
    },
  };
};
