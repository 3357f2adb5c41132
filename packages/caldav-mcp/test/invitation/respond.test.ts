import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { type Desk, type DeskOptions, list, openDesk, shown } from "../deviations/desk.ts";
import { event } from "../behaviour/objects.ts";
import * as bad from "../deviations/deviations.ts";
import { encodeEntryId } from "../../src/dav/entry-id.ts";
import { DAY, INVITED, loneOccurrences, series, single, unstamped, WITHOUT_US } from "./entries.ts";

type Args = { response?: string; scope?: string; at?: string };

async function deskWith(text: string, options: DeskOptions = {}): Promise<Desk> {
  const desk = await openDesk({ script: ["yes"], scheduling: "on", ...options });
  desk.seed("planning.ics", text);
  return desk;
}

const respond = (desk: Desk, { response = "accepted", scope, at }: Args = {}, calendar = "events") =>
  desk.call("respond_to_event", {
    id: encodeEntryId({
      kind: "event",
      calendar: `${desk.sandbox.home}${calendar}/`,
      resource: "planning.ics",
      recurrence: at,
    }),
    response,
    ...(scope === undefined ? {} : { scope }),
  });

const writes = (desk: Desk): number => desk.proxy.count({ method: "PUT" });
const asked = (desk: Desk): string => desk.person.questions.map(({ message }) => message).join("\n");

describe("an answer to an event", () => {
  it.each(["accepted", "declined", "tentative"])(
    "writes that we have %s, and changes nothing else (F114)",
    async (response) => {
      await using desk = await deskWith(single());
      const result = shown(await respond(desk, { response }));
      expect(result).toMatchObject({ response, changed: true, reaches: "event", verified: true });
      expect(unstamped(desk.stored("planning.ics"))).toBe(
        unstamped(single()).replace("PARTSTAT=NEEDS-ACTION", `PARTSTAT=${response.toUpperCase()}`),
      );
      expect(writes(desk)).toBe(1);
      expect(desk.person.questions).toHaveLength(1);
    },
  );

  it("keeps SCHEDULE-AGENT and asks with the mail left to others (F112)", async () => {
    const people = INVITED.replace("ORGANIZER;", "ORGANIZER;SCHEDULE-AGENT=CLIENT;");
    await using desk = await deskWith(single(people));
    expect(shown(await respond(desk))).toMatchObject({ mail: "none" });
    expect(asked(desk)).toContain("this one sends no mail");
    expect(desk.stored("planning.ics")).toContain(
      "ORGANIZER;SCHEDULE-AGENT=CLIENT;CN=Grace:mailto:grace@example.org",
    );
  });

  it("that is there already changes nothing, and nobody is asked", async () => {
    const people = INVITED.replace("NEEDS-ACTION", "ACCEPTED");
    await using desk = await deskWith(single(people));
    const result = shown(await respond(desk));
    expect(result).toMatchObject({ changed: false, response: "accepted", mail: "none" });
    expect(desk.person.questions).toEqual([]);
    expect(writes(desk)).toBe(0);
    expect(desk.stored("planning.ics")).toBe(single(people));
  });

  it("is not written when the person says no", async () => {
    await using desk = await deskWith(single(), { script: ["no"] });
    expect((await respond(desk)).isError).toBe(true);
    expect(desk.stored("planning.ics")).toBe(single());
  });

  it("finds us by an address from the settings", async () => {
    const people = INVITED.replace("mailto:Ada@example.org", "MAILTO:countess%40example.org");
    await using desk = await deskWith(single(people), {
      env: { CALDAV_USER_EMAIL: "other@example.org,Countess@example.org" },
    });
    expect(shown(await respond(desk))).toMatchObject({ changed: true });
    expect(desk.stored("planning.ics")?.replaceAll("\r\n ", "")).toContain(
      "PARTSTAT=ACCEPTED;RSVP=TRUE:MAILTO:countess",
    );
  });

  it("goes into all of several own lines", async () => {
    const people = `${INVITED}\nATTENDEE;EMAIL=ada@example.org:/principals/ada/`;
    await using desk = await deskWith(single(people));
    expect(shown(await respond(desk, { response: "declined" }))).toMatchObject({ verified: true });
    expect(desk.stored("planning.ics")?.match(/PARTSTAT=DECLINED/g)).toHaveLength(3);
  });

  it("asks again about an event that changed while the question was open", async () => {
    await using desk = await deskWith(single(), { script: ["yes", "no"] });
    let reads = 0;
    desk.proxy.bend(
      { method: "GET", path: /planning/ },
      bad.edited((answered) => {
        reads += 1;
        if (reads < 2) return answered;
        const text = answered.body.toString().replace("T100000Z", "T110000Z");
        return { ...answered, body: Buffer.from(text), headers: { ...answered.headers, etag: '"changed"' } };
      }),
    );
    await respond(desk);
    expect(desk.person.questions).toHaveLength(2);
    expect(writes(desk)).toBe(0);
  });
});

