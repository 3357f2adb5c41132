import { describe, expect, it } from "vitest";
import type { Scheduling } from "../../src/dav/scheduling.ts";
import { invitedTo, refuseOrganisersPart, toldOf } from "../../src/editing/invited.ts";
import type { ReplacedField } from "../../src/editing/replaced.ts";
import { readDocument } from "../../src/ical/document.ts";
import { event } from "../behaviour/objects.ts";

const OWN = new Set(["ada@example.org"]);
const ADA = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@example.org";
const GRACE = "ATTENDEE:mailto:grace@example.org";
const LIN = "ATTENDEE:mailto:lin@example.org";
const BY_ADA = "ORGANIZER:MAILTO:Ada@Example.org";
const BY_GRACE = "ORGANIZER:mailto:grace@example.org";

function invited(...lines: string[]) {
  const text = event("a@example.org", ["DTSTART:20260914T090000Z", ...lines].join("\n"));
  return invitedTo(readDocument(text).components, OWN);
}

const refusal =
  (lines: string[], fields: ReplacedField[], splits = false) =>
  () =>
    refuseOrganisersPart(invited(...lines), { fields, splits });

describe("an attendee's edit of somebody else's event", () => {
  const theirs = [BY_GRACE, GRACE, ADA];

  it.each<ReplacedField[]>([
    ["summary"],
    ["start", "end"],
    ["reminders", "location"],
    ["status"],
    ["recurrence"],
  ])("is refused with the reason: %s", (...fields) => {
    expect(refusal(theirs, fields)).toThrow(/the organiser's copy wins.*Nothing was changed/);
  });

  it.each<ReplacedField[]>([["reminders"], ["categories", "transparent"]])(
    "may change what is one's own: %s",
    (...fields) => {
      expect(refusal(theirs, fields)).not.toThrow();
    },
  );

  it("cannot split the organiser's series, whatever is changed", () => {
    expect(refusal(theirs, ["reminders"], true)).toThrow(/cannot be split/);
  });

  it("is none where this account organises, or nobody else does", () => {
    expect(refusal([BY_ADA, GRACE, ADA], ["summary"], true)).not.toThrow();
    expect(refusal([GRACE, ADA], ["summary"])).not.toThrow();
    expect(refusal([BY_GRACE], ["summary"])).not.toThrow();
  });

  it("is not known to be one where none of the known addresses is in the event", () => {
    const who = invited(BY_GRACE, GRACE, LIN);
    expect([who.part, who.organisedElsewhere]).toEqual(["unknown", false]);
    expect(refusal([BY_GRACE, GRACE, LIN], ["summary"])).not.toThrow();
  });
});

describe("whether the server tells the invited people", () => {
  const told = (lines: string[], scheduling: Scheduling, fields: ReplacedField[] = ["summary"]) =>
    toldOf(invited(...lines), { fields, scheduling, over: false });
  const ours = [BY_ADA, ADA, GRACE];

  it.each<[string, string[], Scheduling, ReplacedField[], "yes" | "no" | "unknown"]>([
    ["a change of ours on a server that mails", ours, "yes", ["summary"], "yes"],
    ["one on a server that may mail", ours, "unknown", ["summary"], "unknown"],
    ["one on a server that does not", ours, "no", ["summary"], "no"],
    ["one of what is our own", ours, "yes", ["reminders"], "unknown"],
    ["an attendee's change of what is their own", [BY_GRACE, GRACE, ADA], "yes", ["reminders"], "no"],
    ["a change where nobody else is invited", [BY_ADA, ADA], "yes", ["summary"], "no"],
    ["a change of an event without people", [], "yes", ["summary"], "no"],
    ["a change where no address of ours is known", [BY_GRACE, GRACE, LIN], "yes", ["summary"], "unknown"],
    [
      "a change that is left to calendar programs (F112)",
      [BY_ADA, ADA, GRACE.replace(":", ";SCHEDULE-AGENT=CLIENT:")],
      "yes",
      ["summary"],
      "no",
    ],
  ])("%s", (_what, lines, scheduling, fields, expected) => {
    expect(told(lines, scheduling, fields)).toBe(expected);
  });

  it("is not promised for what is over, which some servers keep to themselves", () => {
    const change = { fields: ["summary"] as const, over: true };
    expect(toldOf(invited(...ours), { ...change, scheduling: "yes" })).toBe("unknown");
    expect(toldOf(invited(...ours), { ...change, scheduling: "no" })).toBe("no");
  });
});
