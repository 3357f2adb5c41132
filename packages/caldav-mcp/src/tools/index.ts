import type { Tool } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { createEvent } from "./events/create-event.ts";
import { deleteEvent } from "./events/delete-event.ts";
import { getEvent } from "./events/get-event.ts";
import { listEvents } from "./events/list-events.ts";
import { getServerInfo } from "./get-server-info.ts";
import { listCalendars } from "./list-calendars.ts";

/** Every tool of the server, in the order in which clients see them. */
export const TOOLS: readonly Tool<CaldavAccount>[] = [
  listCalendars,
  getServerInfo,
  listEvents,
  getEvent,
  createEvent,
  deleteEvent,
];
