/** Approved work that has begun. A process that is told to end waits for it, so that no set of writes is left half done. */
export type WorkInHand = {
  /** Passes the work through and remembers it until it has ended. */
  hold<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is in hand any more, however it ended. */
  idle(): Promise<void>;
  /** Whether another step of it may begin; a step that has begun is always waited for. */
  mayBegin: () => boolean;
  /** From now on no further step begins. */
  beginNoMore(): void;
};

export const createWorkInHand = (): WorkInHand => {
  const held = new Set<Promise<unknown>>();
  let beginning = true;
  return {
    mayBegin: () => beginning,
    beginNoMore: () => {
      beginning = false;
    },
    hold: async (work) => {
      held.add(work);
      try {
        return await work;
      } finally {
        held.delete(work);
      }
    },
    idle: async () => {
      while (held.size > 0) await Promise.allSettled(held);
    },
  };
};
