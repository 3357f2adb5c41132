import type { EntryKind } from "./types.ts";

/** How sentences speak of a kind of entry. */
export type EntryWords = { noun: string; one: string; many: string };

export const ENTRY_WORDS: Record<EntryKind, EntryWords> = {
  event: { noun: "event", one: "an event", many: "events" },
  task: { noun: "task", one: "a task", many: "tasks" },
  journal: { noun: "journal entry", one: "a journal entry", many: "journal entries" },
};
