import { describe, expect, it } from "vitest";
import { joinCalendars } from "../../src/free-busy/answer.ts";
import type { CalendarBusy } from "../../src/free-busy/calendars.ts";
import type { Wanted } from "../../src/free-busy/slots.ts";
import { DAY, HOUR } from "../../src/ical/civil.ts";
import { UTC } from "../../src/ical/zone.ts";
import { aCalendar } from "../dav/samples.ts";

const WINDOW = { from: 0, to: 10 * HOUR };
const WANTED: Wanted = {
  minutes: 30,
  hours: { from: 0, to: DAY, weekdays: new Set([0, 1, 2, 3, 4, 5, 6]) },
  zone: UTC,
};

const known = (starts: number[], complete = true): CalendarBusy => ({
  calendar: aCalendar("/cal/team/"),
  busy: starts.map((hour) => ({ from: hour * HOUR, to: (hour + 1) * HOUR, kind: "busy" as const })),
  computedBy: "here",
  complete,
  missing: { failure: undefined, unreadable: 0, missing: 0, incomplete: false, notExpanded: [] },
});
const hoursOf = (times: readonly { from: number; to: number }[] | undefined) =>
  times?.map(({ from, to }) => [from / HOUR, to / HOUR]);

describe("the answer over all calendars", () => {
  it("joins them", () => {
    const { busy, free, coversTo, complete } = joinCalendars([known([1, 5]), known([2])], WINDOW, WANTED);
    expect(hoursOf(busy)).toEqual([
      [1, 3],
      [5, 6],
    ]);
    expect(hoursOf(free)).toEqual([
      [0, 1],
      [3, 5],
      [6, 10],
    ]);
    expect([coversTo, complete]).toEqual([WINDOW.to, true]);
  });

  it("never calls a time free while a calendar is not known in full", () => {
    const { busy, free, complete } = joinCalendars([known([1]), known([], false)], WINDOW, WANTED);
    expect([hoursOf(busy), free, complete]).toEqual([[[1, 2]], undefined, false]);
  });

  it("looks for no free time that nobody asked for", () => {
    expect(joinCalendars([known([1])], WINDOW, undefined).free).toBeUndefined();
  });

  it("ends where it is full of busy times, and says nothing of what comes after", () => {
    const { busy, free, coversTo } = joinCalendars([known([1, 3, 5, 7])], WINDOW, WANTED, 2);
    expect(hoursOf(busy)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(hoursOf(free)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(coversTo).toBe(4 * HOUR);
  });

  it.each([1, 2, 3, 4])("goes on after %i intervals without losing or repeating a minute", (most) => {
    const calendars = [known([0, 2, 3, 5, 8])];
    const whole = joinCalendars(calendars, WINDOW, WANTED);
    const busy = [];
    const free = [];
    let from = WINDOW.from;
    for (let turn = 0; from < WINDOW.to; turn += 1) {
      expect(turn).toBeLessThan(20);
      const answer = joinCalendars(calendars, { from, to: WINDOW.to }, WANTED, most);
      expect(answer.coversTo).toBeGreaterThan(from);
      expect(Math.max(answer.busy.length, answer.free?.length ?? 0)).toBeLessThanOrEqual(most);
      busy.push(...answer.busy);
      free.push(...(answer.free ?? []));
      from = answer.coversTo;
    }
    expect(hoursOf(busy)).toEqual(hoursOf(whole.busy));
    expect(hoursOf(free)).toEqual(hoursOf(whole.free));
  });
});
