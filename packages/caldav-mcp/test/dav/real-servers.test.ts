import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendarById, type Calendar, type Discovery } from "../../src/dav/calendars.ts";
import { queryEntries, readEntry } from "../../src/dav/entries.ts";
import { decodeEntryId, encodeEntryId } from "../../src/dav/entry-id.ts";
import {
  copyThenDelete,
  createEntry,
  deleteEntry,
  moveEntry,
  writeEntry,
} from "../../src/dav/entry-writes.ts";
import { CaldavError } from "../../src/errors.ts";
import { everyServer } from "../servers/every-server.ts";
import type { TestServer } from "../servers/test-server.ts";
import { aCall, accountAt, type Account } from "./account.ts";
import { event } from "./loopback.ts";

const SEPTEMBER = { from: Date.UTC(2026, 8, 1), to: Date.UTC(2026, 9, 1) };
const DECEMBER = { from: Date.UTC(2026, 11, 1), to: Date.UTC(2027, 0, 1) };

for (const launcher of everyServer()) {
  describe.skipIf(!launcher.available)(`on ${launcher.name}`, () => {
    let server: TestServer;
    let account: Account;
    let discovery: Discovery;
    let work: Calendar;
    let home: Calendar;

    beforeAll(async () => {
      server = await launcher.start();
      // Radicale makes the account's folder on the first login.
      await server.request("PROPFIND", server.calendarUrl(".."), { headers: { depth: "0" } });
      await server.makeCalendar("work", ["VEVENT", "VTODO", "VJOURNAL"]);
      await server.makeCalendar("home", ["VEVENT", "VTODO", "VJOURNAL"]);
      account = accountAt(server.url, server);
      discovery = await account.discoverer.discover(aCall());
      work = calendarById(discovery, "work");
      home = calendarById(discovery, "home");
    });
    afterAll(() => server.stop());

    const store = (uid: string, ...more: string[]) =>
      createEntry(account.client, work, event(uid, ...more), aCall());

    it("finds the calendars from the root, and the same ones from a calendar's own address", async () => {
      const own = await accountAt(server.calendarUrl("work"), server).discoverer.discover(aCall());
      expect(own.calendars.map(({ id }) => id).sort()).toEqual(
        discovery.calendars.map(({ id }) => id).sort(),
      );
      expect(work).toMatchObject({ readOnly: false, subscribed: false });
      expect(work.components).toEqual(["event", "task", "journal"]);
    });

    it("stores an entry, lists it with a strong ETag, and reads it back by its id", async () => {
      const stored = await store("listed-1");
      const { entries, missing, incomplete } = await queryEntries(
        account.client,
        work,
        { kind: "event", window: SEPTEMBER },
        aCall(),
      );
      const listed = entries.find(({ resource }) => resource === stored.resource);
      expect({ missing, incomplete }).toEqual({ missing: 0, incomplete: false });
      const id = encodeEntryId({ kind: "event", calendar: work.id, resource: listed?.resource ?? "" });
      const ref = decodeEntryId(id, discovery);
      const read = await readEntry(account.client, ref.calendar, ref.resource, aCall());
      expect(read.etag).toBe(listed?.etag);
      expect(read.text).toContain("UID:listed-1");
      expect(ref.url.href).toBe(stored.url.href);
    });

    it("does not list an entry of another time or another kind", async () => {
      const stored = await store("elsewhere-1");
      const names = async (query: Parameters<typeof queryEntries>[2]) =>
        (await queryEntries(account.client, work, query, aCall())).entries.map(({ resource }) => resource);
      expect(await names({ kind: "event", window: SEPTEMBER })).toContain(stored.resource);
      expect(await names({ kind: "event", window: DECEMBER })).not.toContain(stored.resource);
      expect(await names({ kind: "task" })).not.toContain(stored.resource);
      expect(await names({ kind: "event" })).toContain(stored.resource);
    });

    it("lists a series whose first occurrence lies long before the window", async () => {
      const stored = await store("series-1", "RRULE:FREQ=WEEKLY");
      const { entries } = await queryEntries(
        account.client,
        work,
        { kind: "event", window: DECEMBER },
        aCall(),
      );
      expect(entries.map(({ resource }) => resource)).toContain(stored.resource);
    });

    it("replaces an entry that is still what was read, and refuses when it is not", async () => {
      const stored = await store("replaced-1");
      const read = await readEntry(account.client, work, stored.resource, aCall());
      await writeEntry(account.client, read, event("replaced-1", "SUMMARY:second"), aCall());
      await expect(
        writeEntry(account.client, read, event("replaced-1", "SUMMARY:third"), aCall()),
      ).rejects.toMatchObject({ code: "changed" });
      expect((await readEntry(account.client, work, stored.resource, aCall())).text).toContain("second");
    });

    it("deletes an entry that is still what was read, and keeps it when it is not", async () => {
      const stored = await store("deleted-1");
      const before = await readEntry(account.client, work, stored.resource, aCall());
      await writeEntry(account.client, before, event("deleted-1", "SUMMARY:newer"), aCall());
      await expect(deleteEntry(account.client, before, aCall())).rejects.toMatchObject({ code: "changed" });
      const now = await readEntry(account.client, work, stored.resource, aCall());
      await deleteEntry(account.client, now, aCall());
      await expect(readEntry(account.client, work, stored.resource, aCall())).rejects.toMatchObject({
        code: "not-found",
      });
      await expect(deleteEntry(account.client, now, aCall())).rejects.toMatchObject({ code: "not-found" });
    });

    it("moves an entry to another calendar, with MOVE or else as a copy that is deleted afterwards", async () => {
      const stored = await store("moved-1");
      const read = await readEntry(account.client, work, stored.resource, aCall());
      const there = await moveEntry(account.client, read, home, aCall()).catch(async (error: unknown) => {
        if (!(error instanceof CaldavError) || error.code !== "unsupported") throw error;
        return copyThenDelete(account.client, read, { destination: home, isWhole: () => true }, aCall());
      });
      expect((await readEntry(account.client, home, there.resource, aCall())).text).toContain("UID:moved-1");
      await expect(readEntry(account.client, work, stored.resource, aCall())).rejects.toMatchObject({
        code: "not-found",
      });
    });

    it("keeps an odd file name byte for byte from the listing to the request", async () => {
      await server.put(`${server.calendarUrl("work")}%C3%BC%20b%2Bc%25%40.ics`, event("odd-name-1"));
      const { entries } = await queryEntries(account.client, work, { kind: "event" }, aCall());
      const odd = entries.find(({ text }) => text.includes("odd-name-1"));
      const read = await readEntry(account.client, work, odd?.resource ?? "", aCall());
      expect(read.text).toContain("UID:odd-name-1");
      await deleteEntry(account.client, read, aCall());
    });

    it("does not report an entry that the server does not take as written", async () => {
      // Some servers fail on it with a 500, after which nothing is certain.
      await expect(
        createEntry(account.client, work, "BEGIN:VCALENDAR\r\nnonsense", aCall()),
      ).rejects.toMatchObject({
        name: "CaldavError",
        message: expect.stringMatching(/nothing was changed|most likely not carried out/i),
      });
    });
  });
}
