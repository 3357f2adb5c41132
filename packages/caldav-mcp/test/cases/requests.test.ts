import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { CaldavError } from "../../src/errors.ts";
import { decodeEntryId, encodeEntryId } from "../../src/dav/entry-id.ts";
import { event } from "../behaviour/objects.ts";
import * as bad from "../deviations/deviations.ts";
import { answer } from "../deviations/proxy.ts";
import { type Desk, list, onDay, openDesk, shown, summaries } from "./desk.ts";

/** The id of the only event of September. */
async function onlyId(desk: Desk): Promise<string> {
  const { events } = await list(desk);
  expect(events).toHaveLength(1);
  return events[0]?.id ?? "";
}

describe("what is sent to a server", () => {
  it("speaks of refused credentials where the first scheme of the answer is none that is known (F11)", async () => {
    await using desk = await openDesk();
    const schemes = 'X-Some-Token realm="x", Basic realm="y"';
    desk.proxy.bend({}, bad.says(401));
    desk.proxy.bend({}, bad.header("WWW-Authenticate", schemes));
    const result = await desk.call("list_calendars");
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/refused the credentials/);
    expect(textOf(result)).toMatch(/app password/);
    expect(textOf(result)).not.toMatch(/scheme|Some-Token/);
  });

  it("names the ETag that it has read, and never any tag (F27)", async () => {
    await using desk = await openDesk({ script: ["yes"] });
    desk.seed("a.ics", onDay("a", 14));
    const id = await onlyId(desk);
    shown(await desk.call("update_event", { id, summary: "b" }));
    shown(await desk.call("delete_event", { id }));
    const conditions = desk.proxy.asked
      .filter(({ method }) => method === "PUT" || method === "DELETE")
      .map(({ headers }) => headers["if-match"]);
    expect(conditions).toHaveLength(2);
    for (const condition of conditions) expect(condition).toMatch(/^"[^"*]+"$/);
  });

  it("takes the place of an entry from the server, not from its UID (F33)", async () => {
    await using desk = await openDesk({ script: ["yes"] });
    desk.seed("Zz9.ics", event("a1@example.org", "DTSTART:20260914T090000Z\nSUMMARY:One"));
    shown(await desk.call("update_event", { id: await onlyId(desk), summary: "Two" }));
    const written = desk.proxy.asked.filter(({ method }) => method === "PUT").map(({ path }) => path);
    expect(written).toEqual([`${desk.sandbox.home}events/Zz9.ics`]);
    expect(desk.stored("Zz9.ics")).toContain("SUMMARY:Two");
  });

  it.each([
    ["a path", "/calendars/ada/events/a.ics"],
    ["an address", "https://dav.example.org/calendars/ada/events/a.ics"],
    ["a UID", "a@example.org"],
    ["nothing that is known", "undefined"],
  ])(
    "refuses %s in place of an id in one clear sentence, and asks the server nothing about it (F36)",
    async (_what, id) => {
      await using desk = await openDesk();
      desk.seed("a.ics", onDay("a", 14));
      await list(desk);
      const before = desk.proxy.asked.length;
      const result = await desk.call("get_event", { id });
      expect(textOf(result)).toBe(
        "This is not an id from a listing of this account; take one from a list or search tool.",
      );
      expect(desk.proxy.asked.slice(before)).toEqual([]);
    },
  );

  it("never makes an id that leads outside of its calendar (F36)", () => {
    const nowhere = { calendars: [], withheldIds: new Set<string>() } as unknown as Parameters<
      typeof decodeEntryId
    >[1];
    const id = encodeEntryId({ kind: "event", calendar: "/calendars/ada/events/", resource: "../other.ics" });
    expect(() => decodeEntryId(id, nowhere)).toThrow(CaldavError);
  });

  it("names a component in each filter, and both ends of each time range (F37, F38)", async () => {
    await using desk = await openDesk();
    desk.seed("a.ics", onDay("a", 14));
    await list(desk);
    shown(await desk.call("search_events", { query: "a" }));
    shown(await desk.call("list_tasks"));
    shown(await desk.call("get_free_busy", { from: "2026-09-01", to: "2026-09-30" }));
    const queries = desk.proxy.asked
      .filter(({ method }) => method === "REPORT")
      .map(({ body }) => body.toString("utf8"))
      .filter((body) => body.includes("calendar-query"));
    expect(queries.length).toBeGreaterThan(2);
    for (const query of queries) {
      expect(query).toMatch(/comp-filter[^>]*name="VCALENDAR"[\s\S]*comp-filter[^>]*name="V(?:EVENT|TODO)"/);
      for (const [range] of query.matchAll(/<[^<>]*time-range[^<>]*>/g))
        expect(range).toMatch(/start="\d{8}T\d{6}Z"[\s\S]*end="\d{8}T\d{6}Z"/);
    }
  });

  it("asks no server to expand a series, and shows its times right where clocks change (F41)", async () => {
    await using desk = await openDesk();
    desk.seed(
      "weekly.ics",
      event(
        "weekly@example.org",
        "DTSTART;TZID=America/New_York:20261018T150000\nRRULE:FREQ=WEEKLY;COUNT=4\nSUMMARY:Weekly",
      ),
    );
    const { events } = await list(desk, {
      from: "2026-10-18",
      to: "2026-11-15",
      timezone: "America/New_York",
    });
    expect(events.map(({ start }) => start.value)).toEqual([
      "2026-10-18T15:00:00-04:00",
      "2026-10-25T15:00:00-04:00",
      "2026-11-01T15:00:00-05:00",
      "2026-11-08T15:00:00-05:00",
    ]);
    const bodies = desk.proxy.asked.map(({ body }) => body.toString("utf8")).join("\n");
    expect(bodies).not.toMatch(/<[^>]*\bexpand\b/);
  });

  it("finds and changes entries without any search by UID (F42)", async () => {
    await using desk = await openDesk({ script: ["yes"] });
    desk.proxy.bend({ method: "REPORT" }, async (asked, forward) =>
      asked.body.toString("utf8").includes('prop-filter name="UID"') ? answer(412) : forward(asked),
    );
    desk.seed("a.ics", onDay("a", 14));
    shown(await desk.call("update_event", { id: await onlyId(desk), summary: "b" }));
    const found = shown(
      await desk.call("search_events", { query: "b", from: "2026-09-01", to: "2026-09-30" }),
    );
    expect(found["count"]).toBe(1);
    const bodies = desk.proxy.asked.map(({ body }) => body.toString("utf8")).join("\n");
    expect(bodies).not.toMatch(/prop-filter[^>]*name="UID"/);
  });

  it("moves by MOVE and never onto another entry (F44)", async () => {
    await using desk = await openDesk({ script: ["yes"] });
    desk.seed("a.ics", onDay("a", 14));
    const args = { id: await onlyId(desk), destination_calendar_id: `${desk.sandbox.home}other/` };
    shown(await desk.call("move_event", args));
    const moves = desk.proxy.asked.filter(({ method }) => method === "MOVE");
    expect(moves.map(({ headers }) => headers["overwrite"])).toEqual(["F"]);
    expect(desk.proxy.count({ method: "DELETE" })).toBe(0);
    expect(desk.stored("a.ics", "other")).toContain("SUMMARY:a");
    expect(desk.stored("a.ics")).toBeUndefined();
  });

  it("copies where there is no MOVE, and deletes only what it has seen to be copied (F44)", async () => {
    await using desk = await openDesk({ script: ["yes"] });
    desk.proxy.bend({ method: "MOVE" }, bad.says(501));
    desk.seed("a.ics", onDay("a", 14));
    const args = { id: await onlyId(desk), destination_calendar_id: `${desk.sandbox.home}other/` };
    shown(await desk.call("move_event", args));
    const steps = desk.proxy.asked
      .slice(desk.proxy.asked.findIndex(({ method }) => method === "PUT"))
      .map(({ method }) => method);
    expect(steps.indexOf("PUT")).toBeLessThan(steps.indexOf("GET"));
    expect(steps.indexOf("GET")).toBeLessThan(steps.indexOf("DELETE"));
    expect(summaries(await list(desk))).toEqual(["a"]);
    expect(desk.stored("a.ics")).toBeUndefined();
  });
});
