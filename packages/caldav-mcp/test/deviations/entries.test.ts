import { connect, textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";
import * as bad from "./deviations.ts";
import { limitsWith, list, onDay, openDesk, SEPTEMBER, shown } from "./desk.ts";
import { type Deviation, SERVER_SAYS } from "./proxy.ts";

const ENTRY = { method: "GET", path: /one\.ics$/ };
const SERIES = onDay("one", 14, "\nRRULE:FREQ=DAILY;COUNT=3");

describe("an event that cannot be shown", () => {
  const CASES: Record<string, [Deviation, RegExp]> = {
    "a login page": [bad.html(200), /not a calendar entry/],
    "an empty body": [bad.says(200, { body: "" }), /not a calendar entry/],
    "no content": [
      bad.edited((answered) => ({ ...answered, status: 204, body: Buffer.alloc(0) })),
      /not a calendar/,
    ],
    "a part of it": [bad.edited((answered) => ({ ...answered, status: 206 })), /not a calendar entry/],
    "half of it": [bad.truncated(0.5), /calendar/],
    "half of it, and a hang-up": [bad.hangUpInside, /broke off/],
    "a task": [bad.body((text) => text.replaceAll("VEVENT", "VTODO")), /no such event/],
    "another series": [
      bad.body((text) => text.replaceAll("20260914", "20200101")),
      /no such event or occurrence/,
    ],
    "an encoding that it is not in": [bad.header("content-encoding", "br"), /could not be decompressed/],
    "no end": [bad.endless("BEGIN:VCALENDAR\r\n", 200), /larger than/],
    "a bomb": [bad.bomb("gzip", 200), /larger than/],
    silence: [bad.neverAnswers, /did not answer within/],
    "a stall": [bad.stalls, /did not end within/],
    "401": [bad.says(401), /refused the credentials/],
    "403": [bad.says(403), /does not allow/],
    "404": [bad.says(404), /nothing at this place/],
    "410": [bad.says(410), /nothing at this place/],
    "429": [bad.says(429), /fewer requests/],
    "500": [bad.says(500), /status 500/],
    "a redirect loop": [bad.redirect("/calendars/ada/events/one.ics"), /after 3 others/],
    "a redirect to a file": [bad.redirect("file:///etc/hostname"), /another host|usable address/],
  };

  it.each(Object.entries(CASES))(
    "because the server gives %s is an error of one sentence or two",
    async (_name, [deviation, says]) => {
      await using desk = await openDesk({ limits: limitsWith(deviation) });
      desk.seed("one.ics", SERIES);
      const { events } = await list(desk);
      desk.proxy.bend(ENTRY, deviation);
      const result = await desk.call("get_event", { id: events[1]?.id });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(says);
    },
  );

  it.each<[string, Deviation]>([
    ["it has no ETag", bad.header("etag", undefined)],
    [
      "multiget is not offered for the ETag either",
      bad.both(bad.header("etag", "W/x"), (asked, forward) => forward(asked)),
    ],
    ["its type is text/html", bad.header("content-type", "text/html")],
    ["it begins with a byte order mark", bad.body((text) => `\uFEFF${text}`)],
    ["it ends its lines with a line feed only", bad.body((text) => text.replaceAll("\r", ""))],
    ["it moved on the host", bad.first(bad.redirect("/calendars/ada/events/one.ics", 307))],
    ["the server asks to wait", bad.first(bad.says(503, { headers: { "retry-after": "0" } }))],
  ])("is none although %s", async (_name, deviation) => {
    await using desk = await openDesk();
    desk.seed("one.ics", SERIES);
    const { events } = await list(desk);
    desk.proxy.bend(ENTRY, deviation);
    desk.proxy.bend({ method: "REPORT" }, bad.says(501));
    const { event } = shown(await desk.call("get_event", { id: events[1]?.id })) as {
      event: { start: unknown };
    };
    expect(event.start).toMatchObject({ value: "2026-09-15T09:00:00+00:00" });
  });
});

it("the process writes nothing of the server's own text, whatever the server answers", async () => {
  await using desk = await openDesk();
  desk.seed("one.ics", SERIES);
  let deviation: Deviation | undefined;
  desk.proxy.bend({}, (asked, forward) => (deviation ?? (async () => forward(asked)))(asked, forward));
  const { url, sandbox } = { url: desk.proxy.url, sandbox: desk.sandbox };
  await using connection = await connect(startCaldavMcp({ ...sandbox, url }), { era: "2025" });
  const first = await connection.callTool("list_events", SEPTEMBER);
  const id = (first.structuredContent as { events: { id: string }[] }).events[0]?.id;
  for (const next of [
    bad.html(200),
    bad.says(500),
    bad.truncated(0.4),
    bad.hangUpInside,
    bad.inside(403),
    bad.redirect(desk.elsewhere.url),
  ]) {
    deviation = next;
    for (const [tool, args] of [
      ["list_calendars", {}],
      ["list_events", SEPTEMBER],
      ["get_event", { id }],
      ["delete_event", { id }],
    ] as const)
      expect(JSON.stringify(await connection.callTool(tool, args))).not.toContain(SERVER_SAYS);
  }
  expect(connection.stderr()).not.toContain(SERVER_SAYS);
  expect(connection.strayLines).toEqual([]);
  expect(desk.elsewhere.requests).toEqual([]);
});