describe("what is known about the mail", () => {
  it.each([
    ["on", "expected", "The server sends this answer to the organiser"],
    ["unknown", "not-known", "mail may go out"],
    ["off", "none", "no mail goes out"],
  ] as const)("is said before and after, where scheduling is %s", async (scheduling, mail, sentence) => {
    await using desk = await deskWith(single(), {
      scheduling,
      env: { CALDAV_USER_EMAIL: "ada@example.org" },
    });
    expect(shown(await respond(desk))).toMatchObject({ mail });
    expect(asked(desk)).toContain(sentence);
  });

  it.each([
    ["1.0", "pending"],
    ["1.1", "sent"],
    ["1.2;Delivered", "delivered"],
    ["2.0", "delivered"],
    ["3.7", "failed"],
    ["5.1", "failed"],
    ["junk", "expected"],
  ])("is what the server notes after the write: %s", async (status, mail) => {
    await using desk = await deskWith(single());
    desk.proxy.bend({ method: "PUT" }, async (request, forward) => {
      const answered = await forward(request);
      const stored = desk.stored("planning.ics") ?? "";
      desk.seed("planning.ics", stored.replace("ORGANIZER;", `ORGANIZER;SCHEDULE-STATUS="${status}";`));
      return answered;
    });
    expect(shown(await respond(desk))).toMatchObject({ mail, verified: true });
  });

  it("is not denied by SCHEDULE-AGENT where nobody knows whether the server looks at it (F112)", async () => {
    const people = INVITED.replace("ORGANIZER;", "ORGANIZER;SCHEDULE-AGENT=NONE;");
    await using desk = await deskWith(single(people), { scheduling: "unknown" });
    expect(shown(await respond(desk))).toMatchObject({ mail: "not-known" });
    expect(asked(desk)).toContain("mail may go out");
  });

  it("may be sent to anybody where the event names no organiser", async () => {
    await using desk = await deskWith(single(INVITED.replace(/^ORGANIZER.*\n/, "")));
    expect(shown(await respond(desk))).toMatchObject({ mail: "not-known" });
    expect(asked(desk)).toContain("mail may go out");
  });

  it("is not taken from a note that stood there before", async () => {
    const people = INVITED.replace("ORGANIZER;", "ORGANIZER;SCHEDULE-STATUS=1.2;");
    await using desk = await deskWith(single(people));
    expect(shown(await respond(desk))).toMatchObject({ mail: "expected" });
  });

  it("stays open when the event cannot be read back, and the write is not denied", async () => {
    await using desk = await deskWith(single());
    desk.proxy.bend({ method: "PUT" }, async (request, forward) => {
      desk.proxy.bend({ method: "GET" }, bad.says(500));
      return forward(request);
    });
    const result = shown(await respond(desk));
    expect(result).toMatchObject({ changed: true, mail: "expected", verified: false });
    expect(result["notes"]).toEqual([expect.stringMatching(/confirmed the write.*do not answer again/)]);
  });

  it("is told when the server takes away what was declined", async () => {
    await using desk = await deskWith(single());
    desk.proxy.bend({ method: "PUT" }, async (request, forward) => {
      desk.proxy.bend({ method: "GET" }, bad.says(404));
      return forward(request);
    });
    const result = shown(await respond(desk, { response: "declined" }));
    expect(result["notes"]).toEqual([expect.stringMatching(/not there any more/)]);
  });

  it("says so when the server stored another answer", async () => {
    await using desk = await deskWith(single());
    desk.proxy.bend({ method: "PUT" }, async (request, forward) => {
      const answered = await forward(request);
      desk.seed("planning.ics", single());
      return answered;
    });
    expect(shown(await respond(desk))).toMatchObject({
      verified: false,
      notes: [expect.stringMatching(/another answer/)],
    });
  });
});

