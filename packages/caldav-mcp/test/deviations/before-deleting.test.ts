import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { idOf, LUNCH, remove, seed, SERIES, state, WRITES } from "./deletions.ts";
import * as bad from "./deviations.ts";
import { ERAS, limitsWith, openDesk, shown } from "./desk.ts";
import type { Deviation } from "./proxy.ts";

const UNTOUCHED = /nothing was changed/i;

describe.each(ERAS)("an entry that cannot be read before the question (%s)", (era) => {
  const text = (edit: (stored: string) => string): Deviation => bad.body(edit);
  const CASES: Record<string, [Deviation, RegExp]> = {
    "is a login page": [bad.html(200), /not a calendar entry/],
    "is empty": [text(() => ""), /not a calendar entry/],
    "breaks off": [text((stored) => stored.slice(0, stored.indexOf("END:VEVENT"))), /nothing was changed/i],
    "holds no event": [text((stored) => stored.replaceAll("VEVENT", "VFREEBUSY")), /holds no event/],
    "has become a task": [text((stored) => stored.replaceAll("VEVENT", "VTODO")), /no longer names/],
    "is in Latin-1": [
      bad.bytes((whole) => Buffer.from(whole.toString().replace("SUMMARY:", "SUMMARY:Café "), "latin1")),
      /not a calendar entry/,
    ],
    "is in UTF-16": [bad.bytes((whole) => Buffer.from(whole.toString(), "utf16le")), /not a calendar entry/],
    "is without end": [bad.endless("BEGIN:VCALENDAR\r\n", 200), /larger than 131072 bytes/],
    "is a bomb": [bad.bomb("br", 200), /larger than 131072 bytes/],
    stalls: [bad.stalls, /did not end within/],
    "hangs up inside": [bad.hangUpInside, /broke off/],
    "is gone": [bad.says(404), /has nothing at this place/],
    "is on another host": [bad.redirect("https://elsewhere.test/"), /another host/],
    "asks to come back in an hour": [bad.says(503, { headers: { "retry-after": "3600" } }), /not available/],
    "has a weak ETag everywhere": [bad.weak, /no strong ETag/],
  };

  it.each(Object.entries(CASES))("is not asked about when it %s", async (name, [deviation, says]) => {
    await using desk = await openDesk({ era, script: ["yes"], limits: limitsWith(deviation) });
    seed(desk);
    const id = await idOf(desk, "an event");
    const aim = name === "has a weak ETag everywhere" ? {} : { method: "GET" };
    desk.proxy.bend({ ...aim, path: /events\// }, deviation);
    const result = await desk.call("delete_event", { id });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(says);
    expect(textOf(result)).toMatch(UNTOUCHED);
    expect(desk.person.questions).toHaveLength(0);
    expect(desk.proxy.count({ method: "DELETE" })).toBe(0);
    expect(state(desk, "an event")).toBe("as it was");
  });
});

describe.each(ERAS)("an entry with odd ETags (%s)", (era) => {
  const ENTRY = /lunch\.ics$/;

  it.each<[string, Deviation]>([
    ["is missing from GET", bad.header("etag", undefined)],
    [
      "is weak in GET",
      bad.edited(({ headers: { etag, ...headers }, ...rest }) => ({
        ...rest,
        headers: { ...headers, etag: `W/${String(etag)}` },
      })),
    ],
    ["is not quoted in GET", bad.header("etag", "abc")],
    ["is there twice in GET", bad.header("etag", ['"a"', '"b"'])],
    ["would be weak under compression", bad.weakUnderGzip],
  ])("is deleted by the strong one when it %s", async (_name, deviation) => {
    await using desk = await openDesk({ era, script: ["yes"] });
    seed(desk);
    desk.proxy.bend({ method: "GET", path: ENTRY }, deviation);
    expect(shown(await remove(desk, "an event"))["deleted"]).toBe(1);
    expect(desk.proxy.asked.findLast(({ method }) => method === "DELETE")?.headers["if-match"]).toMatch(
      /^"[^"]+"$/,
    );
    expect(state(desk, "an event")).toBe("deleted");
  });

  it.each<[string, Deviation]>([
    ["refuses it", bad.says(403)],
    ["answers with a page", bad.html(200)],
    ["fails inside", bad.inside(500)],
    ["knows another tag", bad.etags(() => '"other"')],
    ["hangs up", bad.hangUp],
  ])("is compared by GET when the server, asked for getetag, %s", async (_name, deviation) => {
    await using desk = await openDesk({ era, script: ["yes"] });
    seed(desk);
    desk.proxy.bend({ method: "PROPFIND", path: ENTRY }, deviation);
    expect(shown(await remove(desk, "an event"))["deleted"]).toBe(1);
    expect(state(desk, "an event")).toBe("deleted");
  });

  it("is not deleted when its ETag is another one on every read", async () => {
    await using desk = await openDesk({ era, script: ["yes", "yes", "yes", "yes", "yes"] });
    seed(desk);
    let reads = 0;
    desk.proxy.bend(
      { path: ENTRY },
      bad.etags(() => `"${(reads += 1)}"`),
    );
    const result = await remove(desk, "an event");
    expect(result.isError).toBe(true);
    expect(desk.proxy.count({ method: "DELETE" })).toBe(0);
    expect(state(desk, "an event")).toBe("as it was");
    expect(desk.person.questions.length).toBeGreaterThan(0);
  });
});

describe.each(ERAS)("an entry that changes after it was approved (%s)", (era) => {
  const CHANGED = LUNCH.replace("SUMMARY:lunch", "SUMMARY:lunch and a talk");

  it.each([true, false])("is not deleted (the server looks at If-Match: %j)", async (looks) => {
    await using desk = await openDesk({ era, script: ["yes"] });
    seed(desk);
    if (!looks) desk.proxy.bend({ method: "DELETE" }, bad.without("if-match"));
    // The read directly before the write is the one that asks for getetag.
    desk.proxy.bend(
      { method: "PROPFIND", path: /lunch/ },
      bad.after(() => desk.seed("lunch.ics", CHANGED)),
    );
    const result = await remove(desk, "an event");
    expect(textOf(result)).toMatch(/changed by somebody else.*Nothing was changed by this call/s);
    expect(desk.proxy.count({ method: "DELETE" })).toBe(0);
    expect(desk.stored("lunch.ics")).toBe(CHANGED);
  });

  it("between the last look and the write is not deleted where the server looks at If-Match", async () => {
    await using desk = await openDesk({ era, script: ["yes"] });
    seed(desk);
    desk.proxy.bend(
      { method: "DELETE" },
      bad.after(() => desk.seed("lunch.ics", CHANGED)),
    );
    const result = await remove(desk, "an event");
    expect(textOf(result)).toMatch(/no longer what it was.*Nothing was changed/s);
    expect(desk.stored("lunch.ics")).toBe(CHANGED);
  });

  it("keeps the change that came between the last look and an exclusion", async () => {
    const changed = SERIES.replace("SUMMARY:choir", "SUMMARY:choir abroad");
    await using desk = await openDesk({ era, script: ["yes"] });
    seed(desk);
    desk.proxy.bend(
      { method: "PUT" },
      bad.after(() => desk.seed("choir.ics", changed)),
    );
    const result = await remove(desk, "an occurrence");
    expect(textOf(result)).toMatch(/no longer what it was.*Nothing was changed/s);
    expect(desk.stored("choir.ics")).toBe(changed);
  });

  it.each([WRITES["an event"], WRITES["an occurrence"]])(
    "and is gone is reported as not there",
    async ({ name }) => {
      await using desk = await openDesk({ era, script: ["yes"] });
      seed(desk);
      const what = name === "lunch.ics" ? "an event" : "an occurrence";
      let reads = 0;
      desk.proxy.bend({ method: "GET", path: new RegExp(name) }, (asked, forward) =>
        (reads += 1) > 1 ? bad.says(404)(asked, forward) : forward(asked),
      );
      const result = await remove(desk, what);
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/nothing at this place.*Nothing was changed/s);
      expect(state(desk, what)).toBe("as it was");
    },
  );
});
