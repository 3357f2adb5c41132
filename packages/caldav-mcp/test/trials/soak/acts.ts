import type { Connection, ReceivedResult } from "confirm-guard/testing";
import type { Sandbox } from "sandbox";
import { encodeEntryId } from "../../../src/dav/entry-id.ts";
import type { Chance } from "./chance.ts";
import { type Claimed, judgeRead, judgeWrite, type Verdict } from "./judge.ts";
import { busyOf, isDone, isSeries, rowsOf, sorted, type Stored, storedIn } from "./truth.ts";

/** What one client works with: a calendar and a list of tasks that nobody else writes to. */
export type Worker = {
  connection: Connection;
  sandbox: Sandbox;
  chance: Chance;
  events: string;
  tasks: string;
  /** Resolves when the server has done all that was asked of a calendar. */
  atRest: (calendar: string) => Promise<void>;
  /** Another name on each call. */
  newName: () => string;
};

export type Act = (worker: Worker) => Promise<{ tool: string; verdict: Verdict }>;

const WINDOW = { from: "2026-09-01", to: "2026-09-30" };

type Entry = { start: { value: string }; untrusted_text: { summary?: string } };

const pathOf = (worker: Worker, calendar: string): string => `${worker.sandbox.home}${calendar}/`;

const rowsIn = (content: Claimed): string[] =>
  sorted(
    ((content["events"] ?? []) as Entry[]).map(({ start, untrusted_text: text }) => ({
      summary: text.summary ?? "",
      start: start.value.slice(0, 16),
    })),
  );

const events = ({ sandbox, events: calendar }: Worker): Stored[] => storedIn(sandbox, calendar);

async function read(
  worker: Worker,
  tool: string,
  args: Record<string, unknown>,
  judged: { shown: (content: Claimed) => string[]; truth: readonly string[] },
) {
  return { tool, verdict: judgeRead(await worker.connection.callTool(tool, args), judged) };
}

/** One write; `isDone` looks at what is stored afterwards. */
async function write(
  worker: Worker,
  { tool, args, calendar }: { tool: string; args: Record<string, unknown>; calendar: string },
  isDoneIn: (after: Stored[], result: ReceivedResult) => boolean,
) {
  const before = JSON.stringify(storedIn(worker.sandbox, calendar));
  const result = await worker.connection.callTool(tool, args);
  // A request that was given up may be carried out yet; the call has to answer for that too.
  if (result.isError === true) await worker.atRest(calendar);
  const stored = storedIn(worker.sandbox, calendar);
  const after = JSON.stringify(stored);
  return { tool, verdict: judgeWrite(result, { before, after, isDone: isDoneIn(stored, result) }) };
}

const listEvents: Act = async (worker) =>
  read(
    worker,
    "list_events",
    { ...WINDOW, calendars: [pathOf(worker, worker.events)], limit: 500 },
    { shown: rowsIn, truth: sorted(events(worker).flatMap(rowsOf)) },
  );

const searchEvents: Act = async (worker) => {
  const query = `-${worker.chance.below(10)}`;
  const truth = events(worker)
    .filter(({ summary }) => summary.includes(query))
    .map(({ summary }) => summary);
  const shown = (content: Claimed): string[] =>
    ((content["events"] ?? []) as Entry[]).map(({ untrusted_text: text }) => text.summary ?? "");
  const args = { ...WINDOW, query, calendars: [pathOf(worker, worker.events)], limit: 500 };
  return read(worker, "search_events", args, { shown, truth });
};

const freeBusy: Act = async (worker) => {
  const shown = (content: Claimed): string[] =>
    ((content["busy"] ?? []) as { from: string; to: string }[]).map(
      ({ from, to }) => `${from.slice(0, 16)} ${to.slice(0, 16)}`,
    );
  const args = { ...WINDOW, calendars: [pathOf(worker, worker.events)] };
  const all = events(worker).flatMap(rowsOf);
  return read(worker, "get_free_busy", args, { shown, truth: busyOf(all) });
};

const idOf = (worker: Worker, { resource }: Stored, recurrence?: string): string =>
  encodeEntryId({
    kind: "event",
    calendar: pathOf(worker, worker.events),
    resource,
    ...(recurrence !== undefined && { recurrence }),
  });

const getEvent: Act = async (worker) => {
  const one = worker.chance.pick(events(worker).filter((stored) => !isSeries(stored)));
  if (one === undefined) return createEvent(worker);
  const shown = (content: Claimed): string[] => [
    (content["event"] as Entry | undefined)?.untrusted_text.summary ?? "",
  ];
  return read(worker, "get_event", { id: idOf(worker, one) }, { shown, truth: [one.summary] });
};

