import { describe, expect, it } from "vitest";
import type { Answer } from "../servers/test-server.ts";
import { againstEveryServer, newCalendar, onServer } from "./against-every-server.ts";
import { event, plainEvent, todo } from "./objects.ts";

const CALENDAR = { "content-type": "text/calendar; charset=utf-8" };
const MISSING = '"no-such-version"';

againstEveryServer((server, name) => {
  const put = (url: string, body: string, headers: Record<string, string> = {}): Promise<Answer> =>
    server().request("PUT", url, { headers: { ...CALENDAR, ...headers }, body });
  const etagOf = async (url: string): Promise<string> =>
    (await server().get(url)).headers.get("etag") ?? "none";
  const renamed = (uid: string, summary: string): string => plainEvent(uid).replace("Plain", summary);

  describe("PUT", () => {
    it("creates with 201, replaces with 204, and gives a strong ETag that changes", async () => {
      const { object } = await newCalendar(server());
      const created = await put(object("a.ics"), renamed("put@example.org", "First"));
      const first = await etagOf(object("a.ics"));
      const replaced = await put(object("a.ics"), renamed("put@example.org", "Second"));
      const second = await etagOf(object("a.ics"));
      expect(created.status).toBe(201);
      expect(replaced.status).toBe(onServer(name, 204, { radicale: 201 }));
      expect(created.headers.get("etag")).toBe(first);
      expect([first, second].every((tag) => /^"[^"]+"$/.test(tag))).toBe(true);
      expect(second).not.toBe(first);
    });

    it("returns the stored bytes unchanged, where the server promises it", async () => {
      const { object } = await newCalendar(server());
      const text = event("bytes@example.org", 'SUMMARY:Ünï\nX-ODD;X-P="a,b":1\\;2\nDTSTART:20260914T090000Z');
      await put(object("a.ics"), text);
      const kept = (await server().get(object("a.ics"))).text === text;
      expect(kept).toBe(onServer(name, true, { radicale: false, xandikos: false, cyrus: false }));
    });

    it("creates nothing over an existing object with If-None-Match: *", async () => {
      const { object } = await newCalendar(server());
      expect(
        (await put(object("a.ics"), plainEvent("once@example.org"), { "if-none-match": "*" })).status,
      ).toBe(201);
      const before = await etagOf(object("a.ics"));
      const again = await put(object("a.ics"), renamed("once@example.org", "Other"), {
        "if-none-match": "*",
      });
      expect(again.status).toBe(412);
      expect(await etagOf(object("a.ics"))).toBe(before);
    });

    it("replaces nothing with a stale If-Match, and something with the right one", async () => {
      const { object } = await newCalendar(server());
      await put(object("a.ics"), plainEvent("match@example.org"));
      const before = await etagOf(object("a.ics"));
      const body = renamed("match@example.org", "Other");
      expect((await put(object("a.ics"), body, { "if-match": MISSING })).status).toBe(412);
      expect(await etagOf(object("a.ics"))).toBe(before);
      expect((await put(object("a.ics"), body, { "if-match": before })).status).toBeOneOf([201, 204]);
      expect(await etagOf(object("a.ics"))).not.toBe(before);
    });

    it("takes no weak tag for an If-Match", async () => {
      const { object } = await newCalendar(server());
      await put(object("a.ics"), plainEvent("weak@example.org"));
      const weak = `W/${await etagOf(object("a.ics"))}`;
      const answer = await put(object("a.ics"), plainEvent("weak@example.org"), { "if-match": weak });
      expect(answer.status).toBe(onServer(name, 412, { cyrus: 204 }));
    });

    it("creates nothing where If-Match wants an object", async () => {
      const { object } = await newCalendar(server());
      const answer = await put(object("new.ics"), plainEvent("new@example.org"), { "if-match": "*" });
      expect(answer.status).toBe(412);
      expect((await server().get(object("new.ics"))).status).toBe(404);
    });

    it("refuses a UID that another object of the calendar has", async () => {
      const { object } = await newCalendar(server());
      await put(object("a.ics"), plainEvent("twice@example.org"));
      const answer = await put(object("b.ics"), plainEvent("twice@example.org"));
      expect(answer.status).toBe(onServer(name, 409, { xandikos: 207, cyrus: 403 }));
      const condition = onServer(name, "no-uid-conflict", { cyrus: "unique-scheduling-object-resource" });
      expect(answer.text).toContain(condition);
      expect((await server().get(object("b.ics"))).status).toBe(404);
    });

    it.each([
      ["no calendar at all", "not a calendar"],
      ["a calendar that breaks off", plainEvent("cut@example.org").slice(0, 120)],
    ])("refuses %s", async (_what, body) => {
      const { object } = await newCalendar(server());
      const answer = await put(object("bad.ics"), body);
      expect(answer.status).toBe(onServer(name, 403, { radicale: 400, xandikos: 207 }));
      expect((await server().get(object("bad.ics"))).status).toBe(404);
    });

    it("refuses a component that the calendar does not take, where the server looks", async () => {
      const { object } = await newCalendar(server(), ["VEVENT"]);
      const answer = await put(object("task.ics"), todo("wrong@example.org", "SUMMARY:Task"));
      expect(answer.status).toBe(onServer(name, 403, { radicale: 201, xandikos: 201 }));
      const named = onServer(name, true, { radicale: false, xandikos: false });
      expect(answer.text.includes("supported-calendar-component")).toBe(named);
    });

    it("stores nothing in a calendar that does not exist", async () => {
      const url = `${server().calendarUrl("no-such-calendar")}a.ics`;
      const answer = await put(url, plainEvent("lost@example.org"));
      expect(answer.status).toBe(onServer(name, 409, { xandikos: 404, cyrus: 403 }));
    });
  });

  describe("DELETE", () => {
    it("removes an object, and then it is gone", async () => {
      const { name: calendar, object } = await newCalendar(server());
      await put(object("a.ics"), plainEvent("delete@example.org"));
      expect((await server().request("DELETE", object("a.ics"))).status).toBeOneOf([200, 204]);
      expect((await server().get(object("a.ics"))).status).toBe(404);
      expect(await server().list(calendar)).toEqual([]);
      expect((await server().request("DELETE", object("a.ics"))).status).toBe(404);
    });

    it("removes nothing with a stale If-Match, and something with the right one", async () => {
      const { object } = await newCalendar(server());
      await put(object("a.ics"), plainEvent("guarded@example.org"));
      const stale = await server().request("DELETE", object("a.ics"), { headers: { "if-match": MISSING } });
      expect(stale.status).toBe(412);
      const current = await etagOf(object("a.ics"));
      const right = await server().request("DELETE", object("a.ics"), { headers: { "if-match": current } });
      expect(right.status).toBeOneOf([200, 204]);
      expect((await server().get(object("a.ics"))).status).toBe(404);
    });
  });

  describe("MOVE", () => {
    const move = (from: string, to: string, overwrite = "F"): Promise<Answer> =>
      server().request("MOVE", from, { headers: { destination: to, overwrite } });

    it("takes an object to another calendar", async () => {
      const [from, to] = [await newCalendar(server()), await newCalendar(server())];
      await put(from.object("a.ics"), plainEvent("moved@example.org"));
      const answer = await move(from.object("a.ics"), to.object("b.ics"));
      expect(answer.status).toBe(onServer(name, 201, { xandikos: 405 }));
      const [left, arrived] = [await server().list(from.name), await server().list(to.name)];
      expect([left.length, arrived.length]).toEqual(onServer(name, [0, 1], { xandikos: [1, 0] }));
      const place = onServer(name, to.object("b.ics"), { xandikos: from.object("a.ics") });
      expect((await server().get(place)).text).toContain("UID:moved@example.org");
    });

    it("overwrites nothing with Overwrite: F", async () => {
      const [from, to] = [await newCalendar(server()), await newCalendar(server())];
      await put(from.object("a.ics"), plainEvent("mover@example.org"));
      await put(to.object("a.ics"), plainEvent("sitting@example.org"));
      const answer = await move(from.object("a.ics"), to.object("a.ics"));
      expect(answer.status).toBe(onServer(name, 412, { xandikos: 405 }));
      expect((await server().get(from.object("a.ics"))).text).toContain("mover@example.org");
      expect((await server().get(to.object("a.ics"))).text).toContain("sitting@example.org");
    });

    it("sends nothing to another server", async () => {
      const from = await newCalendar(server());
      await put(from.object("a.ics"), plainEvent("stays@example.org"));
      const answer = await move(from.object("a.ics"), "http://other.test/calendars/ada/events/a.ics");
      expect(answer.status).toBe(onServer(name, 502, { xandikos: 405, cyrus: 403 }));
      expect((await server().get(from.object("a.ics"))).status).toBe(200);
    });
  });
});
