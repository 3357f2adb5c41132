import type { EntryKind } from "./types.ts";

/** What STATUS may say of an entry of each kind (RFC 5545 section 3.8.1.11), in lower case. */
export const STATUSES = {
  event: ["tentative", "confirmed", "cancelled"],
  task: ["needs-action", "in-process", "completed", "cancelled"],
  journal: ["draft", "final", "cancelled"],
} as const satisfies Record<EntryKind, readonly string[]>;

/** The status of an entry of one kind; without one, of any. */
export type EntryStatus<Kind extends EntryKind = EntryKind> = (typeof STATUSES)[Kind][number];

/** Those of all kinds, each once. */
export const EVERY_STATUS: readonly EntryStatus[] = [...new Set(Object.values(STATUSES).flat())];
