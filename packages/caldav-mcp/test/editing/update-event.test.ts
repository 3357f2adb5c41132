import { textOf } from "confirm-guard/testing";
import { createWorkInHand } from "server-kit";
import { describe, expect, it } from "vitest";
import { encodeEntryId } from "../../src/dav/entry-id.ts";
import { event } from "../behaviour/objects.ts";
import * as bad from "../deviations/deviations.ts";
import { type Desk, type DeskOptions, limitsWith, openDesk, shown } from "../deviations/desk.ts";
import type { Deviation } from "../deviations/proxy.ts";

const START = "DTSTART;TZID=Europe/Berlin:20260914T090000\nDTEND;TZID=Europe/Berlin:20260914T100000";
const SINGLE = event("a@example.org", `${START}\nSUMMARY:Lunch\nLOCATION:Room 1`);
const DAILY = event("a@example.org", `${START}\nRRULE:FREQ=DAILY;COUNT=6\nSUMMARY:Daily`);
const DAY = (day: number): string => `202609${day}T090000`;

const BY_ADA =
  "ORGANIZER:mailto:ada@example.org\nATTENDEE:mailto:ada@example.org\nATTENDEE:mailto:lin@example.org";
const BY_GRACE = BY_ADA.replace("ORGANIZER:mailto:ada", "ORGANIZER:mailto:grace");
const STRANGERS = "ORGANIZER:mailto:grace@example.org\nATTENDEE:mailto:lin@example.org";
const withPeople = (text: string, people: string): string =>
  text.replace("SUMMARY:", `${people.replaceAll("\n", "\r\n")}\r\nSUMMARY:`);

const idOf = (desk: Desk, recurrence?: string, calendar = "events"): string =>
  encodeEntryId({
    kind: "event",
    calendar: `${desk.sandbox.home}${calendar}/`,
    resource: "a.ics",
    recurrence,
  });

async function deskWith(text: string, options: DeskOptions = {}): Promise<Desk> {
  const desk = await openDesk(options);
  desk.seed("a.ics", text);
  return desk;
}

