import { describe, expect, it } from "vitest";
import type { Calendar } from "../src/dav/calendars.ts";
import { readConfig } from "../src/config.ts";
import type { EntryKind } from "../src/ical/types.ts";
import { offeredTools } from "../src/server.ts";
import { type Found, shortfallsOf } from "../src/shortfalls.ts";

const calendar = (name: string, components: EntryKind[], more: Partial<Calendar> = {}): Calendar => ({
  id: `/calendars/ada/${name}/`,
  url: new URL(`https://dav.example.org/calendars/ada/${name}/`),
  components,
  readOnly: false,
  subscribed: false,
  ...more,
});

const ALL: EntryKind[] = ["event", "task", "journal"];
const TWO = [calendar("home", ALL), calendar("work", ALL)];
const offeredWith = (env: Record<string, string>): Set<string> =>
  new Set(
    offeredTools(readConfig({ CALDAV_URL: "https://dav.example.org", ...env })).map(({ name }) => name),
  );

function lacks(calendars: Calendar[], more: Partial<Found["server"]> = {}, env: Record<string, string> = {}) {
  return shortfallsOf({
    discovery: { calendars, addresses: ["ada@example.org"] },
    server: { move: "yes", scheduling: "yes", ...more },
    offered: offeredWith(env),
  });
}

describe("what will not work with an account", () => {
  it("is nothing where two calendars take everything, and the server moves and mails", () => {
    expect(lacks(TWO)).toEqual([]);
  });

  it("is what no calendar takes, while tools for it are offered", () => {
    const events = [calendar("home", ["event"]), calendar("work", ["event"])];
    expect(lacks(events)).toEqual(["No calendar takes tasks.", "No calendar takes journal entries."]);
    expect(lacks(events, {}, { CALDAV_ALLOW_TOOLS: "essential" })).toEqual([]);
  });

  it("is writing where the calendars can only be read, unless only reading is offered", () => {
    const readOnly = [
      calendar("home", ["event", "task"]),
      calendar("notes", ["journal"], { readOnly: true }),
    ];
    const sentence =
      "The calendars that take journal entries can only be read, so none can be made or changed.";
    expect(lacks([...readOnly, calendar("work", ["event"])])).toEqual([sentence]);
    expect(lacks(readOnly, {}, { CALDAV_READ_ONLY: "true" })).toEqual([]);
  });

  it("is moving where there is nowhere to move to, or people would get mail", () => {
    expect(lacks([calendar("home", ALL), calendar("room", ["event"], { readOnly: true })])).toEqual([
      "No event can be moved to another calendar: fewer than two calendars of events can be written to.",
    ]);
    expect(lacks(TWO, { move: "no" })).toEqual([expect.stringContaining("does not move entries")]);
    expect(lacks(TWO, { move: "unknown" })).toEqual([]);
  });

  it("is answering invitations where no address is known or nothing is mailed", () => {
    const none = (env: Record<string, string>) =>
      shortfallsOf({
        discovery: { calendars: TWO, addresses: [] },
        server: { move: "yes", scheduling: "yes" },
        offered: offeredWith(env),
      });
    expect(none({})).toEqual([expect.stringMatching(/^Invitations cannot be answered.*CALDAV_USER_EMAIL/)]);
    expect(none({ CALDAV_READ_ONLY: "true" })).toEqual([expect.stringContaining("which events invite you")]);
    expect(lacks(TWO, { scheduling: "no" })).toEqual([
      expect.stringContaining("the server does not mail it"),
    ]);
  });
});
