import { sampleHousehold, startSandbox, startStandIn } from "sandbox";
import type { Program } from "../programs.ts";
import type { Result } from "./client.ts";

/** What a server works on, and how a test sees for itself what became of it. */
export type Backend = AsyncDisposable & {
  env: Record<string, string>;
  /** What the backend itself holds, by a name that a test picks one by. */
  things(): string[];
  /** How often something was changed: by the requests where the backend counts them, else by what is gone. */
  writes(): number;
  /** A call that reads, by which a client learns of the things. */
  reading: { tool: string; args: Record<string, unknown> };
  /** The tool that deletes one, and its arguments, from what the reading has shown. */
  deleting: { tool: string; argsFor(thing: string, read: Result): Record<string, unknown> };
};

export const BACKENDS: Record<Program, () => Promise<Backend>> = {
  "caldav-mcp": openCalendar,
  "mealie-mcp": openHousehold,
};

const EVENTS = ["breakfast", "standup", "lunch", "dentist", "concert"];

async function openCalendar(): Promise<Backend> {
  const sandbox = await startSandbox();
  const folder = `${sandbox.home}events/`;
  for (const [index, name] of EVENTS.entries()) {
    const hour = String(8 + index).padStart(2, "0");
    sandbox.store.put(`${folder}${name}.ics`, event(name, hour));
  }
  const things = () => sandbox.store.list(folder).map((path) => path.slice(folder.length, -".ics".length));
  return {
    env: { CALDAV_URL: sandbox.url, CALDAV_USERNAME: sandbox.user, CALDAV_PASSWORD: sandbox.password },
    things,
    writes: () => EVENTS.length - things().length,
    reading: { tool: "list_events", args: { from: "2026-09-14", to: "2026-09-14" } },
    deleting: {
      tool: "delete_event",
      argsFor: (thing, { structured }) => {
        const { events } = structured as { events: { id: string; untrusted_text: { summary: string } }[] };
        return { id: events.find(({ untrusted_text }) => untrusted_text.summary === thing)?.id };
      },
    },
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

const event = (name: string, hour: string): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//example.org//real clients//EN",
    "BEGIN:VEVENT",
    `UID:${name}@example.org`,
    "DTSTAMP:20260901T080000Z",
    `DTSTART:20260914T${hour}0000Z`,
    `DTEND:20260914T${hour}3000Z`,
    `SUMMARY:${name}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

async function openHousehold(): Promise<Backend> {
  const mealie = await startStandIn({ state: sampleHousehold("2026-09-14") });
  return {
    env: { MEALIE_URL: mealie.url, MEALIE_API_TOKEN: mealie.token },
    things: () => mealie.state.recipes.map(({ slug }) => slug),
    writes: () => mealie.requests.filter(({ method }) => method !== "GET").length,
    reading: { tool: "search_recipes", args: {} },
    deleting: { tool: "delete_recipe", argsFor: (recipe) => ({ recipe }) },
    [Symbol.asyncDispose]: () => mealie.close(),
  };
}