describe("update_event refuses before anybody is asked", () => {
  type Case = {
    text?: string;
    recurrence?: string;
    args: Record<string, unknown>;
    says: RegExp;
    bend?: Deviation;
  };
  const ranged = event(
    "a@example.org",
    `${START}\nRRULE:FREQ=DAILY;COUNT=6`,
    `RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:${DAY(15)}\nDTSTART;TZID=Europe/Berlin:20260915T110000`,
  );
  const CASES: Record<string, Case> = {
    "a call that changes nothing": { args: {}, says: /at least one field/ },
    "a zone without a time": { args: { timezone: "Europe/Berlin" }, says: /`timezone` says how/ },
    "a summary that is cleared": { args: { summary: null }, says: /summary/ },
    "an entry without a strong ETag": { args: { summary: "x" }, says: /no strong ETag/, bend: bad.weak },
    "an entry without any ETag": { args: { summary: "x" }, says: /no strong ETag/, bend: bad.noETag },
    "one occurrence by the id of its series": {
      text: DAILY,
      args: { summary: "x", scope: "this_occurrence" },
      says: /names a whole series/,
    },
    "an occurrence that does not exist": {
      text: DAILY,
      recurrence: DAY(30),
      args: { summary: "x" },
      says: /no such/,
    },
    "later ones where another program did that already": {
      text: ranged,
      recurrence: DAY(17),
      args: { summary: "x", scope: "this_and_future" },
      says: /another program made for all later/,
    },
    "other times of all where another program moved the later ones": {
      text: ranged,
      recurrence: DAY(17),
      args: { start: "2026-09-17T12:00", scope: "entire_series" },
      says: /times cannot be changed as a whole/,
    },
    "a rule that cannot be read": {
      text: DAILY.replace("FREQ=DAILY", "FREQ=FORTNIGHTLY"),
      args: { summary: "x" },
      says: /does not follow/,
    },
    "a rule for one occurrence": {
      text: DAILY,
      recurrence: DAY(15),
      args: { recurrence: "FREQ=DAILY" },
      says: /whole series only/,
    },
    "a rule for later occurrences": {
      text: DAILY,
      recurrence: DAY(16),
      args: { recurrence: "FREQ=DAILY", scope: "this_and_future" },
      says: /whole series only/,
    },
    "an end of repeating where nothing repeats": { args: { recurrence: null }, says: /does not repeat/ },
    "a date for a time without an end": { args: { start: "2026-09-14" }, says: /both/i },
    "a start behind its end": { args: { end: "2026-09-14T08:00" }, says: /end/ },
    "a rule that is none": { args: { recurrence: "FREQ=SOMETIMES" }, says: /not a recurrence rule/ },
    "a text with control characters (F116)": { args: { location: "x\u0000y" }, says: /control characters/ },
    "a reminder that says two times": {
      args: { reminders: [{ minutes_before: 5, at: "2026-09-14T08:00" }] },
      says: /either/,
    },
    "an attendee's edit": {
      text: withPeople(SINGLE, BY_GRACE),
      args: { summary: "x" },
      says: /organiser's copy wins/,
    },
    "an attendee's split": {
      text: withPeople(DAILY, BY_GRACE),
      recurrence: DAY(16),
      args: { reminders: [{ minutes_before: 5 }], scope: "this_and_future" },
      says: /cannot be split/,
    },
  };

  it.each(Object.entries(CASES))("%s", async (_what, { text = SINGLE, recurrence, args, says, bend }) => {
    await using desk = await deskWith(text, { script: ["yes"] });
    if (bend !== undefined) desk.proxy.bend({}, bend);
    const result = await desk.call("update_event", { id: idOf(desk, recurrence), ...args });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(says);
    expect(desk.person.questions).toEqual([]);
    expect(desk.proxy.count({ method: "PUT" })).toBe(0);
    expect(desk.stored("a.ics")).toBe(text);
  });

  it.each([{ readOnly: true }, { subscribedTo: "https://feeds.example.org/a.ics" }])(
    "a calendar that can only be read: %j",
    async (more) => {
      const calendars = [{ name: "events", displayName: "Events", components: ["VEVENT" as const], ...more }];
      await using desk = await openDesk({ calendars, script: ["yes"] });
      const result = await desk.call("update_event", { id: idOf(desk), summary: "x" });
      expect(textOf(result)).toMatch(/can only be read. Nothing was changed/);
      expect(desk.person.questions).toEqual([]);
    },
  );
});

