import { describe, expect, it } from "vitest";
import { newEvent, readBack, written } from "./new-event.ts";

describe("when a new event is", () => {
  it("gives a local time its zone, and a VTIMEZONE block to go with it", async () => {
    const { text } = await newEvent({ start: "2026-07-13T12:00" });
    expect(text).toContain("DTSTART;TZID=Europe/Berlin:20260713T120000\r\n");
    expect(text).toContain("DTEND;TZID=Europe/Berlin:20260713T130000\r\n");
    expect(text).toContain("BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n");
  });

  it("lasts an hour when no end is given, also where the clocks change in between", async () => {
    expect(await written({ start: "2026-03-29T01:30" })).toMatchObject({
      "DTSTART;TZID=Europe/Berlin": "20260329T013000",
      "DTEND;TZID=Europe/Berlin": "20260329T033000",
    });
  });

  it("lasts one day when the start is a date", async () => {
    const fields = await written({ start: "2026-02-28" });
    expect(fields).toMatchObject({ "DTSTART;VALUE=DATE": "20260228", "DTEND;VALUE=DATE": "20260301" });
  });

  it("writes dates as dates, the end exclusive, and says which day is the last (F60)", async () => {
    const days = { start: "2026-06-29", end: "2026-07-17" };
    const { text, notes } = await newEvent(days);
    expect(await written(days)).toMatchObject({
      "DTSTART;VALUE=DATE": "20260629",
      "DTEND;VALUE=DATE": "20260717",
    });
    expect(text).not.toContain("VTIMEZONE");
    expect(notes).toEqual(["All day from 2026-06-29 up to and including 2026-07-16."]);
  });

  it.each([
    ["2026-04-07T18:45:00+10:00", "20260407T084500Z"],
    ["2026-04-07T18:45Z", "20260407T184500Z"],
    ["2026-12-31T23:30:00-05:30", "20270101T050000Z"],
  ])("keeps the instant of %s (F51)", async (start, expected) => {
    const fields = await written({ start });
    expect(fields["DTSTART"]).toBe(expected);
    expect((await newEvent({ start })).text).not.toContain("VTIMEZONE");
  });

  it("writes an instant on the clock of the zone that is given with it", async () => {
    const fields = await written({ start: "2026-07-07T18:45:00-04:00", timezone: "America/New_York" });
    expect(fields["DTSTART;TZID=America/New_York"]).toBe("20260707T184500");
  });

  it.each(["UTC", "utc", "Etc/UTC", "GMT", "Zulu"])("writes %s as Z and never as a zone", async (zone) => {
    for (const given of [{ timezone: zone }, { timezone: zone, recurrence: "FREQ=DAILY" }]) {
      const { text } = await newEvent({ start: "2026-01-13T12:00", ...given });
      expect(text).toContain("DTSTART:20260113T120000Z\r\n");
      expect(text).not.toMatch(/TZID|VTIMEZONE/);
    }
  });

  it("writes a local time as Z when the configured zone is UTC", async () => {
    expect((await written({ start: "2026-01-13T12:00" }, "UTC"))["DTSTART"]).toBe("20260113T120000Z");
  });

  it("gives a series without a zone the configured one, so that it follows the clocks", async () => {
    const { text, notes } = await newEvent({ start: "2026-01-13T11:00Z", recurrence: "FREQ=WEEKLY" });
    expect(text).toContain("DTSTART;TZID=Europe/Berlin:20260113T120000\r\n");
    expect(notes).toEqual(["The series follows the clocks of Europe/Berlin, also where they change."]);
  });

  it("moves a time that the clocks skip to the one they show instead, and says so", async () => {
    const { text, notes } = await newEvent({ start: "2026-03-29T02:30" });
    expect(text).toContain("DTSTART;TZID=Europe/Berlin:20260329T033000\r\n");
    expect(text).toContain("DTEND;TZID=Europe/Berlin:20260329T043000\r\n");
    expect(notes).toEqual([
      "Clocks skip the given start on that day; it was set to 2026-03-29T03:30:00, the time they show instead.",
    ]);
  });

  it("says that a whole series moves with its skipped start", async () => {
    const { notes } = await newEvent({ start: "2026-03-29T02:30", recurrence: "FREQ=DAILY;COUNT=2" });
    expect(notes).toContain("The whole series has that time of day.");
  });

  it("takes the first of two equal times, says so, and ends an hour later all the same", async () => {
    const { text, notes } = await newEvent({ start: "2026-10-25T02:30" });
    expect(text).toContain("DTSTART;TZID=Europe/Berlin:20261025T023000\r\nDURATION:PT3600S\r\n");
    expect(notes).toEqual(["Clocks show the given start twice on that day; the first one was taken."]);
  });

  it("writes the second of two equal times in UTC, since its zone cannot say it", async () => {
    const { text, notes } = await newEvent({
      start: "2026-10-25T02:30:00+01:00",
      timezone: "Europe/Berlin",
    });
    expect(text).toContain("DTSTART:20261025T013000Z\r\nDTEND:20261025T023000Z\r\n");
    expect(notes).toHaveLength(1);
  });

  it.each([
    [{ start: "2026-01-13", end: "2026-01-13" }, /exclusive/],
    [{ start: "2026-01-13", end: "2026-01-12" }, /exclusive/],
    [{ start: "2026-01-13", end: "2026-01-14T10:00" }, /must be dates, or both times/],
    [{ start: "2026-01-13T10:00", end: "2026-01-14" }, /must be dates, or both times/],
    [{ start: "2026-01-13T10:00", end: "2026-01-13T10:00" }, /later than `start`/],
    [{ start: "2026-01-13T10:00", end: "2026-01-13T09:00" }, /later than `start`/],
    [{ start: "2026-01-13T10:00Z", end: "2026-01-13T11:00+02:00" }, /later than `start`/],
    [{ start: "2026-02-30T10:00" }, /does not exist/],
    [{ start: "tomorrow" }, /must be written as/],
    [{ start: "2026-01-13T10:00", timezone: "Mars/Base" }, /IANA name/],
    [{ start: "2026-01-13T10:00+01:00", timezone: "America/New_York" }, /do not agree/],
    [{ start: "9999-12-31" }, /too far/],
    [{ start: "9999-12-31T23:30Z" }, /years 1 to 9999/],
    [
      { start: "2026-10-25T02:30+01:00", timezone: "Europe/Berlin", recurrence: "FREQ=DAILY" },
      /cannot start at the second one/,
    ],
  ])("refuses %j in a sentence that says nothing was changed", async (input, why) => {
    const refusal = newEvent(input);
    await expect(refusal).rejects.toMatchObject({ code: "bad-input", message: expect.stringMatching(why) });
    await expect(refusal).rejects.toThrow(/Nothing was changed\.$/);
  });
});

