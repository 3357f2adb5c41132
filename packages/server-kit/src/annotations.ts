import type { Annotations } from "./tool.ts";

// Nothing reaches further than the one configured account, so `openWorldHint` is false unless a tool says otherwise.
const hints = (
  readOnlyHint: boolean,
  { destructive, idempotent }: { destructive: boolean; idempotent: boolean },
): Annotations => ({
  readOnlyHint,
  destructiveHint: destructive,
  idempotentHint: idempotent,
  openWorldHint: false,
});

/** Changes nothing. */
export const READ: Annotations = hints(true, { destructive: false, idempotent: true });

/** Adds something new each time. */
export const CREATE: Annotations = hints(false, { destructive: false, idempotent: false });

/** Overwrites what was there. */
export const REPLACE: Annotations = hints(false, { destructive: true, idempotent: true });

/** Takes something away. */
export const DELETE: Annotations = hints(false, { destructive: true, idempotent: true });

/** Takes something away from one place and adds it to another. */
export const MOVE: Annotations = hints(false, { destructive: true, idempotent: false });

/** Sets a state that can be set back. */
export const SET: Annotations = hints(false, { destructive: false, idempotent: true });
