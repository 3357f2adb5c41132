import { describe, expect, it } from "vitest";
import { growth, repeated } from "../../../../scripts/linear-time.ts";
import { invitedTo, refuseOrganisersPart } from "../../src/editing/invited.ts";
import { editQuestion } from "../../src/editing/question.ts";
import { overwritten } from "../../src/editing/overwritten.ts";
import { replacedOf, type ReplacedField } from "../../src/editing/replaced.ts";
import { reachOf } from "../../src/editing/reach.ts";
import { readUpdate } from "../../src/editing/requested.ts";
import { showsAsAsked } from "../../src/editing/shows-as-asked.ts";
import { readDocument } from "../../src/ical/document.ts";
import { event } from "../behaviour/objects.ts";

const view = { zone: "Europe/Berlin", ownAddresses: new Set(["ada@example.org"]) };
const FIELDS: ReplacedField[] = [
  "summary",
  "description",
  "location",
  "categories",
  "status",
  "transparent",
  "start",
  "end",
  "recurrence",
  "reminders",
];

/** An event in which each property, and many a parameter, holds the text. */
function stored(text: string) {
  const value = text.replaceAll(/[\r\n]/g, " ");
  const names = ["SUMMARY", "DESCRIPTION", "LOCATION", "CATEGORIES", "STATUS", "TRANSP", "X-FOO", "EXDATE"];
  const lines = [
    "DTSTART:20260914T090000Z",
    "RRULE:FREQ=DAILY;COUNT=3",
    ...names.map((name) => `${name}:${value}`),
    `ORGANIZER;CN="${value.replaceAll('"', "")}":${value}`,
    `ATTENDEE:${value}`,
    "ATTENDEE:mailto:ada@example.org",
    `BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:${value}\nEND:VALARM`,
  ];
  const document = readDocument(event("a@example.org", lines.join("\n")));
  const [component] = document.components;
  if (component === undefined) throw new Error("no component");
  return { document, component };
}

/** Every function of this room that walks a string which the server or the caller chose. */
const WALKERS: Record<string, (text: string) => unknown> = {
  replacedOf: (text) => replacedOf({ ...stored(text), view }, FIELDS),
  overwritten: (text) => {
    const { document, component } = stored(text);
    const changes = [{ held: { document, component, view }, fields: FIELDS }];
    return overwritten({ before: document, after: [stored("a").document], changes });
  },
  "reachOf, with a name": (text) =>
    reachOf({ document: stored("a").document, recurrence: text, view }, undefined),
  reachOf: (text) => reachOf({ document: stored(text).document, recurrence: undefined, view }, undefined),
  "invitedTo, and whose it is": (text) =>
    refuseOrganisersPart(invitedTo([stored(text).component], view.ownAddresses), {
      fields: FIELDS,
      splits: false,
    }),
  "showsAsAsked, of what is stored": (text) =>
    showsAsAsked(stored(text).component, {
      update: { summary: "a", description: "b", categories: ["c"], reminders: [{ minutes_before: 5 }] },
      view,
    }),
  "showsAsAsked, of what a caller wants": (text) =>
    showsAsAsked(stored("a").component, {
      update: { summary: text, categories: text.split(",").slice(0, 50), reminders: [{ at: text }] },
      view,
    }),
  editQuestion: (text) =>
    editQuestion(
      {
        reach: { kind: "series", count: { kind: "unknown" } },
        first: undefined,
        afterwards: undefined,
        invited: { invited: new Set(), part: "none" },
        result: { keptEdited: 0, dropped: 0 },
        requested: readUpdate({ summary: text, recurrence: text, description: text, start: text }),
        calendar: { id: text },
      },
      { host: "dav.example.org", told: "no", zone: "UTC" },
    ),
};

const PIECES = [
  "a",
  ",",
  "a,",
  "\\",
  "\\,",
  '"',
  ";",
  ":",
  "=",
  "@",
  "mailto:",
  " ",
  "1",
  "PT1",
  "\ud800",
  "😀",
];

describe.each(Object.entries(WALKERS))("%s takes time in proportion to its input", (_name, walk) => {
  // Measured anew when a busy machine gets in the way; what is not linear fails every time.
  it.each(PIECES)("for %j", { retry: 3 }, async (piece) => {
    const { tookMs, allowedMs } = await growth(walk, repeated(piece));
    expect(tookMs).toBeLessThan(allowedMs);
  });
});