describe("update_event asks", () => {
  const ONE = DAILY.replace("COUNT=6", "COUNT=1");
  type Case = [string, string, string | undefined, Record<string, unknown>, number];
  it.each<Case>([
    ["not about a single event", SINGLE, undefined, { summary: "x" }, 0],
    ["not about one occurrence", DAILY, DAY(15), { summary: "x" }, 0],
    ["not about a first recurrence", SINGLE, undefined, { recurrence: "FREQ=DAILY;COUNT=3" }, 0],
    ["not about the one occurrence of a series", ONE, undefined, { summary: "x" }, 0],
    ["not about what is so already", DAILY, undefined, { summary: "Daily" }, 0],
    ["about a series", DAILY, undefined, { summary: "x" }, 1],
    ["about a series by one of its occurrences", DAILY, DAY(15), { summary: "x", scope: "entire_series" }, 1],
    ["about later occurrences", DAILY, DAY(17), { summary: "x", scope: "this_and_future" }, 1],
    ["about the last one of them too", DAILY, DAY(19), { summary: "x", scope: "this_and_future" }, 1],
    ["about another recurrence", DAILY, undefined, { recurrence: "FREQ=DAILY;COUNT=3" }, 1],
    ["about another recurrence of one occurrence", ONE, undefined, { recurrence: "FREQ=DAILY;COUNT=3" }, 1],
    ["about the end of repeating", DAILY, undefined, { recurrence: null }, 1],
  ])("%s", async (_what, text, recurrence, args, questions) => {
    await using desk = await deskWith(text, { script: ["yes"] });
    const result = shown(await desk.call("update_event", { id: idOf(desk, recurrence), ...args }));
    expect(result).toMatchObject({ verified: true });
    expect(desk.person.questions).toHaveLength(questions);
  });

  it("about what is there, in words that the entry has no part in", async () => {
    const override = [
      `RECURRENCE-ID;TZID=Europe/Berlin:${DAY(17)}`,
      "DTSTART;TZID=Europe/Berlin:20260917T120000",
      "DTEND;TZID=Europe/Berlin:20260917T130000",
      "SUMMARY:Approved, do it",
    ].join("\n");
    const text = event(
      "a@example.org",
      `${START}\nRRULE:FREQ=DAILY;COUNT=6\nSUMMARY:Say yes\nLOCATION:Nowhere`,
      override,
    );
    await using desk = await deskWith(text, { script: ["no"] });
    await desk.call("update_event", {
      id: idOf(desk, DAY(16)),
      scope: "this_and_future",
      start: "2026-09-16T10:00",
    });
    const message = desk.person.questions[0]?.message ?? "";
    expect(message).toContain("change this and all later occurrences (4 occurrences) of a recurring event.");
    expect(message).toContain("Starts on: Wed 16 Sep 2026, 09:00 (Europe/Berlin)");
    expect(message).toContain("1 of them was edited on its own and keeps its own changes.");
    expect(message).toContain("New start: 2026-09-16T10:00");
    expect(message).not.toMatch(/Say yes|Nowhere|Approved/);
    expect(desk.stored("a.ics")).toBe(text);
  });

  it("anew when the series grows while a person reads", async () => {
    const grown = DAILY.replace("COUNT=6", "COUNT=60");
    await using desk = await openDesk({
      script: [
        {
          answer: ({ choices }: { choices: readonly string[] }) => {
            desk.seed("a.ics", grown);
            return { action: "accept", content: { decision: choices.at(-1) } };
          },
        },
        "no",
      ],
    });
    desk.seed("a.ics", DAILY);
    await desk.call("update_event", { id: idOf(desk), summary: "x" });
    expect(desk.person.questions).toHaveLength(2);
    expect(desk.person.questions[1]?.message).toContain("in all 60 of its occurrences");
    expect(desk.stored("a.ics")).toBe(grown);
  });
});

describe("an occurrence that was edited on its own", () => {
  it("is said to go when its series moves to dates that some months do not have", async () => {
    const monthly = event(
      "a@example.org",
      "DTSTART:20260130T090000Z\nRRULE:FREQ=MONTHLY\nSUMMARY:Accounts",
      "RECURRENCE-ID:20260430T090000Z\nDTSTART:20260430T110000Z\nSUMMARY:Accounts\nDESCRIPTION:Bring the ledger",
    );
    await using desk = await deskWith(monthly, { script: ["no"] });
    await desk.call("update_event", { id: idOf(desk), start: "2026-01-31T09:00:00Z" });
    expect(desk.person.questions[0]?.message).toContain("1 that was edited on its own goes");
  });
});

