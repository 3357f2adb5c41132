import { type Connection, connect, scriptedPerson, type ScriptedAnswer, textOf } from "confirm-guard/testing";
import { type Sandbox, startSandbox } from "sandbox";
import { createWorkInHand, type WorkInHand } from "server-kit";
import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { encodeEntryId } from "../src/dav/entry-id.ts";
import { readStrongETag } from "../src/dav/etag.ts";
import type { Deletion } from "../src/deletion/plan-entry.ts";
import { subjectOf } from "../src/deletion/subject.ts";
import { createServerFactory } from "../src/server.ts";
import { event } from "./behaviour/objects.ts";
import { aCalendar } from "./dav/samples.ts";

/** The tools in this process on a sandbox, and a person who answers by the script. */
async function openDesk(script: readonly ScriptedAnswer[], inHand?: WorkInHand) {
  const sandbox: Sandbox = await startSandbox();
  const config = readConfig({
    CALDAV_URL: sandbox.url,
    CALDAV_USERNAME: sandbox.user,
    CALDAV_PASSWORD: sandbox.password,
  });
  const edges = { version: "0.0.0", log: () => undefined, ...(inHand === undefined ? {} : { inHand }) };
  const person = scriptedPerson(script);
  const factory = createServerFactory(config, edges);
  const connection: Connection = await connect({ factory }, { era: "2026", person });
  const calendar = `${sandbox.home}events/`;
  return {
    person,
    id: (resource: string, recurrence?: string) =>
      encodeEntryId({ kind: "event", calendar, resource, recurrence }),
    seed: (name: string, text: string) => void sandbox.store.put(`${calendar}${name}`, text),
    stored: (name: string) => sandbox.store.get(`${calendar}${name}`)?.text,
    remove: (args: Record<string, unknown>) => connection.callTool("delete_event", args),
    [Symbol.asyncDispose]: async () => {
      await connection.close();
      await sandbox.close();
    },
  };
}

const START = "DTSTART:20260914T090000Z\nDTEND:20260914T100000Z";
const daily = (count: number, ...more: string[]) =>
  event("series@example.org", [START, `RRULE:FREQ=DAILY;COUNT=${count}`, ...more].join("\n"));
const day = (number: number) => `202609${number}T090000Z`;

describe("ids that mean the same place", () => {
  it.each([
    ["with spaces at the end", ["a.ics", "a.ics ", "a.ics  ", "a.ics   ", "a.ics    "]],
    ["in other escapes", ["a.ics", "%61.ics"]],
  ])("are not counted as several occurrences (%s)", async (_how, names) => {
    await using desk = await openDesk(["yes"]);
    desk.seed("a.ics", daily(5));
    const result = await desk.remove({ ids: names.map((name) => desk.id(name, day(16))) });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/nothing was changed/i);
    expect(desk.person.questions).toEqual([]);
    expect(desk.stored("a.ics")).toBe(daily(5));
  });

  it("do not hide that a series and its own occurrence are deleted in one call", async () => {
    await using desk = await openDesk(["yes"]);
    desk.seed("a.ics", daily(5));
    const result = await desk.remove({ ids: [desk.id("a.ics"), desk.id("%61.ics", day(15))] });
    expect(textOf(result)).toContain("A series and one of its own occurrences");
    expect(desk.stored("a.ics")).toBe(daily(5));
  });
});