describe("an answer to a series", () => {
  it("goes into the series and the changed occurrences that invite us", async () => {
    await using desk = await deskWith(series());
    const result = shown(await respond(desk, { response: "declined" }));
    expect(result).toMatchObject({ reaches: "series", occurrences: 5, verified: true });
    expect(unstamped(desk.stored("planning.ics"))).toBe(
      unstamped(series()).replaceAll("PARTSTAT=NEEDS-ACTION", "PARTSTAT=DECLINED"),
    );
    expect(asked(desk)).toContain("decline an invitation to a recurring event and all 6 of its occurrences");
    expect(asked(desk)).toContain(
      "This also replaces the answer to 1 occurrence that was changed on its own.",
    );
    expect(asked(desk)).toContain(
      "1 occurrence that was changed on its own and does not invite you stays as it is.",
    );
  });

  it("reaches it by the id of an occurrence as well", async () => {
    await using desk = await deskWith(series());
    const result = shown(await respond(desk, { at: "20260915T090000Z", scope: "entire_series" }));
    expect(result).toMatchObject({ reaches: "series" });
  });

  it("goes to single occurrences where only these invite us", async () => {
    await using desk = await deskWith(loneOccurrences());
    const result = shown(await respond(desk, { response: "tentative" }));
    expect(result).toMatchObject({ reaches: "some_occurrences", occurrences: 2, verified: true });
    expect(asked(desk)).toContain("tentatively accept an invitation to 2 occurrences of a recurring event");
    expect(desk.stored("planning.ics")?.match(/PARTSTAT=TENTATIVE/g)).toHaveLength(2);
  });

  it("goes to one of them by its id", async () => {
    await using desk = await deskWith(loneOccurrences());
    const result = shown(await respond(desk, { at: "20260918T090000Z" }));
    expect(result).toMatchObject({
      reaches: "one_occurrence",
      start: { value: "2026-09-18T09:00:00+00:00" },
    });
    const stored = desk.stored("planning.ics") ?? "";
    expect(stored.indexOf("PARTSTAT=ACCEPTED;RSVP")).toBeGreaterThan(
      stored.indexOf("RECURRENCE-ID:20260918"),
    );
    expect(stored.match(/PARTSTAT=NEEDS-ACTION/g)).toHaveLength(1);
  });

  it("goes to one changed occurrence and leaves the series as it is", async () => {
    await using desk = await deskWith(series());
    const result = shown(await respond(desk, { at: "20260916T090000Z", response: "declined" }));
    expect(result).toMatchObject({
      reaches: "one_occurrence",
      start: { value: "2026-09-16T12:00:00+00:00" },
    });
    const stored = desk.stored("planning.ics") ?? "";
    expect(
      stored
        .replaceAll("\r\n ", "")
        .split("BEGIN:VEVENT")
        .map((part) => part.includes("PARTSTAT=DECLINED;RSVP")),
    ).toEqual([false, false, true, false]);
    expect(stored).toContain("SEQUENCE:2");
    expect(asked(desk)).toContain("decline an invitation to one occurrence of a recurring event");
  });
});