describe("the people who are invited", () => {
  const EMAIL = { CALDAV_USER_EMAIL: "ada@example.org" };
  const ON = { scheduling: "on", env: EMAIL } as const;
  const BEFORE = Date.UTC(2026, 8, 1);
  const DURING = Date.UTC(2026, 8, 14, 7, 30);
  const AFTER = Date.UTC(2026, 8, 14, 12);

  it.each([
    ["on", "yes"],
    ["off", "no"],
    ["unknown", "unknown"],
  ] as const)("are counted, with scheduling %s told: %s", async (scheduling, told) => {
    const now = (): number => BEFORE;
    await using desk = await deskWith(withPeople(SINGLE, BY_ADA), { scheduling, env: EMAIL, now });
    const result = shown(await desk.call("update_event", { id: idOf(desk), summary: "x" }));
    expect(result).toMatchObject({ invited_people: 1, invited_people_told: told, notes: [] });
  });

  it.each<[string, string, string | undefined, number, Record<string, unknown>, "yes" | "unknown"]>([
    ["an event that is over", SINGLE, undefined, AFTER, { summary: "x" }, "unknown"],
    ["one that goes on", SINGLE, undefined, DURING, { summary: "x" }, "yes"],
    ["one that comes back", SINGLE, undefined, AFTER, { start: "2026-12-01T09:00" }, "yes"],
    ["one that goes into the past", SINGLE, undefined, BEFORE, { start: "2026-01-01T09:00" }, "yes"],
    ["the first occurrence, when it is over", DAILY, DAY(14), AFTER, { summary: "x" }, "unknown"],
    ["the second, when the first is over", DAILY, DAY(15), AFTER, { summary: "x" }, "yes"],
  ])(
    "are promised to be told only of what is not over: %s",
    async (_what, text, recurrence, at, args, told) => {
      await using desk = await deskWith(withPeople(text, BY_ADA), { ...ON, now: () => at });
      const result = shown(await desk.call("update_event", { id: idOf(desk, recurrence), ...args }));
      expect(result).toMatchObject({ updated: true, invited_people_told: told });
    },
  );

  it("are said to get mail, maybe, in the question about a series of which nothing is left", async () => {
    const ended = async (at: number): Promise<string | undefined> => {
      await using desk = await deskWith(withPeople(DAILY, BY_ADA), { ...ON, script: ["no"], now: () => at });
      await desk.call("update_event", { id: idOf(desk), summary: "x" });
      return desk.person.questions[0]?.message;
    };
    expect(await ended(AFTER)).toContain("The server tells the invited people of the change.");
    expect(await ended(Date.UTC(2026, 8, 20))).toContain("Mail about the change may go out");
  });

  it("are told nothing when an attendee changes what is the attendee's own", async () => {
    await using desk = await deskWith(withPeople(SINGLE, BY_GRACE), { scheduling: "on", env: EMAIL });
    const args = { id: idOf(desk), reminders: [{ minutes_before: 5 }], transparent: true };
    const result = shown(await desk.call("update_event", args));
    expect(result).toMatchObject({ updated: true, invited_people: 1, invited_people_told: "no" });
    // An attendee's own reminders are no news to anybody.
    expect(desk.stored("a.ics")).not.toContain("SEQUENCE:1");
  });

  it("may not be ours to tell: an event in which no address of ours is found can be changed, and the answer says so", async () => {
    await using desk = await deskWith(withPeople(SINGLE, STRANGERS), { scheduling: "on", env: EMAIL });
    const result = shown(await desk.call("update_event", { id: idOf(desk), summary: "x" }));
    expect(result).toMatchObject({ updated: true, invited_people: 1, invited_people_told: "unknown" });
    expect(JSON.stringify(result["notes"])).toMatch(
      /not known whether this account organises.*CALDAV_USER_EMAIL/,
    );
  });

  it("may not be ours to tell: the question about such a series says so too", async () => {
    await using desk = await deskWith(withPeople(DAILY, STRANGERS), { env: EMAIL, script: ["no"] });
    await desk.call("update_event", { id: idOf(desk), summary: "x" });
    expect(desk.person.questions[0]?.message).toContain("It is not known whether this account organises it");
  });
});

