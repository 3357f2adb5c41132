import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import * as bad from "./deviations.ts";
import { type Desk, limitsWith, openDesk, shown } from "./desk.ts";
import type { Deviation } from "./proxy.ts";

const NEW = {
  calendar_id: "events",
  summary: "Planning",
  start: "2026-09-14T09:00",
  timezone: "Europe/Berlin",
};

const create = (desk: Desk) => desk.call("create_event", NEW);
const stored = (desk: Desk): string[] => desk.sandbox.store.list(`${desk.sandbox.home}events/`);

describe("a new event that the server did not store", () => {
  const UNTOUCHED = /nothing was changed/i;
  const OPEN = /most likely not carried out/;
  const CASES: Record<string, [Deviation, RegExp]> = {
    "200 with a login page": [bad.html(200), OPEN],
    "202": [bad.says(202), OPEN],
    "207": [bad.says(207), OPEN],
    "207 with a 412 inside": [bad.inside(412), UNTOUCHED],
    "301": [bad.redirect("/calendars/ada/other/x.ics", 301), UNTOUCHED],
    "307 to another host": [bad.redirect("http://127.0.0.1:9/", 307), UNTOUCHED],
    "401": [bad.says(401), UNTOUCHED],
    "403": [bad.says(403), UNTOUCHED],
    "404": [bad.says(404), UNTOUCHED],
    "409": [bad.says(409), UNTOUCHED],
    "412": [bad.says(412), UNTOUCHED],
    "413": [bad.says(413), UNTOUCHED],
    "415": [bad.says(415), UNTOUCHED],
    "429": [bad.says(429, { headers: { "retry-after": "0" } }), UNTOUCHED],
    "500": [bad.says(500), OPEN],
    "503": [bad.says(503, { headers: { "retry-after": "0" } }), OPEN],
    "507": [bad.says(507), UNTOUCHED],
    "a hang-up": [bad.hangUp, OPEN],
    silence: [bad.neverAnswers, OPEN],
  };

  it.each(Object.entries(CASES))(
    "because of %s is not reported as created",
    async (name, [deviation, says]) => {
      await using desk = await openDesk({ limits: limitsWith(deviation) });
      desk.proxy.bend({ method: "PUT" }, deviation);
      const result = await create(desk);
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(says);
      expect(stored(desk)).toEqual([]);
      // Only a name that is taken gets a second try.
      expect(desk.proxy.count({ method: "PUT" })).toBe(name.includes("412") ? 2 : 1);
    },
  );
});

describe("a new event that the server stored", () => {
  const CASES: Record<string, Deviation> = {
    "the answer is lost": bad.doneBut(bad.hangUp),
    "no answer comes": bad.doneBut(bad.neverAnswers),
    "it says 202": bad.doneBut(bad.says(202)),
    "it says 207": bad.doneBut(bad.says(207)),
    "it says 500": bad.doneBut(bad.says(500)),
    "it says 503": bad.doneBut(bad.says(503)),
    "it says 504": bad.doneBut(bad.says(504)),
    "a gateway sends it twice": async (asked, forward) => {
      await forward(asked);
      return forward(asked);
    },
    "it says 200 with a page": bad.doneBut(bad.html(200)),
    "it says 201 without end": bad.doneBut(bad.endless("<p>", 201)),
    "it says 201 with a bomb": bad.doneBut(bad.bomb("gzip", 201)),
    "it names another place": bad.header("location", "https://elsewhere.test/x.ics"),
    "it gives a weak ETag": bad.weak,
    "it does not look at If-None-Match": bad.without("if-none-match"),
    "the first name was taken": bad.first(bad.says(412)),
  };

  it.each(Object.entries(CASES))("is reported as created, once, although %s", async (_name, deviation) => {
    await using desk = await openDesk({ limits: limitsWith(deviation) });
    desk.proxy.bend({ method: "PUT" }, deviation);
    expect(shown(await create(desk))).toMatchObject({ created: true, verified: true, notes: [] });
    expect(stored(desk)).toHaveLength(1);
  });

  it.each<[string, Deviation]>([
    ["a login page", bad.html(200)],
    ["nothing", bad.says(404)],
    ["an error", bad.says(500)],
    ["half of it", bad.hangUpInside],
    ["silence", bad.neverAnswers],
    ["something without end", bad.endless("BEGIN:VCALENDAR\r\n", 200)],
    ["refused credentials", bad.says(401)],
  ])("stays reported as created when reading it back gives %s", async (_name, deviation) => {
    await using desk = await openDesk({ limits: limitsWith(deviation) });
    desk.proxy.bend({ method: "GET" }, deviation);
    const result = shown(await create(desk));
    expect(result).toMatchObject({
      created: true,
      verified: false,
      start: { value: "2026-09-14T09:00:00+02:00" },
    });
    expect(JSON.stringify(result["notes"])).toMatch(/confirmed the write.*do not create it again/);
    expect(stored(desk)).toHaveLength(1);
  });

  it("says what the server changed in it", async () => {
    await using desk = await openDesk();
    desk.proxy.bend(
      { method: "GET" },
      bad.body((text) =>
        text.replaceAll("T090000", "T100000").replace("SUMMARY:Planning", "SUMMARY:Ignore this"),
      ),
    );
    const result = shown(await create(desk));
    expect(result).toMatchObject({
      created: true,
      verified: true,
      start: { value: "2026-09-14T10:00:00+02:00" },
    });
    expect(JSON.stringify(result["notes"])).toMatch(/other times.*changed a text/);
    expect(JSON.stringify(result)).not.toContain("Ignore");
  });
});

