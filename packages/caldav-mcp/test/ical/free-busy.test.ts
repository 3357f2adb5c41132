import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import { busyTime, readFreeBusy } from "../../src/ical/free-busy.ts";
import { expand } from "../../src/ical/occurrences.ts";
import { calendar, component, event } from "./documents.ts";

const DAY = { from: Date.parse("2026-09-14T00:00:00Z"), to: Date.parse("2026-09-15T00:00:00Z") };

const at = (instant: number): string => new Date(instant).toISOString().slice(11, 16);

describe("the time that an event takes from its owner", () => {
  const view = { zone: "Europe/Berlin", ownAddresses: new Set(["ada@example.org"]), maxOccurrences: 10 };
  const taken = (...lines: string[]): string[] =>
    expand(readDocument(event(...lines)), DAY, view).occurrences.flatMap((occurrence) => {
      const busy = busyTime(occurrence);
      return busy === undefined ? [] : [`${at(busy.from)} ${at(busy.to)} ${busy.kind}`];
    });
  const HOUR = ["DTSTART:20260914T090000Z", "DTEND:20260914T100000Z"];
  const answered = (reply: string): string => `ATTENDEE;PARTSTAT=${reply}:mailto:ada@example.org`;

  it.each([
    ["busy", HOUR, ["09:00 10:00 busy"]],
    ["busy, said so", [...HOUR, "TRANSP:OPAQUE"], ["09:00 10:00 busy"]],
    ["busy by its length", ["DTSTART:20260914T090000Z", "DURATION:PT30M"], ["09:00 09:30 busy"]],
    ["transparent", [...HOUR, "TRANSP:TRANSPARENT"], []],
    ["cancelled", [...HOUR, "STATUS:CANCELLED"], []],
    ["tentative", [...HOUR, "STATUS:TENTATIVE"], ["09:00 10:00 tentative"]],
    ["declined by us", [...HOUR, answered("DECLINED")], []],
    ["accepted tentatively by us", [...HOUR, answered("TENTATIVE")], ["09:00 10:00 tentative"]],
    ["accepted by us", [...HOUR, answered("ACCEPTED")], ["09:00 10:00 busy"]],
    ["not answered by us", [...HOUR, answered("NEEDS-ACTION")], ["09:00 10:00 busy"]],
    [
      "declined by somebody else",
      [...HOUR, "ATTENDEE;PARTSTAT=DECLINED:mailto:grace@example.org"],
      ["09:00 10:00 busy"],
    ],
    ["without length", ["DTSTART:20260914T090000Z"], []],
    ["a whole day, in the viewer's zone", ["DTSTART;VALUE=DATE:20260914"], ["22:00 22:00 busy"]],
    ["a whole day that is transparent", ["DTSTART;VALUE=DATE:20260914", "TRANSP:TRANSPARENT"], []],
  ])("is right for one that is %s (F125)", (_what, lines, expected) => {
    expect(taken(...lines)).toEqual(expected);
  });

  it("leaves out the one cancelled occurrence of a series (F93)", () => {
    const series = calendar(
      component(
        "VEVENT",
        "DTSTART:20260914T090000Z",
        "DTEND:20260914T100000Z",
        "RRULE:FREQ=HOURLY;INTERVAL=3;COUNT=3",
      ),
      component(
        "VEVENT",
        "RECURRENCE-ID:20260914T120000Z",
        "DTSTART:20260914T120000Z",
        "DTEND:20260914T130000Z",
        "STATUS:CANCELLED",
      ),
    );
    const { occurrences } = expand(readDocument(series), DAY, view);
    expect(
      occurrences.map((occurrence) => busyTime(occurrence)?.from).map((from) => from && at(from)),
    ).toEqual(["09:00", undefined, "15:00"]);
  });
});

describe("a server's answer to a free-busy query", () => {
  const answer = (...lines: string[]): string => calendar(component("VFREEBUSY", ...lines));
  const read = (...lines: string[]): string[] | undefined =>
    readFreeBusy(answer(...lines), DAY)?.map(({ from, to, kind }) => `${at(from)} ${at(to)} ${kind}`);

  it("is read in every form that a period has", () => {
    expect(
      read(
        "FREEBUSY:20260914T090000Z/20260914T100000Z,20260914T110000Z/PT30M",
        "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260914T120000Z/PT1H",
        "FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20260914T130000Z/PT1H",
        "FREEBUSY;FBTYPE=FREE:20260914T140000Z/PT1H",
        "FREEBUSY;FBTYPE=X-AWAY:20260914T150000Z/PT1H",
        "FREEBUSY;FBTYPE=busy:20260914T160000Z/PT1H",
      ),
    ).toEqual([
      "09:00 10:00 busy",
      "11:00 11:30 busy",
      "12:00 13:00 tentative",
      "13:00 14:00 unavailable",
      "15:00 16:00 busy",
      "16:00 17:00 busy",
    ]);
  });

  it("may say that nothing is busy, and may hold overlaps", () => {
    expect(read()).toEqual([]);
    expect(read("FREEBUSY:20260914T090000Z/PT2H", "FREEBUSY:20260914T100000Z/PT2H")).toHaveLength(2);
  });

  it("is cut to the window", () => {
    expect(read("FREEBUSY:20260913T230000Z/20260914T010000Z,20260914T230000Z/20260915T230000Z")).toEqual([
      "00:00 01:00 busy",
      "23:00 00:00 busy",
    ]);
  });

  it.each([
    ["names another time", ["FREEBUSY:20200101T000000Z/PT1H"]],
    ["names another time among others", ["FREEBUSY:20260914T090000Z/PT1H,20200101T000000Z/PT1H"]],
    ["names another time as free", ["FREEBUSY;FBTYPE=FREE:20200101T000000Z/PT1H"]],
    ["begins after the window does", ["DTSTART:20260914T120000Z"]],
    ["ends before the window does", ["DTEND:20260914T120000Z"]],
    ["has a period without an end", ["FREEBUSY:20260914T090000Z"]],
    ["has a period without a zone", ["FREEBUSY:20260914T090000/PT1H"]],
    ["has an end without a zone", ["FREEBUSY:20260914T090000Z/20260914T100000"]],
    ["has a period of three parts", ["FREEBUSY:20260914T090000Z/PT1H/PT1H"]],
    ["has a period that runs backwards", ["FREEBUSY:20260914T090000Z/20260914T080000Z"]],
    ["has a period of negative length", ["FREEBUSY:20260914T090000Z/-PT1H"]],
    ["has words for a period", ["FREEBUSY:all day"]],
    ["has an empty period", ["FREEBUSY:"]],
    [
      "has more periods than anybody has",
      [`FREEBUSY:${"20260914T090000Z/PT1H,".repeat(50_001)}20260914T090000Z/PT1H`],
    ],
  ])("does not count when it %s", (_what, lines) => {
    expect(read(...lines)).toBeUndefined();
  });

  it("does not count when it holds no VFREEBUSY, and is refused when it breaks off", () => {
    expect(readFreeBusy(event("DTSTART:20260914T090000Z"), DAY)).toBeUndefined();
    expect(() => readFreeBusy(answer().slice(0, 40), DAY)).toThrow(/cut off/);
  });
});
