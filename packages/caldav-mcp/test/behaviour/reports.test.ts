import { describe, expect, it } from "vitest";
import { NAME } from "../../src/dav/names.ts";
import { againstEveryServer, newCalendar } from "./against-every-server.ts";
import { event, journal, plainEvent, todo } from "./objects.ts";
import { multiget, names, propfind, query, responsesOf } from "./requests.ts";

const RRULE = '<C:prop-filter name="RRULE"/>';

againstEveryServer((server) => {
  describe("calendar-query", () => {
    it("lists each kind of component by itself", async () => {
      const { url, object } = await newCalendar(server());
      await server().put(object("event.ics"), plainEvent("kind-event@example.org"));
      await server().put(object("task.ics"), todo("kind-task@example.org", "SUMMARY:Task"));
      await server().put(object("entry.ics"), journal("kind-entry@example.org", "SUMMARY:Entry"));
      for (const [component, listed] of [
        ["VEVENT", "event.ics"],
        ["VTODO", "task.ics"],
        ["VJOURNAL", "entry.ics"],
      ] as const) {
        expect(names(responsesOf(await query(server(), url, component, "")))).toEqual([listed]);
      }
    });

    it("brings the ETag and the data of each object", async () => {
      const { url, object } = await newCalendar(server());
      await server().put(object("a.ics"), plainEvent("data@example.org"));
      const [found] = responsesOf(await query(server(), url, "VEVENT", ""));
      const { headers } = await server().get(object("a.ics"));
      expect(found?.props.get(NAME.getetag)?.text).toBe(headers.get("etag"));
      expect(found?.props.get(NAME.calendarData)?.text).toContain("UID:data@example.org");
    });

    it("answers an empty calendar with an empty list", async () => {
      const { url } = await newCalendar(server());
      expect(responsesOf(await query(server(), url, "VEVENT", ""))).toEqual([]);
    });

    it("finds series by their rule", async () => {
      const { url, object } = await newCalendar(server());
      const start = "DTSTART:20260914T090000Z\nDTEND:20260914T100000Z";
      await server().put(object("series.ics"), event("series@example.org", `${start}\nRRULE:FREQ=WEEKLY`));
      await server().put(object("single.ics"), event("single@example.org", start));
      expect(names(responsesOf(await query(server(), url, "VEVENT", RRULE)))).toEqual(["series.ics"]);
    });

    it("escapes a name that needs it and takes the escaped name back", async () => {
      const { url, object } = await newCalendar(server());
      await server().put(object("%C3%BC%20b%2Bc.ics"), plainEvent("name@example.org"));
      const [found] = responsesOf(await query(server(), url, "VEVENT", ""));
      expect(decodeURIComponent(found?.href ?? "")).toMatch(/\/ü b\+c\.ics$/);
      expect((await server().get(found?.href ?? "")).status).toBe(200);
    });
  });

  describe("calendar-multiget", () => {
    it("answers for each href, with 404 for the one that is missing", async () => {
      const { url, object } = await newCalendar(server());
      await server().put(object("here.ics"), plainEvent("here@example.org"));
      const hrefs = ["here.ics", "gone.ics"].map((one) => new URL(object(one)).pathname);
      const answered = responsesOf(await multiget(server(), url, hrefs));
      expect(names(answered)).toEqual(["gone.ics", "here.ics"]);
      const [gone, here] = [...answered].sort((a, b) => a.href.localeCompare(b.href));
      expect(gone?.status).toBe(404);
      expect(here?.status).toBeUndefined();
      expect(here?.props.get(NAME.calendarData)?.text).toContain("UID:here@example.org");
    });

    it("returns the text as GET does, with the line ends of iCalendar", async () => {
      const { url, object } = await newCalendar(server());
      await server().put(object("a.ics"), plainEvent("same@example.org"));
      const { text } = await server().get(object("a.ics"));
      const [found] = responsesOf(await multiget(server(), url, [new URL(object("a.ics")).pathname]));
      const data = found?.props.get(NAME.calendarData)?.text ?? "";
      expect(data.replaceAll("\r\n", "\n")).toBe(text.replaceAll("\r\n", "\n"));
      expect(data).toContain("\r\n");
    });
  });

  describe("PROPFIND of a calendar", () => {
    it("lists its objects with strong ETags and their type", async () => {
      const { url, object } = await newCalendar(server());
      await server().put(object("a.ics"), plainEvent("listed@example.org"));
      const answer = await propfind(server(), url, "1", "<getetag/><getcontenttype/>");
      const found = responsesOf(answer).find(({ href }) => href.endsWith("/a.ics"));
      expect(found?.props.get(NAME.getetag)?.text).toMatch(/^"[^"]+"$/);
      expect(found?.props.get("{DAV:}getcontenttype")?.text).toMatch(/^text\/calendar/);
    });
  });
});
