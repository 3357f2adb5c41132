import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { encodeEntryId } from "../../src/dav/entry-id.ts";
import { event } from "../behaviour/objects.ts";
import { type Desk, type DeskOptions, openDesk, shown } from "../deviations/desk.ts";
import * as bad from "../deviations/deviations.ts";
import { DAY, INVITED, loneOccurrences, series, single } from "../invitation/entries.ts";

const PLAIN = event(
  "planning@example.org",
  `${DAY}\nCATEGORIES:a,b\nBEGIN:VALARM\nACTION:EMAIL\nTRIGGER:-PT5M\nATTENDEE:mailto:ada@example.org\nSUMMARY:x\nDESCRIPTION:y\nEND:VALARM`,
);

async function deskWith(text: string, options: DeskOptions = {}): Promise<Desk> {
  const desk = await openDesk({ script: ["yes"], scheduling: "on", ...options });
  desk.seed("planning.ics", text);
  return desk;
}

const idOf = (desk: Desk, at?: string, kind: "event" | "task" = "event"): string =>
  encodeEntryId({ kind, calendar: `${desk.sandbox.home}events/`, resource: "planning.ics", recurrence: at });

const move = (desk: Desk, { id = idOf(desk), to = "other" } = {}) =>
  desk.call("move_event", { id, destination_calendar_id: to });

/** A server that has no MOVE; it may say so beforehand or only when it is asked to. */
function withoutMove(desk: Desk, { says = true } = {}): void {
  desk.proxy.bend({ method: "MOVE" }, bad.says(405));
  if (says)
    desk.proxy.bend(
      { method: "OPTIONS" },
      bad.header("allow", "OPTIONS, GET, PUT, DELETE, PROPFIND, REPORT"),
    );
}

const asked = (desk: Desk): string => desk.person.questions.map(({ message }) => message).join("\n");
const sent = (desk: Desk, method: string): number => desk.proxy.count({ method });
const inOther = (desk: Desk): (string | undefined)[] =>
  desk.sandbox.store.list(`${desk.sandbox.home}other/`).map((path) => desk.sandbox.store.get(path)?.text);

describe("an event that is moved", () => {
  it("stands in the other calendar, under the id of the answer", async () => {
    await using desk = await deskWith(PLAIN);
    const result = shown(await move(desk));
    expect(result).toMatchObject({ outcome: "moved", old_id: idOf(desk), verified: true });
    expect(result["calendar_id"]).toBe(`${desk.sandbox.home}other/`);
    expect(desk.stored("planning.ics")).toBeUndefined();
    expect(inOther(desk)).toEqual([PLAIN]);
    const read = shown(await desk.call("get_event", { id: result["id"] }));
    expect(read).toMatchObject({ event: { untrusted_text: { summary: "Planning" } } });
    expect((await desk.call("get_event", { id: result["old_id"] })).isError).toBe(true);
    expect([sent(desk, "MOVE"), sent(desk, "PUT"), sent(desk, "DELETE")]).toEqual([1, 0, 0]);
  });

  it("is asked about with both calendars and the number of its occurrences", async () => {
    await using desk = await deskWith(series());
    await move(desk);
    expect(asked(desk)).toContain("move a recurring event and all 6 of its occurrences to another calendar");
    expect(asked(desk)).toContain("Calendar: /calendars/ada/events/");
    expect(asked(desk)).toContain("Destination: /calendars/ada/other/");
    expect(asked(desk)).toContain("tells the people who are invited nothing about a move");
  });

  it("keeps an entry that has its name in the other calendar, and gets another one", async () => {
    await using desk = await deskWith(PLAIN);
    const taken = event("other@example.org", DAY);
    desk.seed("planning.ics", taken, "other");
    expect(shown(await move(desk))).toMatchObject({ outcome: "moved", verified: true });
    expect(desk.stored("planning.ics", "other")).toBe(taken);
    expect(inOther(desk)).toHaveLength(2);
  });

  it("stays where it is when the person says no", async () => {
    await using desk = await deskWith(PLAIN, { script: ["no"] });
    await move(desk);
    expect(desk.stored("planning.ics")).toBe(PLAIN);
    expect(inOther(desk)).toEqual([]);
  });

  it("takes single occurrences of a series that is stored elsewhere along as one", async () => {
    await using desk = await deskWith(loneOccurrences());
    expect(shown(await move(desk))).toMatchObject({ outcome: "moved", verified: true });
    expect(asked(desk)).toContain("all 2 of its occurrences");
  });
});

