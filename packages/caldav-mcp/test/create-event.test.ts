import { textOf } from "confirm-guard/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Desk, ERAS, openDesk, shown } from "./deviations/desk.ts";
import { body, both, doneBut, hangUp, header, html, inside, says } from "./deviations/deviations.ts";
import { hostileText } from "./hostile-text.ts";
import { contentLines } from "./ical/documents.ts";

const EVENT = { calendar_id: "events", summary: "Lunch", start: "2026-09-14T12:00" };
const OBJECT = /\.ics$/;

const objects = ({ sandbox }: Desk): string[] => sandbox.store.list(sandbox.home);

/** The refusal, held to having changed nothing and sent no write. */
async function refusal(desk: Desk, args: Record<string, unknown>): Promise<string> {
  const before = desk.proxy.count({ method: "PUT" });
  const result = await desk.call("create_event", { ...EVENT, ...args });
  expect(result.isError).toBe(true);
  expect(objects(desk)).toEqual([]);
  expect(desk.proxy.count({ method: "PUT" })).toBe(before);
  return textOf(result);
}

describe.each(ERAS)("create_event (%s)", (era) => {
  it("writes once, under a name nobody can guess, and only if nothing is there", async () => {
    await using desk = await openDesk({ era });
    const made = [await desk.call("create_event", EVENT), await desk.call("create_event", EVENT)].map(shown);
    const puts = desk.proxy.asked.filter(({ method }) => method === "PUT");
    expect(puts.map(({ headers }) => headers["if-none-match"])).toEqual(["*", "*"]);
    const names = puts.map(({ path }) => path.split("/").at(-1));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.ics$/);
    const uids = objects(desk).map(
      (path) => /^UID:(.*)\r$/m.exec(desk.sandbox.store.get(path)?.text ?? "")?.[1],
    );
    expect(new Set(uids).size).toBe(2);
    expect(made[0]).toMatchObject({
      created: true,
      calendar_id: "/calendars/ada/events/",
      start: { value: "2026-09-14T12:00:00+02:00", timezone: "Europe/Berlin", all_day: false },
      end: { value: "2026-09-14T13:00:00+02:00" },
      weekday: "Monday",
      verified: true,
      notes: [],
    });
    expect(desk.person.questions).toEqual([]);
  });

  it("returns an id that the other tools take", async () => {
    await using desk = await openDesk({ era });
    const { id } = shown(await desk.call("create_event", EVENT));
    expect(shown(await desk.call("get_event", { id }))).toMatchObject({
      event: { id, untrusted_text: { summary: "Lunch" } },
    });
  });
});

