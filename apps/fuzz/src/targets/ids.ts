import assert from "node:assert/strict";
import * as fc from "fast-check";
import {
  type Cursor,
  decodeCursor,
  encodeCursor,
} from "../../../../packages/caldav-mcp/src/listing/cursor.ts";
import { decodeEntryId, encodeEntryId } from "../../../../packages/caldav-mcp/src/dav/entry-id.ts";
import { aCalendar, aDiscovery } from "../../../../packages/caldav-mcp/test/dav/samples.ts";
import { mutatedText } from "../generators/mutated-text.ts";
import { defineTarget } from "../target.ts";
import { refusedOr } from "./refused.ts";

const CALENDAR = "/calendars/ada/team/";
const WITHHELD = "/calendars/ada/secret/";
const DISCOVERY = aDiscovery([aCalendar(CALENDAR)], [WITHHELD]);
const encoded = (text: string): string => Buffer.from(text, "utf8").toString("base64url");

const IDS = [
  encodeEntryId({ kind: "event", calendar: CALENDAR, resource: "a.ics" }),
  encodeEntryId({ kind: "task", calendar: CALENDAR, resource: "b%20c.ics", recurrence: "20260914T070000Z" }),
  encodeEntryId({ kind: "event", calendar: WITHHELD, resource: "a.ics" }),
];
const resources = mutatedText(fc.constantFrom("a.ics", "b%20c.ics", "é.ics"), [
  "/",
  "..",
  ".",
  "%2e",
  "%2f",
  "%",
  "\\",
  "?",
  "#",
  "//evil.test/",
  "@",
  ":",
  "%00",
  ";",
]);

const LISTING = "events";
const CURSOR: Cursor = {
  listing: LISTING,
  frame: [0, 86_400_000, "Europe/Berlin"],
  calendars: "abcdefghijklmnop",
  after: { start: 5, id: IDS[0] ?? "" },
};
const cursorTexts = mutatedText(
  fc.constant(JSON.stringify([2, LISTING, [0, 86_400_000, "Europe/Berlin"], "a", 5, "b"])),
  ["1e999", "null", "[]", "{}", '"', ",", "-0", "1.5", "9007199254740993", "__proto__", "\\ud800"],
);

/** Ids and cursors come back from a model, which may have changed or made them up. */
export const idsTarget = defineTarget({
  name: "ids",
  bounded: 20_000,
  open: () => ({
    cases: fc.record({
      id: fc.oneof(
        mutatedText(fc.constantFrom(...IDS), [
          ".",
          "=",
          "-",
          "_",
          "event",
          "task",
          encoded(CALENDAR),
          encoded(".."),
          "20260914",
        ]),
        resources.map((resource) => ["event", encoded(CALENDAR), encoded(resource)].join(".")),
      ),
      cursor: fc.oneof(
        mutatedText(fc.constant(encodeCursor(CURSOR)), ["=", ".", "W", "IiI"]),
        cursorTexts.map(encoded),
      ),
    }),
    check: ({ id, cursor }) => {
      const ref = refusedOr(() => decodeEntryId(id, DISCOVERY));
      if (ref !== undefined) {
        const { kind, calendar, resource, recurrence, url } = ref;
        assert.equal(encodeEntryId({ kind, calendar: calendar.id, resource, recurrence }), id);
        // One segment below the one calendar that may be touched, wherever a URL parser takes it.
        const below = url.href.slice(calendar.url.href.length);
        assert.ok(url.href.startsWith(calendar.url.href) && below !== "" && !below.includes("/"), url.href);
      }
      const read = refusedOr(() => decodeCursor(cursor, LISTING));
      if (read !== undefined) assert.equal(encodeCursor(read), cursor);
    },
  }),
});
