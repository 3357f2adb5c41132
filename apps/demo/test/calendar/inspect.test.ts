import { describe, expect, it } from "vitest";
import { inspect } from "../../src/calendar/inspect.ts";

const series = "BEGIN:VEVENT\r\nRRULE:FREQ=WEEKLY\r\nEND:VEVENT\r\n";
const before = new Map([
  ["choir.ics", series],
  ["lunch.ics", "BEGIN:VEVENT\r\nEND:VEVENT\r\n"],
]);
const occurrence = { reach: "one occurrence", resource: "choir.ics" } as const;
const entry = { reach: "the whole entry", resource: "lunch.ics" } as const;

function changed(name: string, text: string | undefined): Map<string, string> {
  const after = new Map(before);
  if (text === undefined) after.delete(name);
  else after.set(name, text);
  return after;
}

function without(...dates: string[]): string {
  return series.replace("END:VEVENT", `EXDATE:${dates.join(",")}\r\nEND:VEVENT`);
}

describe("looking into the calendar after a call", () => {
  it("accepts an untouched calendar after a no, and nothing else", () => {
    expect(inspect(before, new Map(before), "nothing").asItShouldBe).toBe(true);
    expect(inspect(before, changed("lunch.ics", undefined), "nothing").asItShouldBe).toBe(false);
    expect(inspect(before, changed("choir.ics", `${series} `), "nothing").asItShouldBe).toBe(false);
    expect(inspect(before, changed("new.ics", series), "nothing").asItShouldBe).toBe(false);
  });

  it("wants exactly one excluded day when one occurrence was deleted", () => {
    const one = "20261203T190000";
    expect(inspect(before, changed("choir.ics", without(one)), occurrence).asItShouldBe).toBe(true);
    expect(
      inspect(before, changed("choir.ics", without(one, "20261210T190000")), occurrence).asItShouldBe,
    ).toBe(false);
    expect(inspect(before, changed("choir.ics", undefined), occurrence).asItShouldBe).toBe(false);
    expect(inspect(before, new Map(before), occurrence).asItShouldBe).toBe(false);
  });

  it("counts excluded days across folded lines", () => {
    const folded = without("20261203T190000").replace("EXDATE:2026", "EXDATE;TZID=Europe/\r\n Berlin:2026");
    expect(inspect(before, changed("choir.ics", folded), occurrence).asItShouldBe).toBe(true);
  });

  it("wants this entry gone, and only this one, when a whole entry was deleted", () => {
    expect(inspect(before, changed("lunch.ics", undefined), entry).asItShouldBe).toBe(true);
    expect(inspect(before, changed("choir.ics", undefined), entry).asItShouldBe).toBe(false);
    expect(inspect(before, new Map(), entry).asItShouldBe).toBe(false);
    expect(inspect(before, new Map(before), entry).asItShouldBe).toBe(false);
  });
});
