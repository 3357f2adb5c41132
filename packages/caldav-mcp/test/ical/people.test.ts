import { describe, expect, it } from "vitest";
import { plainAddress } from "../../src/ical/addresses.ts";
import { readDocument } from "../../src/ical/document.ts";
import { fieldsOf } from "../../src/ical/occurrences.ts";
import { peopleIn } from "../../src/ical/people.ts";
import { event } from "./documents.ts";

const OWN = new Set(["ada@example.org"]);
const people = (...lines: string[]) =>
  peopleIn(readDocument(event("DTSTART:20260914T090000Z", ...lines)).components, OWN);

describe("the address of a person", () => {
  it.each([
    ["mailto:ada@example.org", "ada@example.org"],
    ["MAILTO:Ada@Example.ORG", "ada@example.org"],
    [" mailto:ada@example.org ", "ada@example.org"],
    ["ada@example.org", "ada@example.org"],
    ['"mailto:ada@example.org"', "ada@example.org"],
    ["mailto:<ada@example.org>", "ada@example.org"],
    ["<mailto:ada@example.org>", "ada@example.org"],
    ["mailto:ada%40example.org", "ada@example.org"],
    ["mailto:ada%2Bwork@example.org", "ada+work@example.org"],
    ["mailto:ada%zz@example.org", "ada%zz@example.org"],
    ["/principals/Ada/", "/principals/ada/"],
    ["urn:uuid:1", "urn:uuid:1"],
    ['"', '"'],
    ["", ""],
  ])("%j is %j", (written, plain) => {
    expect(plainAddress(written)).toBe(plain);
  });

  it("of any length is left as it is", () => {
    const long = `mailto:${"A".repeat(5_000)}@example.org`;
    expect(plainAddress(long)).toBe(long);
  });
});

describe("the people of an entry", () => {
  it("are counted once, however their address is written, and without us", () => {
    const { invited, part } = people(
      "ORGANIZER:mailto:grace@example.org",
      "ATTENDEE:mailto:grace@example.org",
      "ATTENDEE;CN=Grace:MAILTO:Grace%40example.org",
      "ATTENDEE:mailto:alan@example.org",
      "ATTENDEE:mailto:ada%40example.org",
    );
    expect([invited.size, part]).toEqual([2, "attendee"]);
  });

  it("include one whose line a parser of properties refuses or passes over", () => {
    const long = `ATTENDEE;CN=${"x".repeat(20_000)}:mailto:alan@example.org`;
    expect(people(long, "ATTENDEE;X-A=1;X-A=2;CN=:mailto:grace@example.org").invited.size).toBe(2);
  });

  it.each<[string, string[], string]>([
    ["nobody is invited", [], "none"],
    ["we organise it", ["ORGANIZER:mailto:ADA@example.org", "ATTENDEE:mailto:alan@example.org"], "organiser"],
    [
      "we organise it under an internal address",
      ['ORGANIZER;EMAIL="ada@example.org":/principals/1/', "ATTENDEE:mailto:alan@example.org"],
      "organiser",
    ],
    ["we are invited", ["ORGANIZER:mailto:alan@example.org", "ATTENDEE:mailto:ada@example.org"], "attendee"],
    [
      "nobody is known to us",
      ["ORGANIZER:mailto:alan@example.org", "ATTENDEE:mailto:b@example.org"],
      "unknown",
    ],
  ])("tell our part when %s", (_when, lines, part) => {
    expect(people(...lines).part).toBe(part);
  });

  it.each<[string, string[], boolean]>([
    [
      "says nothing about it",
      ["ORGANIZER:mailto:alan@example.org", "ATTENDEE:mailto:ada@example.org"],
      false,
    ],
    [
      "says SERVER",
      ["ORGANIZER;SCHEDULE-AGENT=server:mailto:alan@example.org", "ATTENDEE:mailto:ada@example.org"],
      false,
    ],
    [
      "says CLIENT",
      ["ORGANIZER;SCHEDULE-AGENT=CLIENT:mailto:alan@example.org", "ATTENDEE:mailto:ada@example.org"],
      true,
    ],
    [
      "says what nobody knows",
      ['ORGANIZER;SCHEDULE-AGENT="X-OTHER":mailto:alan@example.org', "ATTENDEE:mailto:ada@example.org"],
      true,
    ],
    [
      "says it of us only, and we organise it",
      [
        "ORGANIZER:mailto:ada@example.org",
        "ATTENDEE;SCHEDULE-AGENT=NONE:mailto:ada@example.org",
        "ATTENDEE:mailto:alan@example.org",
      ],
      false,
    ],
    [
      "says it of one of two whom we invited",
      [
        "ORGANIZER:mailto:ada@example.org",
        "ATTENDEE;SCHEDULE-AGENT=NONE:mailto:alan@example.org",
        "ATTENDEE:mailto:grace@example.org",
      ],
      false,
    ],
    [
      "says it of all whom we invited",
      ["ORGANIZER:mailto:ada@example.org", "ATTENDEE;SCHEDULE-AGENT=NONE:mailto:alan@example.org"],
      true,
    ],
    ["has no organiser", ["ATTENDEE:mailto:ada@example.org"], false],
  ])("leave telling the others to programs when the entry %s (F112)", (_what, lines, left) => {
    expect(people(...lines).leftToClients).toBe(left);
  });

  it("show our own reply also where the address is percent-encoded", () => {
    const text = event("DTSTART:20260914T090000Z", "ATTENDEE;PARTSTAT=TENTATIVE:mailto:ada%40example.org");
    expect(fieldsOf(readDocument(text), { zone: "UTC", ownAddresses: OWN }).ownReply).toBe("tentative");
  });
});
