import { connect, type Connection, scriptedPerson, textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { encodeEntryId } from "../../src/dav/entry-id.ts";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";
import { againstEveryServer, newCalendar, onServer, type TestCalendar } from "./against-every-server.ts";
import { event, uidOf } from "./objects.ts";

// Another host than that of any account here, so that no server has anybody to deliver an answer to.
const PEOPLE =
  "ORGANIZER;CN=Hopper:mailto:hopper@example.com\nATTENDEE;PARTSTAT=ACCEPTED:mailto:hopper@example.com\n" +
  "ATTENDEE;CN=Ada;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:ada@example.org\n" +
  "ATTENDEE;PARTSTAT=DECLINED:mailto:turing@example.com";

const single = (uid: string, people = PEOPLE): string =>
  event(uid, `DTSTART:20350914T090000Z\nDTEND:20350914T100000Z\nSUMMARY:Planning\n${people}`);

const series = (uid: string): string =>
  event(
    uid,
    "DTSTART;TZID=Europe/Berlin:20351022T190000\nDTEND;TZID=Europe/Berlin:20351022T210000\n" +
      `RRULE:FREQ=WEEKLY;COUNT=4\nSUMMARY:Choir\n${PEOPLE}`,
    "RECURRENCE-ID;TZID=Europe/Berlin:20351105T190000\nDTSTART;TZID=Europe/Berlin:20351106T190000\n" +
      `DTEND;TZID=Europe/Berlin:20351106T210000\nSUMMARY:Choir\n${PEOPLE}`,
  );

type Row = { start: { value: string }; own_reply?: string };

againstEveryServer((server, name) => {
  describe.each(["2025", "2026"] as const)("respond_to_event for a client of revision %s", (era) => {
    const open = (person = scriptedPerson(["yes", "yes"])): Promise<Connection> =>
      connect(startCaldavMcp(server(), { env: { CALDAV_USER_EMAIL: "ada@example.org" } }), { era, person });
    const idIn = (calendar: TestCalendar, recurrence?: string): string =>
      encodeEntryId({
        kind: "event",
        calendar: calendar.id,
        resource: "a.ics",
        recurrence,
      });
    const invited = async (text: string): Promise<TestCalendar> => {
      const calendar = await newCalendar(server());
      await server().put(calendar.object("a.ics"), text);
      return calendar;
    };
    const replies = async (
      connection: Connection,
      calendar: TestCalendar,
    ): Promise<(string | undefined)[]> => {
      const calendars = [calendar.id];
      const { structuredContent } = await connection.callTool("list_events", {
        calendars,
        from: "2035-09-01",
        to: "2035-12-31",
      });
      return ((structuredContent?.["events"] ?? []) as Row[]).map(({ own_reply }) => own_reply);
    };
    const stored = async (calendar: TestCalendar): Promise<string> =>
      (await server().get(calendar.object("a.ics"))).text.replaceAll(/\r?\n[ \t]/g, "");

    it("changes our own answer, and the dialog tells what is known about the mail", async () => {
      const calendar = await invited(single(uidOf("single")));
      const person = scriptedPerson(["yes"]);
      await using connection = await open(person);
      const result = await connection.callTool("respond_to_event", {
        id: idIn(calendar),
        response: "accepted",
      });
      expect(result.structuredContent).toMatchObject({ response: "accepted", changed: true, verified: true });
      const text = await stored(calendar);
      expect(text).toMatch(/ATTENDEE;[^\n]*PARTSTAT=DECLINED[^\n]*turing@example\.com/);
      expect(text).toMatch(/ATTENDEE;[^\n]*PARTSTAT=ACCEPTED[^\n]*ada@example\.org/);
      expect(text).toMatch(/ATTENDEE;[^\n]*RSVP=TRUE[^\n]*ada@example\.org/);
      const message = person.questions.map((question) => question.message).join();
      const sentence = onServer(name, "no mail goes out", {
        xandikos: "mail may go out",
        cyrus: "The server sends this answer",
      });
      expect(message).toContain(sentence);
      expect(message).not.toContain("Planning");
      expect(message).not.toContain("hopper");
    });

    it("says so without asking when that is the answer already", async () => {
      const calendar = await invited(single(uidOf("same"), PEOPLE.replace("NEEDS-ACTION", "DECLINED")));
      const person = scriptedPerson([]);
      await using connection = await open(person);
      const result = await connection.callTool("respond_to_event", {
        id: idIn(calendar),
        response: "declined",
      });
      expect(result.structuredContent).toMatchObject({ changed: false });
      expect(person.questions).toEqual([]);
    });

    it("answers one occurrence, then another way the whole series", async () => {
      const calendar = await invited(series(uidOf("series")));
      await using connection = await open();
      const one = await connection.callTool("respond_to_event", {
        id: idIn(calendar, "20351029T190000"),
        response: "declined",
      });
      expect(one.structuredContent).toMatchObject({ reaches: "one_occurrence", verified: true });
      expect(await replies(connection, calendar)).toEqual([
        "needs-action",
        "declined",
        "needs-action",
        "needs-action",
      ]);
      const all = await connection.callTool("respond_to_event", {
        id: idIn(calendar),
        response: "tentative",
      });
      expect(all.structuredContent).toMatchObject({ reaches: "series", occurrences: 4, verified: true });
      expect(await replies(connection, calendar)).toEqual(Array.from({ length: 4 }, () => "tentative"));
    });

    it("refuses what does not invite us before anybody is asked", async () => {
      const calendar = await invited(
        single(uidOf("others"), PEOPLE.replace("ada@example.org", "lovelace@example.com")),
      );
      const person = scriptedPerson([]);
      await using connection = await open(person);
      const result = await connection.callTool("respond_to_event", {
        id: idIn(calendar),
        response: "accepted",
      });
      expect(textOf(result)).toMatch(/None of the people who are invited.*Nothing was changed/);
      expect(person.questions).toEqual([]);
    });

    it("leaves the invitation as it is after a no", async () => {
      const calendar = await invited(single(uidOf("kept")));
      const before = await stored(calendar);
      await using connection = await open(scriptedPerson(["no"]));
      const result = await connection.callTool("respond_to_event", {
        id: idIn(calendar),
        response: "accepted",
      });
      expect(result.isError).toBe(true);
      expect(await stored(calendar)).toBe(before);
    });
  });
});
