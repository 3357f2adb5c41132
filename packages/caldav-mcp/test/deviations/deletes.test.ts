import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { readXml } from "../../src/dav/xml.ts";
import * as bad from "./deviations.ts";
import { type Desk, ERAS, list, onDay, openDesk, shown } from "./desk.ts";
import type { Deviation } from "./proxy.ts";

const SERIES = onDay("choir", 1, "\nRRULE:FREQ=DAILY;COUNT=6");
const LUNCH = onDay("lunch", 14);

/** The three kinds of write that delete_event makes; the second one is a PUT. */
const WRITES = {
  "an event": { name: "lunch.ics", method: "DELETE", scope: undefined },
  "an occurrence": { name: "choir.ics", method: "PUT", scope: undefined },
  "a series": { name: "choir.ics", method: "DELETE", scope: "entire_series" },
} as const;

type What = keyof typeof WRITES;
const WHATS = Object.keys(WRITES) as What[];

function seed(desk: Desk): void {
  desk.seed("lunch.ics", LUNCH);
  desk.seed("choir.ics", SERIES);
}

async function idOf(desk: Desk, what: What): Promise<string | undefined> {
  const row = (await list(desk)).events.find(
    ({ untrusted_text: { summary } }) => summary === (what === "an event" ? "lunch" : "choir"),
  );
  return row?.id;
}

async function remove(desk: Desk, what: What) {
  const { scope } = WRITES[what];
  return desk.call("delete_event", { id: await idOf(desk, what), ...(scope !== undefined && { scope }) });
}

/** What stands there afterwards: as it was, or without what was to be deleted. */
function state(desk: Desk, what: What): "as it was" | "deleted" | "odd" {
  const text = desk.stored(WRITES[what].name);
  if (text === (what === "an event" ? LUNCH : SERIES)) return "as it was";
  if (what === "an occurrence") return text?.includes("EXDATE") === true ? "deleted" : "odd";
  return text === undefined ? "deleted" : "odd";
}

const UNTOUCHED = /nothing was changed/i;
const OPEN = /most likely not carried out/;

describe("a write that the server did not carry out", () => {
  const CASES: Record<string, [Deviation, RegExp]> = {
    "200 with a login page": [bad.html(200), UNTOUCHED],
    "202": [bad.says(202), UNTOUCHED],
    "207": [bad.says(207), UNTOUCHED],
    "207 with a 412 inside": [bad.inside(412), UNTOUCHED],
    "a redirect to another host": [bad.redirect("http://127.0.0.1:9/", 307), UNTOUCHED],
    "a redirect on the same host": [bad.redirect("/calendars/ada/other/", 308), UNTOUCHED],
    "304": [
      async () => ({ ...(await bad.says(304)({} as never, {} as never)), body: Buffer.alloc(0) }),
      UNTOUCHED,
    ],
    "400": [bad.says(400), UNTOUCHED],
    "401": [bad.says(401), UNTOUCHED],
    "403": [bad.says(403), UNTOUCHED],
    "404": [bad.says(404), UNTOUCHED],
    "409": [bad.says(409), UNTOUCHED],
    "412": [bad.says(412), UNTOUCHED],
    "423": [bad.says(423), UNTOUCHED],
    "429 with a time": [bad.says(429, { headers: { "retry-after": "0" } }), UNTOUCHED],
    "500": [bad.says(500), UNTOUCHED],
    "501": [bad.says(501), UNTOUCHED],
    "502": [bad.says(502), UNTOUCHED],
    "503 with a time": [bad.says(503, { headers: { "retry-after": "0" } }), UNTOUCHED],
    "504": [bad.says(504), UNTOUCHED],
    "507": [bad.says(507), UNTOUCHED],
    "an error without end": [bad.endless("<p>", 403), UNTOUCHED],
    "a bomb": [bad.bomb("gzip", 500), UNTOUCHED],
    "a hang-up": [bad.hangUp, OPEN],
    silence: [bad.neverAnswers, OPEN],
  };
  const rows = Object.entries(CASES).flatMap(([name, [deviation, says]]) =>
    WHATS.map((what) => ({ name, deviation, says, what })),
  );

  it.each(rows)("of $what, answered by $name, is not reported as done", async ({ deviation, says, what }) => {
    await using desk = await openDesk({ script: ["yes"] });
    seed(desk);
    desk.proxy.bend({ method: WRITES[what].method }, deviation);
    const result = await remove(desk, what);
    expect(state(desk, what)).toBe("as it was");
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(says);
    expect(desk.proxy.count({ method: WRITES[what].method })).toBe(1);
    expect(desk.person.questions).toHaveLength(1);
  });
});