describe("a deletion takes what the question says and nothing else", () => {
  it("refuses an object that holds another entry as well", async () => {
    await using desk = await openDesk(["yes"]);
    const two = event("one@example.org", START).replace(
      "END:VCALENDAR",
      `BEGIN:VEVENT\r\nUID:two@example.org\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260915T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR`,
    );
    desk.seed("a.ics", two);
    const result = await desk.remove({ id: desk.id("a.ics") });
    expect(textOf(result)).toContain("together with others");
    expect(desk.person.questions).toEqual([]);
    expect(desk.stored("a.ics")).toBe(two);
  });

  it.each([
    [
      "a second version of itself",
      "BEGIN:VEVENT\r\nUID:one@example.org\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261014T090000Z\r\nEND:VEVENT",
    ],
    [
      "a part that this program does not know",
      "BEGIN:VAVAILABILITY\r\nUID:x@example.org\r\nEND:VAVAILABILITY",
    ],
  ])("refuses an object that holds %s as well", async (_what, more) => {
    await using desk = await openDesk(["yes"]);
    const text = event("one@example.org", START).replace("END:VCALENDAR", `${more}\r\nEND:VCALENDAR`);
    desk.seed("a.ics", text);
    expect(textOf(await desk.remove({ id: desk.id("a.ics") }))).toContain("together with others");
    expect(desk.stored("a.ics")).toBe(text);
  });

  it("deletes an object whose only occurrence stands there in two versions", async () => {
    await using desk = await openDesk(["yes"]);
    const versions = [0, 1].map(
      (sequence) => `RECURRENCE-ID:20260915T090000Z\nSEQUENCE:${sequence}\n${START}`,
    );
    desk.seed("a.ics", event("lone@example.org", ...versions));
    await desk.remove({ id: desk.id("a.ics", day(15)) });
    expect(desk.stored("a.ics")).toBeUndefined();
  });

  it("takes one of two occurrences that share a wall time in different zones", async () => {
    await using desk = await openDesk(["yes"]);
    const lone = (id: string, start: string) => `RECURRENCE-ID${id}\nDTSTART:${start}`;
    const overrides = [
      lone(";TZID=America/New_York:20261022T033000", "20261022T073000Z"),
      lone(":20261022T033000Z", "20261022T033000Z"),
      lone(":20261025T033000Z", "20261025T033000Z"),
    ];
    desk.seed("a.ics", event("lone@example.org", ...overrides));
    await desk.remove({ id: desk.id("a.ics", "20261022T033000Z") });
    expect(desk.stored("a.ics")).toContain("RECURRENCE-ID;TZID=America/New_York:20261022T033000");
    expect(desk.stored("a.ics")).toContain("RECURRENCE-ID:20261025T033000Z");
    expect(desk.stored("a.ics")).not.toContain("RECURRENCE-ID:20261022T033000Z");
  });

  it("does not bring an older change for all later occurrences back to life", async () => {
    await using desk = await openDesk(["yes"]);
    const series = event(
      "s@example.org",
      "DTSTART:20261020T020000Z\nDTEND:20261020T030000Z\nRRULE:FREQ=DAILY;COUNT=5",
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20261021T020000Z\nSEQUENCE:0\nDTSTART:20261022T120000Z\nDTEND:20261022T130000Z",
      "RECURRENCE-ID:20261021T020000Z\nSEQUENCE:2\nDTSTART:20261021T040000Z\nDTEND:20261021T050000Z",
    );
    desk.seed("a.ics", series);
    await desk.remove({ id: desk.id("a.ics", "20261021T020000Z") });
    expect(desk.stored("a.ics")).not.toContain("THISANDFUTURE");
    expect(desk.stored("a.ics")).toContain("EXDATE:20261021T020000Z");
  });

  it("says that the event goes when all its remaining occurrences are named", async () => {
    await using desk = await openDesk(["yes"]);
    desk.seed("a.ics", daily(2));
    await desk.remove({ ids: [desk.id("a.ics", day(14)), desk.id("a.ics", day(15))] });
    expect(desk.person.questions[0]?.message).toContain(
      "delete the last 2 remaining occurrences of a recurring event, and the event with them.",
    );
    expect(desk.stored("a.ics")).toBeUndefined();
  });

  it("deletes an object that holds nothing but the named occurrence of a series stored elsewhere", async () => {
    await using desk = await openDesk(["yes"]);
    desk.seed("a.ics", event("lone@example.org", `RECURRENCE-ID:20260915T090000Z\n${START}`));
    await desk.remove({ id: desk.id("a.ics", day(15)) });
    expect(desk.person.questions[0]?.message).toContain("the last remaining occurrence");
    expect(desk.stored("a.ics")).toBeUndefined();
  });

  it("takes several occurrences out in one write and leaves the others", async () => {
    await using desk = await openDesk(["yes"]);
    desk.seed("a.ics", daily(5));
    await desk.remove({ ids: [desk.id("a.ics", day(15)), desk.id("a.ics", day(17))] });
    expect(desk.person.questions[0]?.message).toContain("delete 2 occurrences of a recurring event.");
    expect(desk.stored("a.ics")).toContain("EXDATE:20260915T090000Z");
    expect(desk.stored("a.ics")).toContain("EXDATE:20260917T090000Z");
  });

  it("ends a series at DTSTART, and keeps the extra date that stands before it", async () => {
    await using desk = await openDesk(["yes", "yes"]);
    desk.seed("a.ics", daily(5, "RDATE:20260914T050000Z"));
    const result = await desk.remove({ id: desk.id("a.ics", day(14)), scope: "this_and_future" });
    expect(result.isError).not.toBe(true);
    expect(desk.person.questions[0]?.message).toContain("delete this and all later occurrences (5)");
    expect(desk.stored("a.ics")).toContain("RDATE:20260914T050000Z");
    await desk.remove({ id: desk.id("a.ics", "20260914T050000Z") });
    expect(desk.person.questions[1]?.message).toContain("the last remaining occurrence");
    expect(desk.stored("a.ics")).toBeUndefined();
  });

  it("refuses a change after which it could not read the entry any more", async () => {
    await using desk = await openDesk(["yes"]);
    const full = daily(
      30_000,
      `EXDATE:${Array.from({ length: 20_000 }, () => "20261001T090000Z").join(",")}`,
    );
    desk.seed("a.ics", full);
    const result = await desk.remove({ id: desk.id("a.ics", day(15)) });
    expect(result.isError).toBe(true);
    expect(desk.stored("a.ics")).toBe(full);
  });
});

