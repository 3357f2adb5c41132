import { setTimeout as delay } from "node:timers/promises";
import { connect, scriptedPerson } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { encodeEntryId } from "../../src/dav/entry-id.ts";
import { NAME } from "../../src/dav/names.ts";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";
import type { TestServer } from "../servers/test-server.ts";
import { againstEveryServer, newCalendar, onServer } from "./against-every-server.ts";
import { event, uidOf } from "./objects.ts";
import { propfind, responsesOf } from "./requests.ts";

const PATIENCE_MS = 30_000;

/** What another account's calendars come to hold is there a moment later. */
async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error("it did not happen in time");
    await delay(20);
  }
}

type Planned = { uid: string; organiserCopy: string; attendeeCopy: string };

againstEveryServer((server, name) => {
  it("has a second account to plan with, where it carries invitations", () => {
    expect(server().secondUser !== undefined).toBe(onServer(name, false, { cyrus: true }));
  });

  if (name !== "cyrus") return;
  describe("an invitation", () => {
    const guest = (): TestServer => {
      const { secondUser } = server();
      if (secondUser === undefined) throw new Error("there is no second account");
      return secondUser;
    };
    const textWith = (at: TestServer, url: string, wanted: RegExp): Promise<string> =>
      eventually(async () => {
        const { text } = await at.get(url);
        return wanted.test(text) ? text : undefined;
      });

    /** An event that the first account organises and the second one is invited to; nothing is sent about past ones. */
    const plan = async ({ rule, changed }: { rule?: string; changed?: string } = {}): Promise<Planned> => {
      const { object } = await newCalendar(server(), ["VEVENT"]);
      const uid = uidOf("planned");
      const organiserCopy = object("planned.ics");
      const people =
        `ORGANIZER:${server().address}\nATTENDEE;PARTSTAT=ACCEPTED:${server().address}\n` +
        `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:${guest().address}`;
      const times = "DTSTART:20350914T090000Z\nDTEND:20350914T100000Z\nSUMMARY:Planned";
      const entries = [[times, rule], ...(changed === undefined ? [] : [[changed]])];
      await server().put(
        organiserCopy,
        event(uid, ...entries.map((lines) => [...lines, people].filter(Boolean).join("\n"))),
      );
      const attendeeCopy = await eventually(async () => {
        const place = guest().calendarUrl("Default");
        const listed = responsesOf(await propfind(guest(), place, "1", "<getetag/>"));
        for (const { href, props } of listed) {
          if (props.get(NAME.getetag) === undefined || !href.endsWith(".ics")) continue;
          if ((await guest().get(href)).text.includes(uid)) return href;
        }
        return undefined;
      });
      return { uid, organiserCopy, attendeeCopy };
    };

    it("lands in the calendar of the one who is invited, and the organiser's copy says that it was delivered", async () => {
      const { organiserCopy, attendeeCopy } = await plan();
      expect((await guest().get(attendeeCopy)).text).toContain("PARTSTAT=NEEDS-ACTION");
      await textWith(server(), organiserCopy, /SCHEDULE-STATUS=1\.2/);
    });

    it("gets an answer in the organiser's copy when the attendee's own line changes", async () => {
      const { organiserCopy, attendeeCopy } = await plan();
      const { text } = await guest().get(attendeeCopy);
      const accepted = text.replace("PARTSTAT=NEEDS-ACTION", "PARTSTAT=ACCEPTED");
      const answer = await guest().request("PUT", attendeeCopy, {
        headers: { "content-type": "text/calendar; charset=utf-8" },
        body: accepted,
      });
      // The stored object is not the one that was sent, so it comes without an ETag (RFC 6638 §3.2.10).
      expect([answer.status, answer.headers.get("etag")]).toEqual([204, null]);
      const kept = await textWith(server(), organiserCopy, /PARTSTAT=ACCEPTED[^]*PARTSTAT=ACCEPTED/);
      expect(kept).not.toContain("NEEDS-ACTION");
    });

    const idOf = (attendeeCopy: string, recurrence?: string): string =>
      encodeEntryId({
        kind: "event",
        calendar: new URL(guest().calendarUrl("Default")).pathname,
        resource: attendeeCopy.split("/").at(-1) ?? "",
        recurrence,
      });
    /** What the organiser's copy says of the guest, for the series and for each occurrence that stands there on its own. */
    const repliesIn = (text: string): (string | undefined)[] =>
      text
        .replaceAll(/\r?\n[ \t]/g, "")
        .split("BEGIN:VEVENT")
        .slice(1)
        .map((part) => {
          const line = part
            .split(/\r?\n/)
            .find((one) => one.startsWith("ATTENDEE") && one.endsWith(guest().address ?? "-"));
          return /PARTSTAT=([A-Z-]+)/.exec(line ?? "")?.[1];
        });

    /** Waits for the organiser's copy, and shows what it says when it does not come to that. */
    const repliesAre = async (organiserCopy: string, wanted: string[]): Promise<void> => {
      const look = async () => repliesIn((await server().get(organiserCopy)).text);
      const found = await eventually(async () => {
        const replies = await look();
        return replies.join() === wanted.join() ? replies : undefined;
      }).catch(look);
      expect(found).toEqual(wanted);
    };

    it.each(["accepted", "declined", "tentative"])(
      "is %s by respond_to_event, and the organiser's copy says so",
      async (response) => {
        const { organiserCopy, attendeeCopy } = await plan();
        const person = scriptedPerson(["yes"]);
        await using connection = await connect(startCaldavMcp(guest()), { era: "2026", person });
        const result = await connection.callTool("respond_to_event", { id: idOf(attendeeCopy), response });
        expect(result.structuredContent).toMatchObject({
          response,
          changed: true,
          verified: true,
          reaches: "event",
        });
        // Never more than the server noted by then.
        expect(["expected", "delivered"]).toContain(result.structuredContent?.["mail"]);
        expect(JSON.stringify(person.questions)).toContain("The server sends this answer to the organiser");
        await repliesAre(organiserCopy, [response.toUpperCase()]);
      },
    );

    it("is answered for one changed occurrence of a series, and for all of it another way", async () => {
      const changed = `RECURRENCE-ID:20350916T090000Z\nDTSTART:20350916T120000Z\nDTEND:20350916T130000Z\nSUMMARY:Later`;
      const { organiserCopy, attendeeCopy } = await plan({ rule: "RRULE:FREQ=DAILY;COUNT=5", changed });
      const person = scriptedPerson(["yes", "yes"]);
      await using connection = await connect(startCaldavMcp(guest()), { era: "2026", person });
      const one = await connection.callTool("respond_to_event", {
        id: idOf(attendeeCopy, "20350916T090000Z"),
        response: "declined",
      });
      expect(one.structuredContent).toMatchObject({ reaches: "one_occurrence", verified: true });
      await repliesAre(organiserCopy, ["NEEDS-ACTION", "DECLINED"]);
      const all = await connection.callTool("respond_to_event", {
        id: idOf(attendeeCopy),
        response: "accepted",
      });
      expect(all.structuredContent).toMatchObject({ reaches: "series", verified: true });
      await repliesAre(organiserCopy, ["ACCEPTED", "ACCEPTED"]);
    });

    it("is answered for an occurrence that only the series gives, in a message about that one", async () => {
      const { uid, organiserCopy, attendeeCopy } = await plan({ rule: "RRULE:FREQ=DAILY;COUNT=5" });
      const person = scriptedPerson(["yes"]);
      await using connection = await connect(startCaldavMcp(guest()), { era: "2026", person });
      const result = await connection.callTool("respond_to_event", {
        id: idOf(attendeeCopy, "20350917T090000Z"),
        response: "tentative",
      });
      expect(result.structuredContent).toMatchObject({ reaches: "one_occurrence", mail: "delivered" });
      // Cyrus 3.6 does not give the organiser's series an occurrence of its own for it; the message is what there is.
      const message = await eventually(async () => {
        const listed = responsesOf(
          await propfind(server(), server().calendarUrl("Inbox"), "1", "<getetag/>"),
        );
        for (const { href } of listed.filter((entry) => entry.href.endsWith(".ics"))) {
          const { text } = await server().get(href);
          if (text.includes(uid) && text.includes("METHOD:REPLY")) return text;
        }
        return undefined;
      });
      expect(message).toContain("RECURRENCE-ID:20350917T090000Z");
      expect(repliesIn(message)).toEqual(["TENTATIVE"]);
      expect(repliesIn((await server().get(organiserCopy)).text)[0]).toBe("NEEDS-ACTION");
      expect(repliesIn((await guest().get(attendeeCopy)).text)).toEqual(["NEEDS-ACTION", "TENTATIVE"]);
    });

    it("stays what it is for the organiser when the attendee moves it to another calendar", async () => {
      const { organiserCopy, attendeeCopy } = await plan();
      const there = await newCalendar(guest(), ["VEVENT"]);
      const person = scriptedPerson(["yes"]);
      await using connection = await connect(startCaldavMcp(guest()), { era: "2026", person });
      const before = (await server().get(organiserCopy)).text;
      const result = await connection.callTool("move_event", {
        id: idOf(attendeeCopy),
        destination_calendar_id: there.id,
      });
      expect(result.structuredContent).toMatchObject({ outcome: "moved", verified: true });
      expect(JSON.stringify(person.questions)).toContain(
        "tells the people who are invited nothing about a move",
      );
      expect(repliesIn((await server().get(organiserCopy)).text)).toEqual(repliesIn(before));
    });

    it("is declined when the attendee deletes it by delete_event, after a question that says so", async () => {
      const { organiserCopy, attendeeCopy } = await plan();
      const person = scriptedPerson(["yes"]);
      await using connection = await connect(startCaldavMcp(guest()), { era: "2026", person });
      const window = { from: "2035-09-14", to: "2035-09-14" };
      const { structuredContent } = await connection.callTool("list_events", window);
      const rows = structuredContent?.["events"] as { id: string; own_reply?: string }[];
      const resource = Buffer.from(attendeeCopy.split("/").at(-1) ?? "").toString("base64url");
      const mine = rows.find(({ id }) => id.endsWith(`.${resource}`));
      expect(mine).toMatchObject({ own_reply: "needs-action" });
      expect(await connection.callTool("delete_event", { id: mine?.id })).toMatchObject({
        structuredContent: { deleted: 1 },
      });
      expect(JSON.stringify(person.questions)).toMatch(/The server tells the organiser that you decline\./);
      await textWith(server(), organiserCopy, /PARTSTAT=DECLINED/);
    });

    it("is withdrawn from the calendar of the one who is invited when the organiser deletes it", async () => {
      const { organiserCopy, attendeeCopy } = await plan();
      expect((await server().request("DELETE", organiserCopy)).status).toBe(204);
      await textWith(guest(), attendeeCopy, /STATUS:CANCELLED/);
    });
  });
});
