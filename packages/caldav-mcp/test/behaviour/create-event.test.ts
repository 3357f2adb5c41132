import { type Connection, connect, scriptedPerson } from "confirm-guard/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import ICAL from "ical.js";
import type { ServerName } from "../servers/available.ts";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";
import { againstEveryServer, newCalendar, onServer } from "./against-every-server.ts";
import { answerOf } from "./answers.ts";

type Row = {
  id: string;
  start: { value: string };
  end: { value: string };
  untrusted_text: { summary?: string };
};
type Created = {
  id: string;
  start: { value: string };
  end: { value: string };
  verified: boolean;
  notes: string[];
  recurrence?: { occurrences?: number; first: { value: string }[] };
};

againstEveryServer((server, name) => {
  describe("create_event, by the built program", () => {
    const person = scriptedPerson(Array.from({ length: 20 }, () => "yes" as const));
    let connection: Connection;
    beforeAll(async () => {
      const env = { CALDAV_TIMEZONE: "Europe/Berlin", TZ: "Pacific/Auckland" };
      connection = await connect(startCaldavMcp(server(), { env }), { era: "2026", person });
    });
    afterAll(() => connection.close());

    /** The id by which the program knows a calendar; its list is cached, so it is made before the first call. */
    const calendars = new Map<string, string>();
    beforeAll(async () => {
      for (const purpose of ["times", "series", "texts", "zones", "tasks"]) {
        const made = await newCalendar(server(), purpose === "tasks" ? ["VTODO"] : ["VEVENT"]);
        calendars.set(purpose, made.id);
      }
    });
    const calendar = (purpose: string): string => calendars.get(purpose) ?? "";

    const call = (tool: string, args: Record<string, unknown>) => answerOf(connection, tool, args);
    const create = async (purpose: string, event: Record<string, unknown>): Promise<Created> =>
      (await call("create_event", {
        calendar_id: calendar(purpose),
        summary: "Made here",
        ...event,
      })) as unknown as Created;
    const list = async (purpose: string, from: string, to: string, timezone?: string): Promise<Row[]> => {
      const zone = timezone === undefined ? {} : { timezone };
      const listed = await call("list_events", { calendars: [calendar(purpose)], from, to, ...zone });
      return listed["events"] as Row[];
    };
    const remove = async (id: string): Promise<void> => {
      expect(await call("delete_event", { id })).toMatchObject({ deleted: 1 });
    };
    const stored = async (id: string): Promise<string> => {
      const [, path = "", resource = ""] = id
        .split(".")
        .map((part) => Buffer.from(part, "base64url").toString());
      return (await server().get(path + resource)).text;
    };

    it.each<[string, Record<string, string>, string, string]>([
      [
        "a local time",
        { start: "2026-07-13T12:00" },
        "2026-07-13T12:00:00+02:00",
        "2026-07-13T13:00:00+02:00",
      ],
      [
        "a time in another zone",
        { start: "2026-07-13T12:00", timezone: "America/New_York" },
        "2026-07-13T12:00:00-04:00",
        "2026-07-13T13:00:00-04:00",
      ],
      [
        "a time that the clocks skip",
        { start: "2026-03-29T02:30" },
        "2026-03-29T03:30:00+02:00",
        "2026-03-29T04:30:00+02:00",
      ],
      [
        "a time that comes twice",
        { start: "2026-10-25T02:30" },
        "2026-10-25T02:30:00+02:00",
        "2026-10-25T02:30:00+01:00",
      ],
      ["a day", { start: "2026-05-04" }, "2026-05-04", "2026-05-05"],
      ["several days", { start: "2026-06-29", end: "2026-07-17" }, "2026-06-29", "2026-07-17"],
      [
        "an instant",
        { start: "2026-04-07T18:45:00+10:00" },
        "2026-04-07T08:45:00+00:00",
        "2026-04-07T09:45:00+00:00",
      ],
    ])("stores %s, and lists it there until it is deleted", async (_what, event, start, end) => {
      const made = await create("times", event);
      expect(made).toMatchObject({ verified: true, start: { value: start }, end: { value: end } });
      const day = start.slice(0, 10);
      const mine = (rows: Row[]): Row[] => rows.filter(({ id }) => id === made.id);
      const [row] = mine(await list("times", day, day, event["timezone"]));
      expect(row && [new Date(row.start.value).getTime(), new Date(row.end.value).getTime()]).toEqual(
        [start, end].map((value) => new Date(value).getTime()),
      );
      await remove(made.id);
      expect(mine(await list("times", day, day))).toEqual([]);
    });

    it("stores a series that expands as asked, over a change of clocks and to the last day", async () => {
      const made = await create("series", {
        start: "2026-03-16T09:00",
        recurrence: { frequency: "weekly", by_weekday: ["MO", "TH"], until: "2026-04-02" },
      });
      const expected = [
        "2026-03-16T09:00:00+01:00",
        "2026-03-19T09:00:00+01:00",
        "2026-03-23T09:00:00+01:00",
        "2026-03-26T09:00:00+01:00",
        "2026-03-30T09:00:00+02:00",
        "2026-04-02T09:00:00+02:00",
      ];
      expect(made.recurrence?.occurrences).toBe(6);
      expect(made.recurrence?.first.map(({ value }) => value)).toEqual(expected.slice(0, 5));
      const rows = await list("series", "2026-03-01", "2026-06-30");
      expect(rows.map(({ start }) => start.value)).toEqual(expected);
      await remove(made.id);
      expect(await list("series", "2026-03-01", "2026-06-30")).toEqual([]);
    });

    it("gives back one occurrence when only that one is deleted", async () => {
      const made = await create("series", { start: "2026-09-01", recurrence: "FREQ=DAILY;COUNT=3" });
      const [, second] = await list("series", "2026-09-01", "2026-09-05");
      await remove(second?.id ?? "");
      const left = await list("series", "2026-09-01", "2026-09-05");
      expect(left.map(({ start }) => start.value)).toEqual(["2026-09-01", "2026-09-03"]);
      await remove(made.id);
    });

    it("stores texts as they were given", async () => {
      const summary = 'Lunch, with; all\\of "them" 😀 ünï: END:VEVENT';
      const description = `One\nTwo\n\tATTENDEE:mailto:b@example.org\n${"long ".repeat(200)}text`;
      const made = await create("texts", {
        start: "2026-05-05T09:00",
        summary,
        description,
        location: "Room; 1",
        categories: ["a", "b"],
        reminders: [{ minutes_before: 15 }, { at: "2026-05-05T06:00Z" }],
      });
      expect(made).toMatchObject({ verified: true, notes: [] });
      const event = new ICAL.Component(ICAL.parse(await stored(made.id))).getFirstSubcomponent("vevent");
      expect(event?.getFirstPropertyValue("summary")).toBe(summary);
      expect(event?.getFirstPropertyValue("description")).toBe(description);
      expect(event?.getFirstPropertyValue("location")).toBe("Room; 1");
      expect(event?.getAllProperties("attendee")).toEqual([]);
      expect(event?.getAllSubcomponents("valarm")).toHaveLength(2);
      await remove(made.id);
    });

    const changed = ["The server changed a text of the entry when it stored it."];
    it.each<[string, Record<string, unknown>, Partial<Record<ServerName, string[]>>]>([
      ["commas in a category", { categories: ["a,b", "c"] }, { xandikos: changed, cyrus: changed }],
      ["spaces around a text", { description: " between spaces " }, { cyrus: changed }],
    ])("says so when the server does not keep %s", async (_what, text, deviations) => {
      const made = await create("texts", { start: "2026-05-05T09:00", ...text });
      expect(made.notes).toEqual(onServer(name, [], deviations));
    });

    it.each([
      "Africa/Casablanca",
      "Asia/Gaza",
      "America/Vancouver",
      "US/Pacific",
      "Asia/Kolkata",
      "Europe/Kyiv",
      "Australia/Lord_Howe",
    ])("stores an event in %s that the server takes as valid, with its zone", async (timezone) => {
      const made = await create("zones", {
        start: "2026-08-03T09:00",
        timezone,
        recurrence: "FREQ=DAILY;COUNT=2",
      });
      expect(made).toMatchObject({ verified: true, notes: [] });
      const text = await stored(made.id);
      expect(text).toContain(`TZID:${timezone}`);
      expect(text).toMatch(/BEGIN:(?:STANDARD|DAYLIGHT)/);
      const rows = await list("zones", "2026-08-03", "2026-08-04", timezone);
      expect(rows.map(({ start }) => start.value.slice(0, 16))).toEqual([
        "2026-08-03T09:00",
        "2026-08-04T09:00",
      ]);
      await remove(made.id);
    });

    it("refuses a calendar that takes no events, and names those that do", async () => {
      // Xandikos says of every calendar that it takes everything.
      const refusal = create("tasks", { start: "2026-05-05T09:00" });
      if (name === "xandikos") {
        await remove((await refusal).id);
        return;
      }
      await expect(refusal).rejects.toThrow(/takes no events\. These do: ".*"\. Nothing was changed\.$/);
      await expect(refusal).rejects.toThrow(calendar("times"));
      expect(await server().list(calendar("tasks").split("/").at(-2) ?? "")).toEqual([]);
    });
  });
});
