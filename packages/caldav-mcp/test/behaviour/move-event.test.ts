import { connect, type Connection, type ReceivedResult, scriptedPerson, textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { encodeEntryId } from "../../src/dav/entry-id.ts";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";
import { againstEveryServer, newCalendar, onServer, type TestCalendar } from "./against-every-server.ts";
import { event, plainEvent, uidOf } from "./objects.ts";

const SERIES = (uid: string, more = ""): string =>
  event(
    uid,
    "DTSTART;TZID=Europe/Berlin:20260302T190000\nDTEND;TZID=Europe/Berlin:20260302T210000\n" +
      `RRULE:FREQ=WEEKLY;COUNT=6\nEXDATE;TZID=Europe/Berlin:20260316T190000\nSUMMARY:Choir${more}`,
    "RECURRENCE-ID;TZID=Europe/Berlin:20260323T190000\n" +
      `DTSTART;TZID=Europe/Berlin:20260324T180000\nDTEND;TZID=Europe/Berlin:20260324T200000\nSUMMARY:Choir moved${more}`,
  );

const INVITED =
  "\nORGANIZER:mailto:hopper@example.com\nATTENDEE;PARTSTAT=ACCEPTED:mailto:hopper@example.com" +
  "\nATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@example.org";

againstEveryServer((server, name) => {
  describe.each(["2025", "2026"] as const)("move_event for a client of revision %s", (era) => {
    const open = (person = scriptedPerson(["yes"])): Promise<Connection> =>
      connect(startCaldavMcp(server(), { env: { CALDAV_USER_EMAIL: "ada@example.org" } }), { era, person });
    const idIn = (calendar: TestCalendar): string =>
      encodeEntryId({ kind: "event", calendar: calendar.id, resource: "a.ics" });
    const starts = async (connection: Connection, calendar: TestCalendar, window = {}): Promise<string[]> => {
      const args = { calendars: [calendar.id], from: "2026-03-01", to: "2026-04-30", ...window };
      const { structuredContent } = await connection.callTool("list_events", args);
      return ((structuredContent?.["events"] ?? []) as { start: { value: string } }[]).map(
        ({ start }) => start.value,
      );
    };
    const twoCalendars = async (text: string) => {
      const [from, to] = [await newCalendar(server()), await newCalendar(server())];
      await server().put(from.object("a.ics"), text);
      return { from, to };
    };
    const move = (connection: Connection, from: TestCalendar, to: TestCalendar): Promise<ReceivedResult> =>
      connection.callTool("move_event", { id: idIn(from), destination_calendar_id: to.id });

    it("moves an event, which is then in the other calendar only", async () => {
      const { from, to } = await twoCalendars(plainEvent(uidOf("moved")));
      const person = scriptedPerson(["yes"]);
      await using connection = await open(person);
      const result = await move(connection, from, to);
      expect(result.structuredContent).toMatchObject({
        outcome: "moved",
        verified: true,
        old_id: idIn(from),
      });
      expect((await server().get(from.object("a.ics"))).status).toBe(404);
      expect(await server().list(to.name)).toHaveLength(1);
      const read = await connection.callTool("get_event", { id: result.structuredContent?.["id"] });
      expect(read.structuredContent).toMatchObject({ event: { untrusted_text: { summary: "Plain" } } });
      expect(person.questions.map(({ message }) => message).join()).toContain(`Destination: ${to.id}`);
    });

    it("moves a series with its exceptions and changed occurrences", async () => {
      const { from, to } = await twoCalendars(SERIES(uidOf("series")));
      await using connection = await open();
      const before = await starts(connection, from);
      expect(before).toHaveLength(5);
      expect((await move(connection, from, to)).structuredContent).toMatchObject({ outcome: "moved" });
      expect(await starts(connection, to)).toEqual(before);
      expect(await starts(connection, from)).toEqual([]);
    });

    it("moves an invitation where the server has MOVE, and refuses it elsewhere before anybody is asked", async () => {
      const { from, to } = await twoCalendars(SERIES(uidOf("invited"), INVITED));
      const person = scriptedPerson(["yes"]);
      await using connection = await open(person);
      const result = await move(connection, from, to);
      const hasMove = onServer(name, true, { xandikos: false });
      const left = [(await server().list(from.name)).length, (await server().list(to.name)).length];
      expect([left, person.questions.length]).toEqual(hasMove ? [[0, 1], 1] : [[1, 0], 0]);
      expect(JSON.stringify(result)).toMatch(hasMove ? /"outcome":"moved"/ : /not copied and deleted/);
    });

    it("leaves the event where it is after a no", async () => {
      const { from, to } = await twoCalendars(plainEvent(uidOf("kept")));
      await using connection = await open(scriptedPerson(["no"]));
      expect((await move(connection, from, to)).isError).toBe(true);
      expect((await server().get(from.object("a.ics"))).status).toBe(200);
      expect(await server().list(to.name)).toEqual([]);
    });

    it("never overwrites what has its name in the other calendar", async () => {
      const { from, to } = await twoCalendars(plainEvent(uidOf("new")));
      await server().put(to.object("a.ics"), plainEvent(uidOf("there")));
      await using connection = await open();
      expect((await move(connection, from, to)).structuredContent).toMatchObject({ outcome: "moved" });
      expect((await server().get(to.object("a.ics"))).text).toContain("UID:there");
      expect(await server().list(to.name)).toHaveLength(2);
    });

    it("reports an event that changed while the question was open, and does not move it", async () => {
      const uid = uidOf("changing");
      const { from, to } = await twoCalendars(plainEvent(uid));
      const yes = scriptedPerson(["yes"]);
      const person = scriptedPerson([
        {
          answer: async ({ params }) => {
            await server().put(
              from.object("a.ics"),
              plainEvent(uid).replace("SUMMARY:Plain", "SUMMARY:Newer"),
            );
            return yes.respond(params);
          },
        },
        "no",
      ]);
      await using connection = await open(person);
      const result = await move(connection, from, to);
      expect([result.isError, textOf(result)]).toEqual([true, expect.anything()]);
      expect(person.questions).toHaveLength(2);
      expect((await server().get(from.object("a.ics"))).text).toContain("SUMMARY:Newer");
      expect(await server().list(to.name)).toEqual([]);
    });
  });
});
