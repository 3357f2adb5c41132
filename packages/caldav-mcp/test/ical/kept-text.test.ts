import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import { ianaZone } from "../../src/ical/iana-zone.ts";
import { zoneOfTzid } from "../../src/ical/zones.ts";
import { heapAfterCollection } from "../trials/soak/heap.ts";
import { berlinUnder, calendar, component } from "./documents.ts";

const ANSWERS = 30;
const SIZE = 1_000_000;

/** An object cut out of a server's answer, as a listing gets it, with names that no other answer has. */
function objectOf(index: number): string {
  const tzid = `A far away office number ${index}`;
  const text = calendar(
    berlinUnder(tzid),
    component("VEVENT", `DTSTART;TZID=${tzid}:20260701T090000`, `RDATE;TZID=${tzid} too:20260702T090000`),
  );
  const answer = Buffer.from(text.padEnd(SIZE, "x")).toString("latin1");
  return answer.slice(0, text.length);
}

/** The names of zones that are known, written like no other answer writes them. */
function lookUp(index: number): void {
  const letters = Array.from("europe/berlin", (letter, at) =>
    (index >> at) & 1 ? letter.toUpperCase() : letter,
  );
  const answer = Buffer.from(letters.join("").padEnd(SIZE, "x")).toString("latin1");
  const name = answer.slice(0, letters.length);
  expect([zoneOfTzid(name)?.name, ianaZone(name)?.name]).toEqual(["Europe/Berlin", "Europe/Berlin"]);
}

describe("what is remembered of time zones", () => {
  it.each<[string, (index: number) => void]>([
    [
      "the zones that documents define",
      (index) => void readDocument(objectOf(index)).master?.start?.zone?.offsetAt(0),
    ],
    ["the names of zones", lookUp],
  ])("does not keep the answers in memory that it came from: %s", async (_, read) => {
    read(ANSWERS);
    const before = await heapAfterCollection();
    for (let index = 0; index < ANSWERS; index += 1) read(index);
    expect((await heapAfterCollection()) - before).toBeLessThan((ANSWERS * SIZE) / 4);
  });
});
