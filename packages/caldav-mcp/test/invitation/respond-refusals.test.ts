import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import * as bad from "../deviations/deviations.ts";
import { type Args, deskWith, respond, writes } from "./desk.ts";
import { INVITED, series, single, WITHOUT_US } from "./entries.ts";

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