describe("an answer to an occurrence that has no version of its own", () => {
  it.each([
    ["the first one", "20260914T090000Z"],
    ["one in between", "20260915T090000Z"],
    ["the last one", "20260919T090000Z"],
  ])("gives it one, at its own time, with the answer: %s", async (_which, at) => {
    await using desk = await deskWith(series());
    const result = shown(await respond(desk, { at, response: "declined" }));
    expect(result).toMatchObject({ reaches: "one_occurrence", changed: true, verified: true });
    const stored = (desk.stored("planning.ics") ?? "").replaceAll("\r\n ", "");
    const parts = stored.split("BEGIN:VEVENT\r\n").slice(1);
    expect(parts).toHaveLength(4);
    const kept = stored.split("BEGIN:VEVENT\r\n").slice(0, 4).join("BEGIN:VEVENT\r\n");
    expect(`${kept}END:VCALENDAR\r\n`).toBe(series().replaceAll("\r\n ", ""));
    const own = parts[3] ?? "";
    expect(own).toContain(`RECURRENCE-ID:${at}\r\n`);
    expect(own).toContain(`DTSTART:${at}\r\n`);
    expect(own).toContain("SEQUENCE:2\r\n");
    expect(own).toContain("PARTSTAT=DECLINED;RSVP=TRUE:mailto:Ada@example.org");
    expect(own).toContain("ATTENDEE;CN=Grace;PARTSTAT=ACCEPTED:mailto:grace@example.org");
    expect(own).not.toContain("RRULE");
  });

  it("leaves the replies of all other occurrences as they were", async () => {
    await using desk = await deskWith(series());
    await respond(desk, { at: "20260915T090000Z" });
    const rows = (await list(desk)).events as unknown as {
      id: string;
      start: { value: string };
      own_reply?: string;
    }[];
    expect(rows.map(({ start, own_reply }) => [start.value.slice(8, 10), own_reply])).toEqual([
      ["14", "needs-action"],
      ["15", "accepted"],
      ["16", "needs-action"],
      ["17", undefined],
      ["18", "needs-action"],
      ["19", "needs-action"],
    ]);
  });

  it("changes nothing when the series says so already", async () => {
    const text = series(INVITED.replace("NEEDS-ACTION", "TENTATIVE"));
    await using desk = await deskWith(text);
    const result = shown(await respond(desk, { at: "20260915T090000Z", response: "tentative" }));
    expect(result).toMatchObject({ changed: false, reaches: "one_occurrence" });
    expect(desk.stored("planning.ics")).toBe(text);
    expect(desk.person.questions).toEqual([]);
  });

  it("names it as the series does, in its zone and over the change of clocks", async () => {
    const times =
      "DTSTART;TZID=Europe/Berlin:20261023T190000\nDTEND;TZID=Europe/Berlin:20261023T200000\nRRULE:FREQ=DAILY;COUNT=5\nSUMMARY:x";
    await using desk = await deskWith(event("planning@example.org", `${times}\n${INVITED}`));
    const result = shown(await respond(desk, { at: "20261026T190000" }));
    expect(result).toMatchObject({ start: { value: "2026-10-26T19:00:00+01:00" }, verified: true });
    expect(desk.stored("planning.ics")).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20261026T190000\r\n");
    expect(desk.stored("planning.ics")).toContain("DTEND;TZID=Europe/Berlin:20261026T200000\r\n");
  });

  it("names a whole day as a date", async () => {
    const times = "DTSTART;VALUE=DATE:20260914\nRRULE:FREQ=DAILY;COUNT=5\nSUMMARY:x";
    await using desk = await deskWith(event("planning@example.org", `${times}\n${INVITED}`));
    await respond(desk, { at: "20260916" });
    expect(desk.stored("planning.ics")).toContain("RECURRENCE-ID;VALUE=DATE:20260916\r\n");
    expect(desk.stored("planning.ics")).toContain("DTSTART;VALUE=DATE:20260916\r\n");
  });

  it("is refused for one that is excluded", async () => {
    const text = series().replace("RRULE", "EXDATE:20260918T090000Z\r\nRRULE");
    await using desk = await deskWith(text);
    expect(textOf(await respond(desk, { at: "20260918T090000Z" }))).toMatch(/no such occurrence/);
  });
});