describe("the question is true about", () => {
  const invite = "ATTENDEE:mailto:grace@example.org\nATTENDEE:mailto:lin@example.org";
  const override = `RECURRENCE-ID:20260915T090000Z\nDTSTART:20260915T110000Z\nDTEND:20260915T120000Z\n${invite}`;

  it("people who are invited to single occurrences only", async () => {
    await using desk = await openDesk(["no"]);
    const series = event("s@example.org", `${START}\nRRULE:FREQ=DAILY;COUNT=3`, override);
    desk.seed("a.ics", series);
    await desk.remove({ id: desk.id("a.ics") });
    expect(desk.person.questions[0]?.message).toContain("Invited people: 2");
  });

  it("people of later occurrences only, when a series is ended", async () => {
    await using desk = await openDesk(["no"]);
    desk.seed("a.ics", event("s@example.org", `${START}\nRRULE:FREQ=DAILY;COUNT=5`, override));
    await desk.remove({ id: desk.id("a.ics", day(17)), scope: "this_and_future" });
    expect(desk.person.questions[0]?.message).toContain("Invited people: 0");
  });

  it("one person who is invited to several named occurrences", async () => {
    await using desk = await openDesk(["no"]);
    desk.seed("a.ics", daily(5, "ATTENDEE:mailto:grace@example.org"));
    await desk.remove({ ids: [15, 16, 17].map((number) => desk.id("a.ics", day(number))) });
    expect(desk.person.questions[0]?.message).toContain("Invited people: 1");
  });

  it("the first occurrence that a series really has", async () => {
    await using desk = await openDesk(["no"]);
    desk.seed("a.ics", daily(5, "EXDATE:20260914T090000Z"));
    await desk.remove({ id: desk.id("a.ics") });
    expect(desk.person.questions[0]?.message).toContain("Starts on: Tue 15 Sep 2026, 09:00 (UTC)");
    expect(desk.person.questions[0]?.message).toContain("all 4 of its occurrences");
  });

  it("a rule without an end that never finds another day", async () => {
    await using desk = await openDesk(["no"]);
    desk.seed("a.ics", event("s@example.org", `${START}\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30`));
    await desk.remove({ id: desk.id("a.ics") });
    expect(desk.person.questions[0]?.message).toContain("whose number could not be worked out");
  });

  it("an event at the end of the year 9999", async () => {
    await using desk = await openDesk(["yes"]);
    desk.seed("a.ics", event("s@example.org", "DTSTART;TZID=America/Los_Angeles:99991231T233000"));
    await desk.remove({ id: desk.id("a.ics") });
    expect(desk.stored("a.ics")).toBeUndefined();
  });
});

describe("an approved set", () => {
  it("is an error when none of it could be deleted, as after the process was told to end", async () => {
    const inHand = createWorkInHand();
    const yesThenEnd = ({ choices }: { choices: readonly string[] }) => {
      inHand.beginNoMore();
      return { action: "accept", content: { decision: choices.at(-1) } };
    };
    await using desk = await openDesk([{ answer: yesThenEnd }], inHand);
    desk.seed("a.ics", event("a@example.org", START));
    desk.seed("b.ics", event("b@example.org", START));
    const result = await desk.remove({ ids: [desk.id("a.ics"), desk.id("b.ics")] });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("told to end before it came to this one");
    expect(desk.stored("a.ics")).toBeDefined();
    expect(desk.stored("b.ics")).toBeDefined();
  });
});

describe("what an approval is about", () => {
  const calendar = aCalendar("/calendars/ada/events/");
  const url = new URL("a.ics", calendar.url);
  const deletion = (text: string, more: Partial<Deletion> = {}): Deletion => ({
    entry: { calendar, resource: "a.ics", url, etag: readStrongETag('"same"'), text },
    ids: ["a"],
    recurrences: [undefined],
    remaining: undefined,
    reach: { kind: "single" },
    starts: [],
    people: { invited: new Set(), part: "none", leftToClients: false },
    ...more,
  });
  const subject = (one: Deletion, scheduling: "yes" | "no" = "no") =>
    JSON.stringify(subjectOf([one], scheduling));

  it("differs when a server gives one ETag to two contents", () => {
    expect(subject(deletion(daily(3)))).not.toBe(subject(deletion(daily(300))));
  });

  it("is the same when only the stamp of the answer differs", () => {
    const later = daily(3).replace("DTSTAMP:20260101T000000Z", "DTSTAMP:20260102T000000Z");
    expect(subject(deletion(later))).toBe(subject(deletion(daily(3))));
  });

  it("differs by what goes, and by whether mail goes out", () => {
    const text = daily(3);
    const reach = { kind: "occurrences", count: 1, last: false } as const;
    const subjects = [
      subject(deletion(text)),
      subject(deletion(text), "yes"),
      subject(deletion(text, { recurrences: [day(14)], reach })),
      subject(deletion(text, { recurrences: [day(15)], reach })),
    ];
    expect(new Set(subjects).size).toBe(subjects.length);
  });
});