describe("what a new event holds", () => {
  it("is exactly what was given", async () => {
    const { text } = await newEvent({
      summary: 'Lunch, with; all\\of "them"',
      description: "One\nTwo\n\n\tThree",
      location: "Room 1; left",
      categories: ["a,b", "c;d", "e\\f"],
      status: "tentative",
      transparent: true,
      reminders: [{ minutes_before: 15 }, { minutes_before: 0 }, { at: "2026-01-13T08:00" }],
    });
    const event = readBack(text);
    expect(event.getFirstPropertyValue("summary")).toBe('Lunch, with; all\\of "them"');
    expect(event.getFirstPropertyValue("description")).toBe("One\nTwo\n\n\tThree");
    expect(event.getFirstPropertyValue("location")).toBe("Room 1; left");
    expect(event.getFirstProperty("categories")?.getValues()).toEqual(["a,b", "c;d", "e\\f"]);
    expect(event.getFirstPropertyValue("status")).toBe("TENTATIVE");
    expect(event.getFirstPropertyValue("transp")).toBe("TRANSPARENT");
    expect(
      event.getAllSubcomponents("valarm").map((alarm) => String(alarm.getFirstPropertyValue("trigger"))),
    ).toEqual(["-PT15M", "PT0S", "2026-01-13T07:00:00Z"]);
  });

  it("leaves out what was not given, and empty texts", async () => {
    const { text } = await newEvent({ description: "", location: "", categories: [], reminders: [] });
    const names = readBack(text)
      .getAllProperties()
      .map(({ name }) => name);
    expect(names).toEqual(["uid", "dtstamp", "created", "sequence", "dtstart", "dtend", "summary"]);
  });

  it.each([{}, { minutes_before: 5, at: "2026-01-13T08:00" }, { at: "2026-01-13" }])(
    "refuses the reminder %j",
    async (reminder) => {
      await expect(newEvent({ reminders: [reminder] })).rejects.toMatchObject({ code: "bad-input" });
    },
  );
});
