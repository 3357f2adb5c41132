import { WAITING_MESSAGE } from "../wording.ts";

/** The `params` of a `notifications/progress`, as both SDK lines take them. */
export type Progress = { progressToken: string | number; progress: number; message: string };

/**
 * Tells a client that its call is waiting for a person, each time it is called: fixed words, rising numbers. Does
 * nothing for a call without a progress token.
 */
export function signOfLife(
  progressToken: string | number | undefined,
  notify: (params: Progress) => Promise<void>,
): () => void {
  let progress = 0;
  return () => {
    if (progressToken === undefined) return;
    progress += 1;
    notify({ progressToken, progress, message: WAITING_MESSAGE }).catch(() => {});
  };
}