describe("an answer is refused before anybody is asked", () => {
  const UNTIL_LATER = `RECURRENCE-ID;RANGE=THISANDFUTURE:20260916T090000Z\nDTSTART:20260916T120000Z\nDTEND:20260916T130000Z\n${INVITED}`;
  const ranged = series().replace(
    "END:VCALENDAR",
    `BEGIN:VEVENT\r\nUID:planning@example.org\r\nDTSTAMP:20260201T000000Z\r\nSEQUENCE:9\r\n${UNTIL_LATER.replaceAll("\n", "\r\n")}\r\nEND:VEVENT\r\nEND:VCALENDAR`,
  );

  it.each<[string, string, Args, RegExp]>([
    ["when nobody is invited", single(""), {}, /Nobody is invited/],
    ["when others are invited", single(WITHOUT_US), {}, /None of the people.*CALDAV_USER_EMAIL/],
    [
      "when we organise it",
      single(INVITED.replace("ORGANIZER;CN=Grace:mailto:grace@", "ORGANIZER:mailto:ada@")),
      {},
      /You organise this event yourself/,
    ],
    [
      "for the id of a series with this_occurrence",
      series(),
      { scope: "this_occurrence" },
      /names a whole series/,
    ],
    ["for an occurrence that there is not", series(), { at: "20260930T090000Z" }, /no such occurrence/],
    [
      "for a changed occurrence that does not invite us",
      series(),
      { at: "20260917T090000Z" },
      /None of the people/,
    ],
    [
      "for an occurrence that stands for all later ones",
      ranged,
      { at: "20260916T090000Z" },
      /all later ones/,
    ],
    ["for one after it", ranged, { at: "20260918T090000Z" }, /all later ones/],
    [
      "for an event that cannot be read",
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\n",
      {},
      /damaged/,
    ],
    ["for a task", single().replaceAll("VEVENT", "VTODO"), {}, /no such event/],
  ])("%s", async (_when, text, args, says) => {
    await using desk = await deskWith(text);
    const result = await respond(desk, args);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(says);
    expect(textOf(result)).toMatch(/nothing was changed/i);
    expect(desk.person.questions).toEqual([]);
    expect(writes(desk)).toBe(0);
    expect(desk.stored("planning.ics")).toBe(text);
  });

  it("where no address of the account is known", async () => {
    await using desk = await deskWith(single(), { scheduling: "off" });
    desk.proxy.bend(
      { method: "PROPFIND" },
      bad.body((body) => body.replaceAll("mailto:ada@example.org", "/principals/ada/")),
    );
    expect(textOf(await respond(desk))).toMatch(/names no mail address of this account/);
    expect(desk.person.questions).toEqual([]);
  });

  it("in a calendar that can only be read", async () => {
    await using desk = await deskWith(single(), {
      calendars: [{ name: "events", displayName: "Events", components: ["VEVENT"], readOnly: true }],
    });
    expect(textOf(await respond(desk))).toMatch(/can only be read.*Nothing was changed/);
    expect(desk.person.questions).toEqual([]);
  });

  it("without a strong ETag", async () => {
    await using desk = await deskWith(single());
    desk.proxy.bend({ path: /events\// }, bad.weak);
    expect(textOf(await respond(desk))).toMatch(/no strong ETag.*Nothing was changed/);
    expect(desk.person.questions).toEqual([]);
  });
});

it("nothing of what stands in the invitation is in the question", async () => {
  const claim = "Zyzzyva accepts on your behalf";
  const people = INVITED.replace("CN=Grace", `CN="${claim}"`).replace('CN="Ada, L."', `CN="${claim}"`);
  await using desk = await deskWith(single(people).replace(DAY.slice(-8), claim));
  await respond(desk);
  expect(asked(desk)).not.toContain("Zyzzyva");
  expect(asked(desk)).not.toContain("grace");
});