const createEvent: Act = async (worker) => {
  const { chance } = worker;
  const summary = worker.newName();
  const day = String(1 + chance.below(20)).padStart(2, "0");
  const start = `2026-09-${day}T${String(8 + chance.below(10)).padStart(2, "0")}:00`;
  const recurrence = chance.percent(30) ? { recurrence: `FREQ=DAILY;COUNT=${3 + chance.below(3)}` } : {};
  const args = { calendar_id: pathOf(worker, worker.events), summary, start, ...recurrence };
  return write(worker, { tool: "create_event", args, calendar: worker.events }, (after) =>
    isOnce(after, summary),
  );
};

const isOnce = (stored: Stored[], summary: string): boolean =>
  stored.filter((one) => one.summary === summary).length === 1;

const updateEvent: Act = async (worker) => {
  const one = worker.chance.pick(events(worker).filter((stored) => !isSeries(stored)));
  if (one === undefined) return createEvent(worker);
  const summary = worker.newName();
  const args = { id: idOf(worker, one), summary };
  return write(worker, { tool: "update_event", args, calendar: worker.events }, (after) =>
    after.some(({ resource, summary: now }) => resource === one.resource && now === summary),
  );
};

const deleteEvent: Act = async (worker) => {
  const one = worker.chance.pick(events(worker));
  if (one === undefined) return createEvent(worker);
  const args = { id: idOf(worker, one) };
  return write(worker, { tool: "delete_event", args, calendar: worker.events }, (after) =>
    after.every(({ resource }) => resource !== one.resource),
  );
};

const deleteOccurrence: Act = async (worker) => {
  const one = worker.chance.pick(events(worker).filter((stored) => rowsOf(stored).length > 1));
  if (one === undefined) return createEvent(worker);
  const content = (
    await worker.connection.callTool("list_events", {
      ...WINDOW,
      calendars: [pathOf(worker, worker.events)],
      limit: 500,
    })
  ).structuredContent;
  const rows = ((content?.["events"] ?? []) as (Entry & { id: string })[]).filter(
    ({ untrusted_text: text }) => text.summary === one.summary,
  );
  const row = worker.chance.pick(rows);
  if (row === undefined) return { tool: "list_events", verdict: "an honest failure" };
  const start = row.start.value.slice(0, 16);
  const left = rowsOf(one).length - 1;
  return write(worker, { tool: "delete_event", args: { id: row.id }, calendar: worker.events }, (after) => {
    const now = after.find(({ resource }) => resource === one.resource);
    const rowsNow = now === undefined ? [] : rowsOf(now);
    return rowsNow.length === left && rowsNow.every((other) => other.start !== start);
  });
};

const tasks = ({ sandbox, tasks: calendar }: Worker): Stored[] => storedIn(sandbox, calendar);

const taskId = (worker: Worker, { resource }: Stored): string =>
  encodeEntryId({ kind: "task", calendar: pathOf(worker, worker.tasks), resource });

const listTasks: Act = async (worker) => {
  const shown = (content: Claimed): string[] =>
    ((content["tasks"] ?? []) as { untrusted_text: { summary?: string } }[]).map(
      ({ untrusted_text: text }) => text.summary ?? "",
    );
  const truth = tasks(worker)
    .filter((one) => !isDone(one))
    .map(({ summary }) => summary);
  const args = { calendars: [pathOf(worker, worker.tasks)], limit: 500 };
  return read(worker, "list_tasks", args, { shown, truth });
};

const createTask: Act = async (worker) => {
  const summary = worker.newName();
  const args = { calendar_id: pathOf(worker, worker.tasks), summary };
  return write(worker, { tool: "create_task", args, calendar: worker.tasks }, (after) =>
    isOnce(after, summary),
  );
};

const completeTask: Act = async (worker) => {
  const one = worker.chance.pick(tasks(worker).filter((task) => !isDone(task)));
  if (one === undefined) return createTask(worker);
  const args = { id: taskId(worker, one) };
  return write(worker, { tool: "complete_task", args, calendar: worker.tasks }, (after) =>
    after.some((task) => task.resource === one.resource && isDone(task)),
  );
};

const WEIGHTS: readonly [Act, number][] = [
  [listEvents, 3],
  [searchEvents, 1],
  [freeBusy, 1],
  [getEvent, 2],
  [createEvent, 2],
  [updateEvent, 2],
  [deleteEvent, 1],
  [deleteOccurrence, 1],
  [listTasks, 1],
  [createTask, 1],
  [completeTask, 1],
];

/** Each as often as it weighs. */
export const ACTS: readonly Act[] = WEIGHTS.flatMap(([act, weight]) =>
  Array.from({ length: weight }, () => act),
);