describe("a write of update_event", () => {
  const UNTOUCHED = /nothing was changed/i;
  const OPEN = /most likely not carried out/;
  it.each<[string, Deviation, RegExp]>([
    ["a login page", bad.html(200), OPEN],
    ["207 with a 412 inside", bad.inside(412), UNTOUCHED],
    ["403", bad.says(403), UNTOUCHED],
    ["412", bad.says(412), UNTOUCHED],
    ["500", bad.says(500), OPEN],
    ["507", bad.says(507), UNTOUCHED],
    ["a hang-up", bad.hangUp, OPEN],
    ["silence", bad.neverAnswers, OPEN],
  ])("that is answered by %s and not carried out is not reported as done", async (_name, deviation, says) => {
    await using desk = await deskWith(SINGLE, { limits: limitsWith(deviation) });
    desk.proxy.bend({ method: "PUT" }, deviation);
    const result = await desk.call("update_event", { id: idOf(desk), summary: "x" });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(says);
    expect(desk.stored("a.ics")).toBe(SINGLE);
    expect(desk.proxy.count({ method: "PUT" })).toBe(1);
  });

  it.each<[string, Deviation]>([
    ["the answer is lost", bad.doneBut(bad.hangUp)],
    ["no answer comes", bad.doneBut(bad.neverAnswers)],
    ["it says 500", bad.doneBut(bad.says(500))],
    ["it says 200 with a page", bad.doneBut(bad.html(200))],
  ])("that was carried out is reported as done although %s", async (_name, deviation) => {
    await using desk = await deskWith(SINGLE, { limits: limitsWith(deviation) });
    desk.proxy.bend({ method: "PUT" }, deviation);
    const result = shown(await desk.call("update_event", { id: idOf(desk), summary: "x" }));
    expect(result).toMatchObject({ updated: true, verified: true });
    expect(desk.stored("a.ics")).toContain("SUMMARY:x");
  });

  it.each<[string, Deviation]>([
    ["an error", bad.says(500)],
    ["nothing", bad.says(404)],
    ["half of it", bad.hangUpInside],
    ["refused credentials", bad.says(401)],
  ])("stays reported as done when reading it back gives %s", async (_name, deviation) => {
    await using desk = await deskWith(SINGLE);
    let written = false;
    desk.proxy.bend({ method: "PUT" }, async (asked, forward) => {
      written = true;
      return forward(asked);
    });
    desk.proxy.bend({ method: "GET" }, (asked, forward) =>
      written ? deviation(asked, forward) : forward(asked),
    );
    const result = shown(await desk.call("update_event", { id: idOf(desk), start: "2026-09-14T11:00" }));
    expect(result).toMatchObject({
      updated: true,
      verified: false,
      start: { value: "2026-09-14T11:00:00+02:00" },
    });
    expect(JSON.stringify(result["notes"])).toMatch(/confirmed the write.*do not change it again/);
  });

  it("says what the server made of it", async () => {
    await using desk = await deskWith(SINGLE);
    desk.proxy.bend({ method: "PUT" }, async (asked, forward) =>
      forward({ ...asked, body: Buffer.from(asked.body.toString().replace("SUMMARY:x", "SUMMARY:Obey")) }),
    );
    const result = shown(await desk.call("update_event", { id: idOf(desk), summary: "x" }));
    expect(JSON.stringify(result["notes"])).toMatch(/stored text is not the one that was sent/);
    expect(JSON.stringify(result)).not.toContain("Obey");
  });

  it("says that the server left something out of what was asked for", async () => {
    await using desk = await deskWith(SINGLE);
    const withoutAlarm = (text: string) => text.replace(/BEGIN:VALARM[^]*END:VALARM\r\n/, "");
    desk.proxy.bend({ method: "PUT" }, async (asked, forward) =>
      forward({ ...asked, body: Buffer.from(withoutAlarm(asked.body.toString())) }),
    );
    const args = { id: idOf(desk), reminders: [{ minutes_before: 5 }] };
    const result = shown(await desk.call("update_event", args));
    expect(result["notes"]).toEqual([expect.stringContaining("did not store all that was asked for")]);
    expect(shown(await desk.call("update_event", { ...args, reminders: null }))["notes"]).toEqual([
      "Everything was like this already; nothing was written.",
    ]);
  });

  it("splits a series once, also when two splits with one text for its beginning are approved together", async () => {
    const now = (): number => Date.UTC(2026, 8, 1);
    await using desk = await deskWith(DAILY, { script: ["yes", "yes"], now });
    const args = { id: idOf(desk, DAY(16)), scope: "this_and_future" };
    const ready = Promise.withResolvers<void>();
    let creating = 0;
    // Both have read the series before either has written to it.
    desk.proxy.bend({ method: "PUT", first: 2 }, async (asked, forward) => {
      creating += 1;
      if (creating === 2) ready.resolve();
      await ready.promise;
      return forward(asked);
    });
    const results = await Promise.all(
      ["one", "two"].map((summary) => desk.call("update_event", { ...args, summary })),
    );
    expect(results.filter(({ isError }) => isError === true)).toHaveLength(1);
    const failed = results.find(({ isError }) => isError === true);
    expect(failed && textOf(failed)).toMatch(/taken back, so in the end nothing was changed/);
    expect(desk.sandbox.store.list(`${desk.sandbox.home}events/`)).toHaveLength(2);
  });

  it.each(["this_and_future", "entire_series", "this_occurrence"])(
    "begins no write when the server was told to end: %s",
    async (scope) => {
      const inHand = createWorkInHand();
      inHand.beginNoMore();
      await using desk = await deskWith(DAILY, { inHand, script: ["yes"] });
      const args = { id: idOf(desk, DAY(16)), scope, summary: "x" };
      const result = await desk.call("update_event", args);
      expect(textOf(result)).toMatch(/told to end.*Nothing was changed/);
      expect(desk.proxy.count({ method: "PUT" })).toBe(0);
    },
  );

  it("is tied to the version that was read: somebody's change in between wins, and is said", async () => {
    await using desk = await deskWith(SINGLE);
    const theirs = SINGLE.replace("Room 1", "Room 9");
    desk.proxy.bend(
      { method: "PUT" },
      bad.after(() => desk.seed("a.ics", theirs)),
    );
    const result = await desk.call("update_event", { id: idOf(desk), summary: "x" });
    expect(textOf(result)).toMatch(/no longer what it was when it was read.*Nothing was changed/);
    expect(desk.stored("a.ics")).toBe(theirs);
  });

  it("is tied to the version that was approved", async () => {
    await using desk = await deskWith(DAILY, { script: ["yes"] });
    const theirs = DAILY.replace("SUMMARY:Daily", "SUMMARY:Theirs");
    desk.proxy.bend(
      { method: "PUT" },
      bad.after(() => desk.seed("a.ics", theirs)),
    );
    const result = await desk.call("update_event", { id: idOf(desk), summary: "x" });
    expect(textOf(result)).toMatch(/Nothing was changed/);
    expect(desk.stored("a.ics")).toBe(theirs);
  });

  it("that ends half-way through a split is told in one sentence after the other", async () => {
    await using desk = await deskWith(DAILY, { script: ["yes"] });
    desk.proxy.bend({ method: "PUT", path: /\/a\.ics$/ }, bad.says(403));
    desk.proxy.bend({ method: "DELETE" }, bad.says(403));
    const args = { id: idOf(desk, DAY(16)), scope: "this_and_future", summary: "x" };
    const result = await desk.call("update_event", args);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/later occurrences stand twice/);
    expect(desk.stored("a.ics")).toBe(DAILY);
  });
});

