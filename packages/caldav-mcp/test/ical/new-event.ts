import ICAL from "ical.js";
import { type EventInput, composeNewEvent } from "../../src/ical/new-event.ts";
import type { NewEntry } from "../../src/ical/new-series.ts";
import { contentLines } from "./documents.ts";

export const NOW = Date.parse("2026-01-02T03:04:05.678Z");

/** A new event as a caller in `zone` would ask for it. */
export function newEvent(input: Partial<EventInput>, zone = "Europe/Berlin"): Promise<NewEntry> {
  const options = { zone, uid: "0b9cbd61-0a5c-4c6f-8f0e-6a8ad8f6e0a1", now: NOW };
  return composeNewEvent({ summary: "Lunch", start: "2026-01-13T12:00", ...input }, options);
}

/** The content lines of the event itself, unfolded, by property name with parameters. */
export async function written(input: Partial<EventInput>, zone?: string): Promise<Record<string, string>> {
  const { text } = await newEvent(input, zone);
  const lines = contentLines(text);
  const event = lines.slice(lines.indexOf("BEGIN:VEVENT") + 1, lines.indexOf("END:VEVENT"));
  return Object.fromEntries(
    event.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
  );
}

/** The VEVENT as ical.js reads it: a reader that shares no code with the writer. */
export function readBack(text: string): ICAL.Component {
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent");
  if (event === null) throw new Error("There is no event.");
  return event;
}
