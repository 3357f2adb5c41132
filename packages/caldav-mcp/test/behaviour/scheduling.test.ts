import { setTimeout as delay } from "node:timers/promises";
import { connect, scriptedPerson } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { NAME } from "../../src/dav/names.ts";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";
import type { TestServer } from "../servers/test-server.ts";
import { againstEveryServer, newCalendar, onServer } from "./against-every-server.ts";
import { event, uidOf } from "./objects.ts";
import { propfind, responsesOf } from "./requests.ts";

const PATIENCE_MS = 5_000;

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
    const plan = async (): Promise<Planned> => {
      const { object } = await newCalendar(server(), ["VEVENT"]);
      const uid = uidOf("planned");
      const organiserCopy = object("planned.ics");
      await server().put(
        organiserCopy,
        event(
          uid,
          "DTSTART:20350914T090000Z\nDTEND:20350914T100000Z\nSUMMARY:Planned\n" +
            `ORGANIZER:${server().address}\nATTENDEE;PARTSTAT=ACCEPTED:${server().address}\n` +
            `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:${guest().address}`,
        ),
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