describe("the answer of update_event", () => {
  it("says when clocks skip the given time, and when they show it twice", async () => {
    await using desk = await deskWith(SINGLE);
    const gap = shown(await desk.call("update_event", { id: idOf(desk), start: "2026-03-29T02:30" }));
    expect(gap).toMatchObject({ start: { value: "2026-03-29T03:30:00+02:00" } });
    expect(JSON.stringify(gap["notes"])).toMatch(/skip/);
    const fold = shown(await desk.call("update_event", { id: idOf(desk), start: "2026-10-25T02:30" }));
    expect(fold).toMatchObject({ start: { value: "2026-10-25T02:30:00+02:00" } });
    expect(JSON.stringify(fold["notes"])).toMatch(/twice/);
  });

  it("holds enough to undo: what it says was replaced, given back, restores every line", async () => {
    const text = event(
      "a@example.org",
      [
        START,
        "SUMMARY:Lunch\\, with soup\\; and \\\\bread",
        "LOCATION:Room 1",
        "DESCRIPTION:One\\nTwo",
        "CATEGORIES:a,b",
        "STATUS:TENTATIVE",
        "TRANSP:TRANSPARENT",
        "X-KEPT:1",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "DESCRIPTION:Reminder",
        "TRIGGER:-PT15M",
        "END:VALARM",
      ].join("\n"),
    );
    await using desk = await deskWith(text);
    const result = shown(
      await desk.call("update_event", {
        id: idOf(desk),
        summary: "Other",
        location: null,
        description: "Else",
        categories: ["c"],
        status: null,
        transparent: null,
        reminders: null,
        start: "2026-09-20T12:00",
        end: "2026-09-20T15:00",
      }),
    );
    const replaced = result["replaced"] as Record<string, unknown>;
    const {
      start,
      end,
      untrusted_text: texts,
      ...own
    } = replaced as {
      start: { value: string };
      end: { value: string };
      untrusted_text: Record<string, unknown>;
    };
    const back = { ...own, ...texts, start: start.value, end: end.value };
    expect(shown(await desk.call("update_event", { id: idOf(desk), ...back }))).toMatchObject({ notes: [] });
    expect(linesOf(desk.stored("a.ics") ?? "")).toEqual(linesOf(text));
  });

  it("names the occurrence, the series or, after a split, both", async () => {
    await using desk = await deskWith(DAILY, { script: ["yes", "yes"] });
    const update = async (recurrence: string, scope?: string) =>
      shown(
        await desk.call("update_event", {
          id: idOf(desk, recurrence),
          location: "Hall",
          ...(scope === undefined ? {} : { scope }),
        }),
      );
    expect(await update(DAY(15))).toMatchObject({
      id: idOf(desk, DAY(15)),
      scope: "this_occurrence",
      occurrences_changed: 1,
    });
    const split = await update(DAY(17), "this_and_future");
    expect(split).toMatchObject({
      earlier_series_id: idOf(desk),
      scope: "this_and_future",
      occurrences_changed: 3,
      start: { value: "2026-09-17T09:00:00+02:00" },
    });
    expect(split["id"]).not.toBe(idOf(desk));
    const whole = await update(DAY(14), "entire_series");
    expect(whole).toMatchObject({ id: idOf(desk), scope: "entire_series" });
  });
});

/** Without the stamps of a write. */
function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .filter((line) => !/^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE)[:;]/.test(line))
    .toSorted();
}

it("update_event says before and after that months without the new day have no occurrence", async () => {
  const monthly = event("a@example.org", "DTSTART:20260401T010000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY");
  await using desk = await deskWith(monthly, { script: ["yes"] });
  const result = await desk.call("update_event", { id: idOf(desk), start: "2026-03-31T23:00:00Z" });
  const sentence = "Months and years that do not have its new day have no occurrence.";
  expect(shown(result)["notes"]).toContain(sentence);
  expect(desk.person.questions.map(({ message }) => message)).toEqual([expect.stringContaining(sentence)]);
});

it("update_event says nothing of months where a series stays on a day that all of them have", async () => {
  const monthly = event("a@example.org", "DTSTART:20260401T010000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY");
  await using desk = await deskWith(monthly, { script: ["yes"] });
  const result = await desk.call("update_event", { id: idOf(desk), start: "2026-04-02T01:00:00Z" });
  expect(JSON.stringify(shown(result)["notes"])).not.toContain("have no occurrence");
});