describe("create_event refuses before it writes", () => {
  it("a calendar that can only be read, or is filled from elsewhere", async () => {
    await using desk = await openDesk({
      calendars: [
        { name: "events", displayName: "Events", components: ["VEVENT"] },
        { name: "room", displayName: "Room", components: ["VEVENT"], readOnly: true },
        {
          name: "holidays",
          displayName: "Days",
          components: ["VEVENT"],
          subscribedTo: "https://example.org/a.ics",
        },
      ],
    });
    expect(await refusal(desk, { calendar_id: "room" })).toMatch(/no right to write.*Nothing was changed\.$/);
    expect(await refusal(desk, { calendar_id: "holidays" })).toMatch(/subscribed.*Nothing was changed\.$/);
  });

  it("a calendar that takes no events, naming those that do and can be written to (F108)", async () => {
    await using desk = await openDesk({
      calendars: [
        { name: "tasks", displayName: "Tasks", components: ["VTODO"] },
        { name: "room", displayName: "Room", components: ["VEVENT"], readOnly: true },
        { name: "events", displayName: "Events", components: ["VEVENT", "VTODO"] },
      ],
    });
    expect(await refusal(desk, { calendar_id: "tasks" })).toBe(
      'This calendar takes no events. These do: "/calendars/ada/events/". Nothing was changed.',
    );
  });

  it("says so when no calendar takes events", async () => {
    await using desk = await openDesk({
      calendars: [{ name: "tasks", displayName: "Tasks", components: ["VTODO"] }],
    });
    expect(await refusal(desk, { calendar_id: "tasks" })).toMatch(/No calendar of this account/);
  });

  it("an entry that is larger than the calendar takes", async () => {
    await using desk = await openDesk();
    desk.proxy.bend(
      { method: "PROPFIND" },
      body((text) => text.replaceAll(/>1048576</g, ">2000<")),
    );
    expect(await refusal(desk, { description: "x".repeat(2_000) })).toMatch(
      /larger than this calendar takes/,
    );
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ calendar_id: "nowhere" }, /no such calendar/],
    [{ calendar_id: "https://elsewhere.example.org/calendars/ada/events/" }, /no such calendar/],
    [{ summary: "" }, /`summary` must not be empty/],
    [{ summary: "x".repeat(1_001) }, /`summary` must be at most 1000 characters/],
    [{ categories: Array.from({ length: 51 }, () => "x") }, /`categories` must be at most 50/],
    [
      { reminders: Array.from({ length: 21 }, () => ({ minutes_before: 1 })) },
      /`reminders` must be at most 20/,
    ],
    [{ reminders: [{ minutes_before: -1 }] }, /minutes_before` must be at least 0/],
    [{ url: "https://example.org" }, /a parameter is unknown/],
    [{ recurrence: { frequency: "hourly" } }, /`recurrence` does not have the form/],
    [{ recurrence: "FREQ=SECONDLY" }, /more times in a year/],
    [{ start: "2026-09-14T12:00+05:00", timezone: "Europe/Berlin" }, /do not agree/],
  ])("%j", async (args, why) => {
    await using desk = await openDesk();
    expect(await refusal(desk, args)).toMatch(why);
  });
});

describe("create_event says what became of the write", () => {
  it.each([
    ["an error", says(500)],
    ["a page", html(200)],
    ["nothing", hangUp],
    ["another kind of text", says(200, { body: "BEGIN:VCARD", headers: { etag: '"1"' } })],
  ])("is done, when reading it back gives %s", async (_what, deviation) => {
    await using desk = await openDesk();
    desk.proxy.bend({ method: "GET", path: OBJECT }, deviation);
    desk.proxy.bend({ method: "REPORT" }, says(500));
    const made = shown(await desk.call("create_event", EVENT));
    expect(made).toMatchObject({
      created: true,
      verified: false,
      start: { value: "2026-09-14T12:00:00+02:00" },
      notes: [expect.stringMatching(/confirmed the write.*do not create it again/)],
    });
    expect(objects(desk)).toHaveLength(1);
  });

  it("is done, when only the answer to the write was lost", async () => {
    await using desk = await openDesk();
    desk.proxy.bend({ method: "PUT" }, doneBut(hangUp));
    expect(shown(await desk.call("create_event", EVENT))).toMatchObject({ created: true, verified: true });
    expect(desk.proxy.count({ method: "PUT" })).toBe(1);
  });

  it("is not done after a 207 with a refusal inside", async () => {
    await using desk = await openDesk();
    desk.proxy.bend({ method: "PUT" }, inside(412));
    const result = await desk.call("create_event", EVENT);
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringMatching(/nothing was changed/i)]);
    expect(objects(desk)).toEqual([]);
  });

  it.each([
    [
      "other times",
      /DTSTART;TZID=Europe\/Berlin:20260914T120000/,
      "DTSTART;TZID=Europe/Berlin:20260914T110000",
      /other times/,
    ],
    ["no rule", /RRULE:FREQ=DAILY[^\r]*\r\n/, "", /did not store the recurrence/],
    ["another text", /SUMMARY:Lunch/, "SUMMARY:Brunch", /changed a text/],
  ])("names what the server made of it: %s", async (_what, from, to, note) => {
    await using desk = await openDesk();
    const get = { method: "GET", path: OBJECT };
    desk.proxy.bend(
      get,
      both(
        header("etag", '"1"'),
        body((text) => text.replace(from, to)),
      ),
    );
    const made = shown(await desk.call("create_event", { ...EVENT, recurrence: "FREQ=DAILY;COUNT=2" }));
    expect(made["verified"]).toBe(true);
    expect(made["notes"]).toEqual([expect.stringMatching(note)]);
  });
});

describe("the arguments of create_event", () => {
  const PLACES: Record<string, (text: string) => Record<string, unknown>> = {
    calendar_id: (text) => ({ calendar_id: text }),
    summary: (text) => ({ summary: text }),
    start: (text) => ({ start: text }),
    "start, after a time": (text) => ({ start: `2026-09-14T12:00${text}` }),
    end: (text) => ({ end: `2026-09-14T13:00${text}` }),
    timezone: (text) => ({ timezone: text }),
    "timezone, after a name": (text) => ({ timezone: `Europe/Berlin${text}` }),
    description: (text) => ({ description: text }),
    location: (text) => ({ location: text }),
    categories: (text) => ({ categories: [text] }),
    status: (text) => ({ status: text }),
    recurrence: (text) => ({ recurrence: text }),
    "recurrence, after a rule": (text) => ({ recurrence: `FREQ=DAILY;COUNT=2${text}` }),
    "recurrence.until": (text) => ({ recurrence: { frequency: "daily", until: `2026-09-20${text}` } }),
    "recurrence.by_weekday": (text) => ({ recurrence: { frequency: "weekly", by_weekday: [`MO${text}`] } }),
    "reminders.at": (text) => ({ reminders: [{ at: `2026-09-14T08:00${text}` }] }),
  };
  const NAMES =
    /^(?:BEGIN|END|VERSION|PRODID|TZID|TZNAME|TZOFFSETFROM|TZOFFSETTO|RDATE|RRULE|UID|DTSTAMP|CREATED|SEQUENCE|DTSTART|DTEND|DURATION|SUMMARY|DESCRIPTION|LOCATION|CATEGORIES|STATUS|ACTION|TRIGGER)[;:]/;

  it("add no line of their own, whatever they hold: refused in one sentence, or written as they are (F116)", async () => {
    await using desk = await openDesk();
    const outcomes = { created: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(PLACES)), hostileText(150), async (place, text) => {
        const before = new Set(objects(desk));
        // The desk holds every refusal to being one text of our own words.
        const result = await desk.call("create_event", { ...EVENT, ...PLACES[place]?.(text) });
        const created = result.isError !== true;
        outcomes[created ? "created" : "refused"] += 1;
        const added = objects(desk).filter((path) => !before.has(path));
        expect(added).toHaveLength(created ? 1 : 0);
        const stored = desk.sandbox.store.get(added[0] ?? "")?.text ?? "";
        const lines = contentLines(stored);
        expect(lines.filter((line) => !NAMES.test(line))).toEqual([]);
        expect(lines.filter((line) => /^(?:BEGIN|END):VEVENT/.test(line))).toHaveLength(created ? 2 : 0);
        expect(lines.filter((line) => /^(?:SUMMARY|UID|DTSTART.*20260914)/.test(line))).toHaveLength(
          created ? 3 : 0,
        );
      }),
      { numRuns: 500 },
    );
    expect(Math.min(outcomes.created, outcomes.refused)).toBeGreaterThan(50);
  }, 120_000);
});
