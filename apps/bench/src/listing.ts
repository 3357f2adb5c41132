import { connect } from "confirm-guard/testing";
import { programOf } from "../../../packages/caldav-mcp/test/servers/available.ts";
import { startCaldavMcp } from "../../../packages/caldav-mcp/test/servers/caldav-mcp.ts";
import { startRadicale } from "../../../packages/caldav-mcp/test/servers/radicale.ts";
import { startSandboxServer } from "../../../packages/caldav-mcp/test/servers/sandbox.ts";
import type { TestServer } from "../../../packages/caldav-mcp/test/servers/test-server.ts";
import { calendarWith, eventOf } from "./calendar-text.ts";
import { rawListing } from "./floor.ts";
import { milliseconds, type Row, warmPair } from "./measure.ts";

const CALENDAR = "bench";
const SEPTEMBER = { start: "20260901T000000Z", end: "20261001T000000Z" };
const LIMIT = 100;
const ARGS = { from: "2026-09-01", to: "2026-09-30", limit: LIMIT };

/** `list_events` of the built program over one month, with half of the calendar in it, against the floor. */
export async function measureListing(options: { large: boolean }): Promise<Row[]> {
  const rows = await listOn(await startSandboxServer(), 1_000);
  if (programOf("radicale") === undefined) return rows;
  rows.push(...(await listOn(await startRadicale(), 1_000)));
  if (options.large) rows.push(...(await listOn(await startRadicale(), 10_000)));
  return rows;
}

async function listOn(server: TestServer, events: number): Promise<Row[]> {
  try {
    await seed(server, events);
    const { url, name, user, password } = server;
    const place = { calendarUrl: server.calendarUrl(CALENDAR), user, password };
    await using program = await connect(startCaldavMcp({ url, user, password }), { era: "2026" });
    const list = async (): Promise<void> => {
      const { structuredContent } = await program.callTool("list_events", ARGS);
      if (structuredContent?.["count"] !== LIMIT) throw new Error("Events are missing.");
    };
    const floor = async (): Promise<void> => {
      if ((await rawListing(place, SEPTEMBER)) !== events / 2) throw new Error("The floor misses events.");
    };
    const first = await milliseconds(list);
    const medians = await warmPair(list, floor);
    const what = `list_events, a month, ${events.toLocaleString("en")} events, ${name}`;
    return [
      {
        what,
        value: medians.work / medians.floor,
        unit: "× floor",
        ...(name === "radicale" ? { aim: "at most 1.3" } : {}),
        note: `${medians.work.toFixed(0)} ms; floor ${medians.floor.toFixed(0)} ms; first call ${first.toFixed(0)} ms`,
      },
    ];
  } finally {
    await server.stop();
  }
}

/** Half of the events in September 2026, half in October. */
async function seed(server: TestServer, events: number): Promise<void> {
  await server.makeCalendar(CALENDAR, ["VEVENT"]);
  for (let index = 0; index < events; index += 1) {
    const day = `2026${index % 2 === 0 ? "09" : "10"}${String(1 + (index % 28)).padStart(2, "0")}`;
    const start = `:${day}T${String(8 + (index % 10)).padStart(2, "0")}${String(index % 60).padStart(2, "0")}00Z`;
    const text = calendarWith(eventOf({ uid: `event-${index}`, start }));
    await server.put(`${server.calendarUrl(CALENDAR)}event-${index}.ics`, text);
  }
}
