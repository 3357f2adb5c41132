import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Calendar, Discovery } from "../../src/dav/calendars.ts";
import { decodeEntryId, encodeEntryId, MAX_ENTRY_ID_LENGTH } from "../../src/dav/entry-id.ts";
import { entryUrl } from "../../src/dav/href.ts";
import { CaldavError } from "../../src/errors.ts";
import type { EntryKind } from "../../src/ical/types.ts";
import { aCalendar, aDiscovery } from "./samples.ts";

const WORK = aCalendar("/cal/team/");
const DISCOVERY: Discovery = aDiscovery([WORK, aCalendar("/cal/höme/")], ["/cal/secret/"]);
const kinds = fc.constantFrom<EntryKind>("event", "task", "journal");
const resources = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }),
    fc.constantFrom("a%20b.ics", "%C3%BC.ics", "%c3%bc.ics"),
  )
  .filter((name) => entryUrl(WORK.url, name) !== undefined);
const recurrences = fc.constantFrom(undefined, "20260914", "20260914T070000Z", "20260914T090000");
const calendars = fc.constantFrom<Calendar>(...DISCOVERY.calendars);

const b64 = (text: string) => Buffer.from(text).toString("base64url");

/** What the decoder accepts must be spelled exactly as the encoder spells it; what it refuses needs no comparison. */
function spelledAgain(id: string): string {
  try {
    const { kind, calendar, resource, recurrence, url } = decodeEntryId(id, DISCOVERY);
    const inside = /^\/cal\/team\/[^/]+$/.test(url.pathname);
    return inside ? encodeEntryId({ kind, calendar: calendar.id, resource, recurrence }) : url.href;
  } catch (error) {
    return error instanceof CaldavError && error.code === "bad-id" ? id : String(error);
  }
}

describe("an entry id", () => {
  it("comes back as what it was made of", () => {
    fc.assert(
      fc.property(kinds, calendars, resources, recurrences, (kind, calendar, resource, recurrence) => {
        const ref = decodeEntryId(
          encodeEntryId({ kind, calendar: calendar.id, resource, recurrence }),
          DISCOVERY,
        );
        expect({ kind: ref.kind, resource: ref.resource, recurrence: ref.recurrence }).toEqual({
          kind,
          resource,
          recurrence,
        });
        expect(ref.calendar).toBe(calendar);
        expect(ref.url.pathname.startsWith(calendar.url.pathname)).toBe(true);
      }),
    );
  });

  it("that was changed anywhere is refused, or is exactly the id of something else", () => {
    const id = encodeEntryId({
      kind: "event",
      calendar: WORK.id,
      resource: "abc.ics",
      recurrence: "20260914",
    });
    const edit = fc.record({
      at: fc.nat({ max: id.length }),
      drop: fc.nat({ max: 2 }),
      put: fc.string({ maxLength: 2, unit: fc.constantFrom(...Array.from("abzAZ09-_.=+/%\n\u0000é")) }),
    });
    fc.assert(
      fc.property(edit, ({ at, drop, put }) => {
        const mutated = id.slice(0, at) + put + id.slice(at + drop);
        expect(spelledAgain(mutated)).toBe(mutated);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    "",
    ".",
    "..",
    "../x",
    "a/b.ics",
    "a\\b.ics",
    ".hidden.ics",
    "a\u0000.ics",
    "%2e%2e",
    "a%2fb",
    "a%2Fb",
    "a%5Cb",
    "a?b",
    "a#b",
  ])("with the name %j is refused", (resource) => {
    expect(() => decodeEntryId(`event.${b64(WORK.id)}.${b64(resource)}`, DISCOVERY)).toThrow(
      expect.objectContaining({ code: "bad-id" }),
    );
  });

  it.each([
    ["", "nothing"],
    ["event", "no calendar"],
    [`event.${b64("/cal/team/")}`, "no entry"],
    [`Event.${b64("/cal/team/")}.${b64("a.ics")}`, "a kind in another case"],
    [`constructor.${b64("/cal/team/")}.${b64("a.ics")}`, "a kind that is none"],
    [`event.${b64("/cal/team/")}.${b64("a.ics")}.`, "an empty recurrence"],
    [`event.${b64("/cal/team/")}.${b64("a.ics")}.${b64("tomorrow")}`, "a recurrence of another form"],
    [`event.${b64("/cal/team/")}.${b64("a.ics")}.${b64("20260914")}.${b64("x")}`, "a part too many"],
    [`event.${b64("/cal/team/")}.${b64("a.ics")}=`, "padding"],
    [
      `event.${Buffer.from("/cal/team/").toString("base64").replace("=", "")}==.${b64("a.ics")}`,
      "another alphabet",
    ],
    [`event.${b64("/cal/team/")}.${b64("a.ics").slice(0, -1)}h`, "loose bits at the end"],
    [`event.${Buffer.from([0xff, 0xfe]).toString("base64url")}.${b64("a.ics")}`, "bytes that are no text"],
    [`event.${b64("/cal/team")}.${b64("a.ics")}`, "a path spelled another way"],
    [`event.${b64("/cal/nowhere/")}.${b64("a.ics")}`, "an unknown calendar"],
    ["https://dav.example.org/cal/team/a.ics", "an address"],
    ["/cal/team/a.ics", "a path"],
  ])("%j is refused: %s", (id) => {
    expect(() => decodeEntryId(id, DISCOVERY)).toThrow(expect.objectContaining({ code: "bad-id" }));
  });

  it("longer than any real one is refused before it is taken apart", () => {
    expect(() => decodeEntryId("e".repeat(MAX_ENTRY_ID_LENGTH + 1), DISCOVERY)).toThrow(
      expect.objectContaining({ code: "bad-id" }),
    );
  });

  it("of a calendar outside the allow-list is refused as withheld", () => {
    const id = encodeEntryId({ kind: "event", calendar: "/cal/secret/", resource: "a.ics" });
    expect(() => decodeEntryId(id, DISCOVERY)).toThrow(expect.objectContaining({ code: "withheld" }));
  });
});