describe("where the server has no MOVE", () => {
  it.each([true, false])(
    "an event without people is copied, read, and then deleted (said beforehand: %j)",
    async (says) => {
      await using desk = await deskWith(PLAIN);
      withoutMove(desk, { says });
      const result = shown(await move(desk));
      expect(result).toMatchObject({ outcome: "moved", verified: true });
      expect(desk.stored("planning.ics")).toBeUndefined();
      expect(inOther(desk)).toEqual([PLAIN]);
      expect(sent(desk, "MOVE")).toBe(says ? 0 : 1);
      const written = desk.proxy.asked
        .filter(({ method }) => ["PUT", "DELETE"].includes(method))
        .map(({ method }) => method);
      expect(written).toEqual(["PUT", "DELETE"]);
    },
  );

  it.each(["on", "off"] as const)(
    "an event with people is refused before anybody is asked (scheduling %s)",
    async (scheduling) => {
      await using desk = await deskWith(single(), { scheduling });
      withoutMove(desk);
      const result = await move(desk);
      expect(textOf(result)).toMatch(/cannot move entries.*not copied and deleted.*Nothing was changed/);
      expect(desk.person.questions).toEqual([]);
      expect([sent(desk, "PUT"), sent(desk, "DELETE")]).toEqual([0, 0]);
    },
  );

  it("an event with an organiser who is not us counts as one with people", async () => {
    await using desk = await deskWith(
      event("planning@example.org", `${DAY}\nORGANIZER:mailto:grace@example.org`),
    );
    withoutMove(desk);
    expect(textOf(await move(desk))).toMatch(/not copied and deleted/);
  });

  it("an event whose only person nobody can read counts as one with people", async () => {
    await using desk = await deskWith(
      event("planning@example.org", `${DAY}\nATTENDEE;CN="broken:mailto:grace@example.org`),
    );
    withoutMove(desk);
    expect(textOf(await move(desk))).toMatch(/not copied and deleted/);
  });

  it("an event with people stays as it is when that turns out only by trying", async () => {
    await using desk = await deskWith(single());
    withoutMove(desk, { says: false });
    const result = await move(desk);
    expect(textOf(result)).toMatch(/does not offer this kind of request here.*Nothing was changed/);
    expect(desk.stored("planning.ics")).toBe(single());
    expect([sent(desk, "PUT"), sent(desk, "DELETE")]).toEqual([0, 0]);
  });

  it("both ids are told when the original cannot be deleted", async () => {
    await using desk = await deskWith(PLAIN);
    withoutMove(desk);
    desk.proxy.bend({ method: "DELETE" }, bad.says(403));
    const result = shown(await move(desk));
    expect(result).toMatchObject({ outcome: "copied", old_id: idOf(desk), verified: false });
    expect(result["notes"]).toEqual([expect.stringMatching(/still in the first one as well/)]);
    expect(desk.stored("planning.ics")).toBe(PLAIN);
    expect(shown(await desk.call("get_event", { id: result["id"] }))).toBeDefined();
    expect(shown(await desk.call("get_event", { id: result["old_id"] }))).toBeDefined();
  });

  it("the original stays when the copy lost something on the way", async () => {
    await using desk = await deskWith(PLAIN);
    withoutMove(desk);
    desk.proxy.bend({ method: "PUT" }, (request, forward) =>
      forward({
        ...request,
        body: Buffer.from(
          request.body
            .toString()
            .replace("CATEGORIES:a,b\r\n", "")
            .replace(/BEGIN:VALARM[^]*END:VALARM\r\n/, ""),
        ),
      }),
    );
    const result = shown(await move(desk));
    expect(result).toMatchObject({ outcome: "copied" });
    expect(result["notes"]).toEqual([expect.stringMatching(/did not store all of the event/)]);
    expect(desk.stored("planning.ics")).toBe(PLAIN);
    expect(sent(desk, "DELETE")).toBe(0);
  });

  it("nothing is copied when the event changes after the question", async () => {
    await using desk = await deskWith(PLAIN);
    withoutMove(desk);
    desk.proxy.bend(
      { method: "PROPFIND", path: /planning/, first: 1 },
      bad.after(() => desk.seed("planning.ics", single())),
    );
    expect(textOf(await move(desk))).toMatch(/changed by somebody else.*Nothing was changed/);
    expect(inOther(desk)).toEqual([]);
  });

  it("the original stays when it changes while the copy is made", async () => {
    await using desk = await deskWith(PLAIN);
    withoutMove(desk);
    desk.proxy.bend(
      { method: "PUT" },
      bad.after(() => desk.seed("planning.ics", single())),
    );
    const result = shown(await move(desk));
    expect(result).toMatchObject({ outcome: "copied" });
    expect(desk.stored("planning.ics")).toBe(single());
    expect(sent(desk, "DELETE")).toBe(0);
  });
});