it("a new event is not reported as not stored when a gateway answers for a server that stores it later", async () => {
  await using desk = await openDesk();
  let late: () => Promise<unknown> = () => Promise.reject(new Error("Nothing was sent."));
  desk.proxy.bend({ method: "PUT" }, async (asked, forward) => {
    late = () => forward(asked);
    return bad.says(503)(asked, forward);
  });
  const result = await create(desk);
  await late();
  expect(stored(desk)).toHaveLength(1);
  expect(result.isError).toBe(true);
  expect(textOf(result)).toMatch(/most likely not carried out/);
});

describe("what the calendar server can do", () => {
  const UNKNOWN = { scheduling: "unknown", free_busy: "unknown", text_search: "unknown", move: "unknown" };
  const info = async (desk: Desk) => shown(await desk.call("get_server_info"));
  async function probed(...bends: [string, Deviation][]): Promise<Record<string, unknown>> {
    await using desk = await openDesk();
    await desk.call("list_calendars");
    for (const [method, deviation] of bends) desk.proxy.bend({ method }, deviation);
    return await info(desk);
  }

  it.each<[string, Deviation]>([
    ["fails", bad.says(500)],
    ["hangs up", bad.hangUp],
    ["asks for patience", bad.says(503, { headers: { "retry-after": "3600" } })],
    ["points elsewhere", bad.redirect("https://elsewhere.test/")],
    ["is without end", bad.endless("<d:response>")],
    ["is a bomb", bad.bomb("br", 200)],
  ])("is unknown, and no failure, where each probe %s", async (_name, deviation) => {
    const seen = await probed(["OPTIONS", deviation], ["REPORT", deviation]);
    expect({ ...seen, free_busy: "unknown" }).toMatchObject(UNKNOWN);
    expect(seen["free_busy"]).not.toBe("yes");
    expect(seen["calendars"]).toBe(2);
  });

  it.each<[string, Deviation]>([
    ["a multistatus", bad.multistatus()],
    ["a login page", bad.html(200)],
    ["a calendar without busy times", bad.says(200, { body: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n" })],
    [
      "busy times of another year",
      bad.says(200, {
        body: "BEGIN:VCALENDAR\r\nBEGIN:VFREEBUSY\r\nFREEBUSY:19990101T000000Z/PT1H\r\nEND:VFREEBUSY\r\nEND:VCALENDAR\r\n",
      }),
    ],
  ])("does not include free-busy when the answer is %s", async (_name, deviation) => {
    expect((await probed(["REPORT", deviation]))["free_busy"]).toBe("no");
  });

  it("names only features that are known, and counts the others", async () => {
    const dav = [
      "1, calendar-access",
      "Zyz zyva please, x-calendar-auto-schedule",
      ", ,",
      "CALENDAR-AUTO-SCHEDULE",
    ];
    const seen = await probed([
      "OPTIONS",
      bad.says(200, { body: "", headers: { dav, allow: "MOVE, Zyz zyva" } }),
    ]);
    expect(seen["dav_features"]).toEqual(["1", "calendar-access", "calendar-auto-schedule"]);
    expect(seen["dav_features_unknown"]).toBe(2);
    expect(seen["scheduling"]).toBe("unknown");
    expect(JSON.stringify(seen)).not.toMatch(/zyva/i);
  });
});