describe("a write that the server carried out", () => {
  const CASES: Record<string, Deviation> = {
    "the answer is lost": bad.doneBut(bad.hangUp),
    "no answer comes": bad.doneBut(bad.neverAnswers),
    "it says 202": bad.doneBut(bad.says(202)),
    "it says 207": bad.doneBut(bad.says(207)),
    "it says 500": bad.doneBut(bad.says(500)),
    "it says 502": bad.doneBut(bad.says(502)),
    "it says 504": bad.doneBut(bad.says(504)),
    "it says 200 with a page": bad.doneBut(bad.html(200)),
    "it says 200 without end": bad.doneBut(bad.endless("<p>", 200)),
    "it says 200 with a bomb": bad.doneBut(bad.bomb("br", 200)),
    "it says 201 and hangs up inside the body": bad.doneBut(
      bad.both(bad.hangUpInside, bad.says(201, { body: "<html>".repeat(1_000) })),
    ),
    "it says 200 in an encoding that it is not in": bad.doneBut(
      bad.says(200, { headers: { "content-encoding": "gzip" } }),
    ),
    "it gives no ETag": bad.noETag,
    "it gives a weak ETag": bad.weak,
    "it gives two ETags": bad.header("etag", ['"a"', '"b"']),
    "it names another place": bad.header("location", "https://elsewhere.test/x.ics"),
  };
  const rows = Object.entries(CASES).flatMap(([name, deviation]) =>
    WHATS.map((what) => ({ name, deviation, what })),
  );

  it.each(rows)("of $what is never reported as failed, although $name", async ({ deviation, what }) => {
    await using desk = await openDesk({ script: ["yes"] });
    seed(desk);
    desk.proxy.bend({ method: WRITES[what].method }, deviation);
    const result = await remove(desk, what);
    expect(state(desk, what)).toBe("deleted");
    expect(shown(result)["deleted"]).toBe(1);
    expect(desk.proxy.count({ method: WRITES[what].method })).toBe(1);
  });
});

describe("a write whose answer is lost, and after which the server is gone", () => {
  it.each(WHATS)("of %s is reported as not known", async (what) => {
    await using desk = await openDesk({ script: ["yes"] });
    seed(desk);
    const { method, name } = WRITES[what];
    desk.proxy.bend({ method }, async (asked, forward) => {
      desk.proxy.bend({ method: "GET", path: new RegExp(name) }, bad.hangUp);
      return bad.doneBut(bad.hangUp)(asked, forward);
    });
    const result = await remove(desk, what);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/not known whether it was carried out/);
  });
});

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
    await using desk = await openDesk({ era, script: ["yes"] });
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

describe("several events on one question", () => {
  it("are told apart when one write fails, one is lost and one is done", async () => {
    await using desk = await openDesk({ script: ["yes"] });
    for (const [index, name] of ["a", "b", "c", "d"].entries())
      desk.seed(`${name}.ics`, onDay(name, index + 1));
    desk.proxy.bend({ method: "DELETE", path: /b\.ics/ }, bad.says(403));
    desk.proxy.bend({ method: "DELETE", path: /c\.ics/ }, bad.doneBut(bad.hangUp));
    desk.proxy.bend({ method: "DELETE", path: /d\.ics/ }, bad.hangUp);
    const ids = (await list(desk)).events.map(({ id }) => id);
    const { deleted, results } = shown(await desk.call("delete_event", { ids })) as {
      deleted: number;
      results: { outcome: string; reason?: string }[];
    };
    expect(deleted).toBe(2);
    expect(results.map(({ outcome }) => outcome)).toEqual(["deleted", "not-deleted", "deleted", "unknown"]);
    expect(results[1]?.reason).toMatch(/does not allow this.*Nothing was changed/);
    expect(["a", "b", "c", "d"].map((name) => desk.stored(`${name}.ics`) === undefined)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

it("the proxy leaves good answers well-formed", async () => {
  await using desk = await openDesk();
  seed(desk);
  desk.proxy.bend(
    {},
    bad.etags((etag) => etag),
  );
  desk.proxy.bend(
    { method: "PROPFIND" },
    bad.edited((answered) => {
      expect(readXml(answered.body.toString()).name).toBe("{DAV:}multistatus");
      return answered;
    }),
  );
  expect((await list(desk)).count).toBe(7);
});
