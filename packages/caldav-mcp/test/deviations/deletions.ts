import { type Desk, list, onDay } from "./desk.ts";

export const SERIES = onDay("choir", 1, "\nRRULE:FREQ=DAILY;COUNT=6");
export const LUNCH = onDay("lunch", 14);

/** The three kinds of write that delete_event makes; the second one is a PUT. */
export const WRITES = {
  "an event": { name: "lunch.ics", method: "DELETE", scope: undefined },
  "an occurrence": { name: "choir.ics", method: "PUT", scope: undefined },
  "a series": { name: "choir.ics", method: "DELETE", scope: "entire_series" },
} as const;

export type What = keyof typeof WRITES;
export const WHATS = Object.keys(WRITES) as What[];

export function seed(desk: Desk): void {
  desk.seed("lunch.ics", LUNCH);
  desk.seed("choir.ics", SERIES);
}

export async function idOf(desk: Desk, what: What): Promise<string | undefined> {
  const row = (await list(desk)).events.find(
    ({ untrusted_text: { summary } }) => summary === (what === "an event" ? "lunch" : "choir"),
  );
  return row?.id;
}

export async function remove(desk: Desk, what: What) {
  const { scope } = WRITES[what];
  return desk.call("delete_event", { id: await idOf(desk, what), ...(scope !== undefined && { scope }) });
}

/** What stands there afterwards: as it was, or without what was to be deleted. */
export function state(desk: Desk, what: What): "as it was" | "deleted" | "odd" {
  const text = desk.stored(WRITES[what].name);
  if (text === (what === "an event" ? LUNCH : SERIES)) return "as it was";
  if (what === "an occurrence") return text?.includes("EXDATE") === true ? "deleted" : "odd";
  return text === undefined ? "deleted" : "odd";
}
