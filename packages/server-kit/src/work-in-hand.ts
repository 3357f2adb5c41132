/** Approved work that has begun. A process that is told to end waits for it, so that no set of writes is left half done. */
export type WorkInHand = {
  /** Passes the work through and remembers it until it has ended. */
  hold<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is in hand any more, however it ended. */
  idle(): Promise<void>;
};

export const createWorkInHand = (): WorkInHand => {
  const held = new Set<Promise<unknown>>();
  return {
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
