import { startCyrus } from "../../../../packages/caldav-mcp/test/servers/cyrus.ts";
import { startRadicale } from "../../../../packages/caldav-mcp/test/servers/radicale.ts";
import { startSandboxServer } from "../../../../packages/caldav-mcp/test/servers/sandbox.ts";
import type { TestServer } from "../../../../packages/caldav-mcp/test/servers/test-server.ts";
import { serverVersion } from "../../../../packages/caldav-mcp/test/servers/version.ts";
import type { Account } from "../peers/peers.ts";
import { calendarWith } from "./calendar-text.ts";
import { send } from "./http.ts";
import { calendarOf, eventTexts } from "./month.ts";

/** A running calendar server with one filled calendar. */
export type FilledServer = {
  name: FilledName;
  version: string;
  calendarUrl: string;
  account: Account;
  /** How many events there are, and how many of them in the month that is listed. */
  events: number;
  inMonth: number;
  stop: () => Promise<void>;
};

export type FilledName = "sandbox" | "radicale" | "cyrus";

const CALENDAR = "bench";

/** Real servers get all events in one request, each in its own way; one by one it would take minutes. */
const KINDS: Record<FilledName, { start: () => Promise<TestServer>; fill: Fill }> = {
  sandbox: { start: () => startSandboxServer({ calendars: [] }), fill: putEach },
  // A calendar that is put where a collection is to be becomes one.
  radicale: { start: startRadicale, fill: (server, events) => importInto(server, events, "PUT") },
  // A calendar that is posted to a collection is taken apart.
  cyrus: {
    start: startCyrus,
    fill: async (server, events) => {
      await server.makeCalendar(CALENDAR, ["VEVENT"]);
      await importInto(server, events, "POST");
    },
  },
};

type Fill = (server: TestServer, events: number) => Promise<void>;

export async function startFilled(name: FilledName, events: number): Promise<FilledServer> {
  const { start, fill } = KINDS[name];
  const server = await start();
  try {
    await fill(server, events);
    return {
      name,
      version: await serverVersion(server),
      calendarUrl: server.calendarUrl(CALENDAR),
      account: { url: server.url, user: server.user, secret: server.password },
      events,
      inMonth: Math.ceil(events / 2),
      stop: () => server.stop(),
    };
  } catch (cause) {
    await server.stop();
    throw cause;
  }
}

async function putEach(server: TestServer, events: number): Promise<void> {
  await server.makeCalendar(CALENDAR, ["VEVENT"]);
  for (const [index, text] of eventTexts(events).entries())
    await server.put(`${server.calendarUrl(CALENDAR)}event-${index}.ics`, calendarWith(text));
}

async function importInto(server: TestServer, events: number, method: "PUT" | "POST"): Promise<void> {
  const { status } = await send(new URL(server.calendarUrl(CALENDAR)), {
    method,
    headers: {
      authorization: `Basic ${btoa(`${server.user}:${server.password}`)}`,
      "content-type": "text/calendar; charset=utf-8",
    },
    body: calendarOf(events),
  });
  if (status >= 300) throw new Error(`${server.name} imported nothing: it answered ${status}.`);
}
