import type { Tool } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { listCalendars } from "./calendars.ts";
import { createEvent } from "./create-event.ts";
import { deleteEvent, getEvent, listEvents } from "./events.ts";
import { getServerInfo } from "./server-info.ts";

/** Every tool of the server, in the order in which clients see them. */
export const TOOLS: readonly Tool<CaldavAccount>[] = [
  listCalendars,
  getServerInfo,
  listEvents,
  getEvent,
  createEvent,
  deleteEvent,
];
