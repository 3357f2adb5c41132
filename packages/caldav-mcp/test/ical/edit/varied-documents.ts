import * as fc from "fast-check";

/** A calendar object with one entry, in the many ways in which the field writes them. */
export type Varied = { text: string };

const PRINTABLE = `a b c X Y Z 0 1 8 9 , ; : \\ " ' ^ % = - _ / ä ß € 漢 😀 \u00A0`.split(" ");
const value = fc
  .array(fc.constantFrom(" ", ...PRINTABLE), { maxLength: 140 })
  .map((chars) => chars.join("").replaceAll("\\", "\\\\"));
const quoted = value.map((text) => `"${text.replaceAll('"', "'")}"`);

const extension = fc
  .tuple(fc.stringMatching(/^X-[A-Za-z]{1,8}$/), fc.option(quoted), value)
  .map(([name, param, text]) => `${name}${param === null ? "" : `;X-P=${param}`}:${text}`);

const KNOWN = [
  "ATTENDEE;CN=\"Doe, Jane: 'x'\";PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:jane@example.org",
  "ATTENDEE;CUTYPE=ROOM:urn:uuid:7fa",
  'ORGANIZER;SCHEDULE-AGENT=CLIENT;SENT-BY="mailto:b@example.org":mailto:a@example.org',
  "LOCATION;LANGUAGE=de:Haus\\, Hof",
  "CATEGORIES:a,b\\,c",
  "categories:d",
  'DESCRIPTION;ALTREP="cid:1":Zeile\\nZwei',
  "X-ALT-DESC;FMTTYPE=text/html:<b>Zeile</b>",
  "GEO:52.5;13.4",
  "CLASS:PRIVATE",
  "CREATED:20250101T000000Z",
  "PRIORITY:5",
  "RESOURCES:a,b",
  "CONTACT:c",
  "COMMENT:first",
  "COMMENT:second",
  "RELATED-TO:other@example.org",
  "TRANSP:OPAQUE",
  "URL:https://example.org/a;b",
  "CONFERENCE;FEATURE=AUDIO,VIDEO;VALUE=URI:https://example.org/x",
  "item1.X-GROUPED:kept",
  "NO COLON IN THIS LINE",
  "X-EMPTY:",
  "COLOR:turquoise",
];

const alarm = fc
  .constantFrom(
    ["ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:Reminder"],
    ["ACTION:EMAIL", "TRIGGER;RELATED=END:PT0S", "SUMMARY:mail", "ATTENDEE:mailto:a@example.org"],
    ["ACTION:AUDIO", "TRIGGER;VALUE=DATE-TIME:20260101T000000Z", "ATTACH;VALUE=URI:Basso"],
    ["TRIGGER:-P1D", "UID:alarm-1", "X-WR-ALARMUID:alarm-1", "ACKNOWLEDGED:20260101T000000Z"],
  )
  .map((lines) => ["BEGIN:VALARM", ...lines, "END:VALARM"]);

const unknown = fc
  .array(extension, { maxLength: 3 })
  .map((lines) => [
    "BEGIN:X-UNKNOWN",
    "SUMMARY:not ours",
    ...lines,
    "BEGIN:X-INNER",
    "END:X-INNER",
    "END:X-UNKNOWN",
  ]);

const blob = fc
  .integer({ min: 1, max: 3000 })
  .map((size) => `ATTACH;FMTTYPE=image/png;ENCODING=BASE64;VALUE=BINARY:${"QUJD".repeat(size)}`);

const START: Record<string, readonly string[]> = {
  VEVENT: ["DTSTART;TZID=Europe/Berlin:20260105T090000", "DURATION:PT1H"],
  VTODO: ["DUE;VALUE=DATE:20260105", "PERCENT-COMPLETE:20", "STATUS:IN-PROCESS"],
  VJOURNAL: ["DTSTART;VALUE=DATE:20260105", "DESCRIPTION:another one"],
};

type Folding = { at: number; with: string };

/** Folded as other programs do it: after any number of characters, in the middle of a name or a character of two units. */
function fold(line: string, folding: Folding | null, ending: string): string {
  if (folding === null || line.startsWith("NO COLON")) return line;
  const pieces: string[] = [];
  for (let from = 0; from < line.length; from += folding.at) pieces.push(line.slice(from, from + folding.at));
  return pieces.join(`${ending}${folding.with}`);
}

export const varied: fc.Arbitrary<Varied> = fc
  .record({
    kind: fc.constantFrom("VEVENT", "VTODO", "VJOURNAL"),
    known: fc.subarray(KNOWN),
    extensions: fc.array(extension, { maxLength: 8 }),
    attached: fc.array(blob, { maxLength: 1 }),
    alarms: fc.array(alarm, { maxLength: 3 }),
    parts: fc.array(unknown, { maxLength: 2 }),
    summary: fc.option(
      value.map((text) => text.replaceAll(/(?<!\\)([,;])/g, "\\$1")),
      { nil: undefined },
    ),
    folding: fc.option(
      fc.record({ at: fc.constantFrom(1, 7, 60, 74, 200), with: fc.constantFrom(" ", "\t") }),
    ),
    ending: fc.constantFrom("\r\n", "\n"),
    lowerCase: fc.boolean(),
    partsFirst: fc.boolean(),
    bom: fc.boolean(),
    lastEnding: fc.boolean(),
    repeats: fc.boolean(),
  })
  .chain((some) =>
    fc
      .shuffledSubarray([...some.known, ...some.extensions, ...some.attached], {
        minLength: some.known.length + some.extensions.length + some.attached.length,
      })
      .map((shuffled) => {
        const properties = [
          "UID:one@example.org",
          "DTSTAMP:20260101T000000Z",
          ...(START[some.kind] ?? []),
          ...(some.repeats ? ["RRULE:FREQ=WEEKLY;X-OWN=1", "EXDATE:20260112T080000Z"] : []),
          ...(some.summary === undefined ? [] : [`SUMMARY;LANGUAGE=en:${some.summary}`]),
          ...shuffled,
        ];
        const inner = [...(some.kind === "VJOURNAL" ? [] : some.alarms.flat()), ...some.parts.flat()];
        const entry = some.partsFirst ? [...inner, ...properties] : [...properties, ...inner];
        const lines = [
          "BEGIN:VCALENDAR",
          "VERSION:2.0",
          "PRODID:-//Example//EN",
          "X-WR-CALNAME:Kalender",
          `BEGIN:${some.kind}`,
          ...entry,
          `END:${some.kind}`,
          "BEGIN:X-AFTER",
          "X-A:1",
          "END:X-AFTER",
          "END:VCALENDAR",
        ];
        const cased = lines.map((line) =>
          some.lowerCase ? line.replace(/^[A-Z-]+(?=[;:])/, (name) => name.toLowerCase()) : line,
        );
        const folded = cased.map((line) => fold(line, some.folding, some.ending));
        const text = folded.join(some.ending) + (some.lastEnding ? some.ending : "");
        return { text: (some.bom ? "\uFEFF" : "") + text };
      }),
  );
