import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { event } from "../behaviour/objects.ts";
import { list, shown } from "../deviations/desk.ts";
import { asked, deskWith, respond } from "./desk.ts";
import { INVITED, loneOccurrences, series, unstamped, WITHOUT_US } from "./entries.ts";

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

  it("names the first of these in the question, not where the series begins", async () => {
    await using desk = await deskWith(
      series().replace(INVITED.replaceAll("\n", "\r\n"), WITHOUT_US.replaceAll("\n", "\r\n")),
    );
    const result = shown(await respond(desk, { response: "tentative" }));
    expect(result).toMatchObject({
      reaches: "some_occurrences",
      occurrences: 1,
      start: { value: "2026-09-16T12:00:00+00:00" },
    });
    expect(asked(desk)).toContain("Starts on: Wed 16 Sep 2026, 12:00 (UTC)");
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