describe("a move is refused before anybody is asked", () => {
  const two = PLAIN.replace(
    "END:VCALENDAR",
    "BEGIN:VEVENT\r\nUID:two@example.org\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260915T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR",
  );
  const CALENDARS: DeskOptions["calendars"] = [
    { name: "events", displayName: "Events", components: ["VEVENT"] },
    { name: "other", displayName: "Other", components: ["VEVENT"] },
    { name: "tasks", displayName: "Tasks", components: ["VTODO"] },
    { name: "room", displayName: "Room", components: ["VEVENT"], readOnly: true },
    {
      name: "far",
      displayName: "Far",
      components: ["VEVENT"],
      subscribedTo: "https://calendars.example.org/far.ics",
    },
  ];

  it.each<[string, string, string, RegExp]>([
    ["to a calendar that there is not", PLAIN, "nowhere", /no such calendar/],
    ["to the calendar that it is in", PLAIN, "events", /already in this calendar/],
    ["to one that takes no events", PLAIN, "tasks", /takes no events\. These do: .*other/],
    ["to one that can only be read", PLAIN, "room", /other calendar can only be read/],
    ["to a subscribed one", PLAIN, "far", /other calendar can only be read/],
    ["when it is stored together with another one", two, "other", /together with others/],
    ["when it cannot be read", PLAIN.replace("END:VEVENT\r\n", ""), "other", /damaged/],
  ])("%s", async (_when, text, to, says) => {
    await using desk = await deskWith(text, { calendars: CALENDARS });
    const result = await move(desk, { to });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(says);
    expect(textOf(result)).toMatch(/nothing was changed/i);
    expect(desk.person.questions).toEqual([]);
    expect([sent(desk, "MOVE"), sent(desk, "PUT"), sent(desk, "DELETE")]).toEqual([0, 0, 0]);
  });

  it("for one occurrence, naming the id of its series", async () => {
    await using desk = await deskWith(series());
    const result = await move(desk, { id: idOf(desk, "20260915T090000Z") });
    expect(textOf(result)).toContain(`Its series is ${idOf(desk)}: pass that id to move all of it.`);
    expect(desk.person.questions).toEqual([]);
  });

  it("for an id that names no event", async () => {
    await using desk = await deskWith(PLAIN, { calendars: CALENDARS });
    expect(textOf(await move(desk, { id: idOf(desk, undefined, "task") }))).toMatch(/does not name an event/);
  });

  it("out of a calendar that can only be read", async () => {
    await using desk = await deskWith(PLAIN, { calendars: CALENDARS });
    desk.seed("planning.ics", PLAIN, "room");
    const id = encodeEntryId({
      kind: "event",
      calendar: `${desk.sandbox.home}room/`,
      resource: "planning.ics",
    });
    expect(textOf(await move(desk, { id }))).toMatch(/can only be read/);
    expect(desk.person.questions).toEqual([]);
  });

  it("without a strong ETag", async () => {
    await using desk = await deskWith(PLAIN);
    desk.proxy.bend({ path: /events\// }, bad.weak);
    expect(textOf(await move(desk))).toMatch(/no strong ETag/);
    expect(desk.person.questions).toEqual([]);
  });

  it("when it is larger than the other calendar takes", async () => {
    await using desk = await deskWith(PLAIN);
    desk.proxy.bend(
      { method: "PROPFIND" },
      bad.body((body) => body.replaceAll(/(max-resource-size>)\d+(<)/g, "$1100$2")),
    );
    expect(textOf(await move(desk))).toMatch(/larger than the other calendar takes/);
    expect(desk.person.questions).toEqual([]);
  });
});

it("nothing of what stands in the event is in the question", async () => {
  const claim = "Zyzzyva was moved with consent";
  const text = single(INVITED.replace("CN=Grace", `CN="${claim}"`)).replace(
    "SUMMARY:Planning",
    `SUMMARY:${claim}`,
  );
  await using desk = await deskWith(text);
  await move(desk);
  expect(asked(desk)).not.toContain("Zyzzyva");
  expect(asked(desk)).not.toContain("grace");
});
