import { describe, expect, it } from "vitest";
import { allowCalendars, calendarById } from "../../src/dav/calendars.ts";
import { aCalendar, aDiscovery } from "./samples.ts";

const WORK = aCalendar("/cal/ada/team/");
const HOME = aCalendar("/cal/ada/home/");
const TEAM_HOME = aCalendar("/cal/team/home/");
const ALL = [WORK, HOME, TEAM_HOME];

describe("a calendar_id", () => {
  const discovery = aDiscovery(ALL, ["/cal/ada/private/"]);

  it("names a calendar by its path, with or without the slash at the end", () => {
    expect(calendarById(discovery, "/cal/ada/home/")).toBe(HOME);
    expect(calendarById(discovery, "/cal/ada/home")).toBe(HOME);
  });

  it("names a calendar by a last segment that fits only one", () => {
    expect(calendarById(discovery, "team")).toBe(WORK);
    expect(() => calendarById(discovery, "home")).toThrow(expect.objectContaining({ code: "bad-input" }));
  });

  it("may be the calendar's URL, which is only compared", () => {
    expect(calendarById(discovery, "https://dav.example.org/cal/ada/team/")).toBe(WORK);
    expect(() => calendarById(discovery, "https://other.test/cal/ada/team/")).toThrow(
      expect.objectContaining({ code: "unknown-calendar" }),
    );
  });

  it.each(["/cal/ada/private/", "/cal/ada/private", "private"])(
    "%s outside the allow-list is withheld",
    (id) => {
      expect(() => calendarById(discovery, id)).toThrow(expect.objectContaining({ code: "withheld" }));
    },
  );

  it.each(["", "/", "nothing", "/CAL/ADA/WORK/", "/cal/ada/../ada/team/", "Work"])("%j is unknown", (id) => {
    expect(() => calendarById(discovery, id)).toThrow(expect.objectContaining({ code: "unknown-calendar" }));
  });
});

describe("the allow-list", () => {
  it("keeps what it names, in the server's order, and withholds the rest", () => {
    const { calendars, withheldIds, warnings } = allowCalendars(ALL, ["/cal/team/home/", "team"]);
    expect(calendars).toEqual([WORK, TEAM_HOME]);
    expect([...withheldIds]).toEqual(["/cal/ada/home/"]);
    expect(warnings).toEqual([]);
  });

  it("that is not set allows everything", () => {
    expect(allowCalendars(ALL, undefined)).toEqual({ calendars: ALL, withheldIds: new Set(), warnings: [] });
  });

  it("does not guess which of several calendars an entry means", () => {
    expect(() => allowCalendars(ALL, ["home"])).toThrow(expect.objectContaining({ code: "bad-input" }));
  });

  it("says which of its entries fit nothing, and allows nothing for them", () => {
    const { calendars, warnings } = allowCalendars(ALL, ["holidays"]);
    expect(calendars).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('"holidays"')]);
  });
});
