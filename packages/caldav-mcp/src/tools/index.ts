import type { Tool } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { createEvent } from "./events/create-event.ts";
import { deleteEvent } from "./events/delete-event.ts";
import { getEvent } from "./events/get-event.ts";
import { listEvents } from "./events/list-events.ts";
import { moveEvent } from "./events/move-event.ts";
import { getServerInfo } from "./get-server-info.ts";
import { listCalendars } from "./list-calendars.ts";

/** The tools by what they work on, in the order in which clients and the reference show them. */
export const TOOL_AREAS: readonly { title: string; tools: readonly Tool<CaldavAccount>[] }[] = [
  { title: "The account", tools: [listCalendars, getServerInfo] },
  {
    title: "Events",
    tools: [listEvents, getEvent, createEvent, deleteEvent, moveEvent],
  },
  { title: "Tasks", tools: [] },
  { title: "Journal entries", tools: [] },
];

/** Every tool of the server. */
export const TOOLS: readonly Tool<CaldavAccount>[] = TOOL_AREAS.flatMap(({ tools }) => tools);
