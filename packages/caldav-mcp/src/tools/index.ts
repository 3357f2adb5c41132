import type { Tool } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { createEvent } from "./events/create-event.ts";
import { deleteEvent } from "./events/delete-event.ts";
import { getEvent } from "./events/get-event.ts";
import { listEvents } from "./events/list-events.ts";
import { getFreeBusy } from "./events/get-free-busy.ts";
import { moveEvent } from "./events/move-event.ts";
import { respondToEvent } from "./events/respond-to-event.ts";
import { searchEvents } from "./events/search-events.ts";
import { updateEvent } from "./events/update-event.ts";
import { getServerInfo } from "./get-server-info.ts";
import { createJournal } from "./journals/create-journal.ts";
import { deleteJournal } from "./journals/delete-journal.ts";
import { getJournal } from "./journals/get-journal.ts";
import { listJournals } from "./journals/list-journals.ts";
import { updateJournal } from "./journals/update-journal.ts";
import { listCalendars } from "./list-calendars.ts";
import { completeTask } from "./tasks/complete-task.ts";
import { createTask } from "./tasks/create-task.ts";
import { deleteTask } from "./tasks/delete-task.ts";
import { getTask } from "./tasks/get-task.ts";
import { listTasks } from "./tasks/list-tasks.ts";
import { updateTask } from "./tasks/update-task.ts";

/** The tools by what they work on, in the order in which clients and the reference show them. */
export const TOOL_AREAS: readonly { title: string; tools: readonly Tool<CaldavAccount>[] }[] = [
  { title: "The account", tools: [listCalendars, getServerInfo] },
  {
    title: "Events",
    tools: [
      listEvents,
      getEvent,
      searchEvents,
      getFreeBusy,
      createEvent,
      updateEvent,
      deleteEvent,
      moveEvent,
      respondToEvent,
    ],
  },
  { title: "Tasks", tools: [listTasks, getTask, createTask, updateTask, completeTask, deleteTask] },
  {
    title: "Journal entries",
    tools: [listJournals, getJournal, createJournal, updateJournal, deleteJournal],
  },
];

/** Every tool of the server. */
export const TOOLS: readonly Tool<CaldavAccount>[] = TOOL_AREAS.flatMap(({ tools }) => tools);
