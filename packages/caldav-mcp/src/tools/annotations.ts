import type { Annotations } from "server-kit";

/** Nothing here reaches further than the one configured account, so `openWorldHint` is false everywhere. */
const hints = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean): Annotations => ({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint: false,
});

export const READ = hints(true, false, true);
export const CREATE = hints(false, false, false);
export const DELETE = hints(false, true, true);
