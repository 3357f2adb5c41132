import * as fc from "fast-check";

/** Own address of the account in these tests, as discovery gives it. */
export const OWN = "ada+work@example.org";
export const VIEW = { zone: "Europe/Berlin", ownAddresses: new Set([OWN, "ada@example.org"]) };
export const NOW = Date.UTC(2026, 8, 1, 12);

/** Spellings of an ATTENDEE line's address that all mean us. */
const OWN_ADDRESSES = [
  "mailto:ada+work@example.org",
  "MAILTO:Ada+Work@Example.ORG",
  "Mailto:ada%2Bwork%40example.org",
  "mailto:ada%40example.org",
  "ada@example.org",
  "mailto:<ada@example.org>",
];

/** And those where EMAIL says so. */
const OWN_BY_EMAIL = [
  ";EMAIL=ada@example.org:/principals/ada/",
  ';EMAIL="ADA@example.org":urn:uuid:3f2a9c04-5b1e-4d7a-9c55-0a1b2c3d4e5f',
  `;EMAIL="mailto:ada@example.org":mailto:2_abc@imip.example`,
];

const OTHERS = [
  "ATTENDEE;PARTSTAT=ACCEPTED:mailto:grace@example.org",
  'ATTENDEE;CN="Ada; or: not, ada@example.org";PARTSTAT=DECLINED:mailto:grace2@example.org',
  "ATTENDEE;RSVP=TRUE;X-TEXT=PARTSTAT=ACCEPTED:mailto:not-ada@example.org",
  "ATTENDEE:mailto:ada@example.org.test",
  'ATTENDEE;DELEGATED-FROM="mailto:ada@example.org";PARTSTAT=NEEDS-ACTION:mailto:deputy@example.org',
  'ATTENDEE;SENT-BY="mailto:ada@example.org":mailto:boss@example.org',
  "ATTENDEE;this line is broken",
];

const PARAMETERS = [
  ";CN=Ada",
  ';CN="Lovelace, Ada: PARTSTAT=DECLINED; é"',
  ";RSVP=TRUE",
  ";ROLE=OPT-PARTICIPANT",
  ";CUTYPE=INDIVIDUAL",
  ";SCHEDULE-AGENT=CLIENT",
  ';SCHEDULE-STATUS="1.2;delivered"',
  ';MEMBER="mailto:a@example.org","mailto:b@example.org"',
  ";X-NUM-GUESTS=0",
  ";LANGUAGE=de",
];

const STATES = [
  "",
  ";PARTSTAT=NEEDS-ACTION",
  ";partstat=declined",
  ';PARTSTAT="TENTATIVE"',
  ";PARTSTAT=X-OTHER",
];

/** One of our lines, in front of and behind other parameters, long ones folded. */
export const ownLine: fc.Arbitrary<string> = fc
  .record({
    before: fc.subarray(PARAMETERS),
    state: fc.constantFrom(...STATES),
    after: fc.subarray(PARAMETERS),
    address: fc.constantFrom(...OWN_ADDRESSES.map((address) => `:${address}`), ...OWN_BY_EMAIL),
  })
  .map(({ before, state, after, address }) => {
    const names = new Set(before.map(nameOf));
    const rest = after.filter((parameter) => !names.has(nameOf(parameter)));
    return `ATTENDEE${before.join("")}${state}${rest.join("")}${address}`;
  });

const nameOf = (parameter: string): string => parameter.split("=", 1)[0] ?? "";

const PLAIN = [
  "SUMMARY:Planning",
  "DESCRIPTION:ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ada@example.org",
  "X-ANY;X-P=1:ada@example.org",
  "SEQUENCE:3",
  "LAST-MODIFIED:20260101T000000Z",
  "TRANSP:OPAQUE",
  "BEGIN:VALARM\nACTION:EMAIL\nTRIGGER:-PT5M\nSUMMARY:x\nDESCRIPTION:y\nATTENDEE:mailto:ada@example.org\nEND:VALARM",
];

const component = (id: string): fc.Arbitrary<string> =>
  fc
    .record({
      own: fc.array(ownLine, { minLength: id === "" ? 1 : 0, maxLength: 2 }),
      others: fc.subarray(OTHERS),
      plain: fc.subarray(PLAIN),
      organiser: fc.constantFrom(
        "ORGANIZER:mailto:grace@example.org",
        "ORGANIZER;SCHEDULE-AGENT=NONE;CN=Grace:mailto:grace@example.org",
      ),
    })
    .chain(({ own, others, plain, organiser }) =>
      fc
        .shuffledSubarray([organiser, ...own, ...others, ...plain], {
          minLength: 1 + own.length + others.length + plain.length,
        })
        .map((lines) =>
          [
            "BEGIN:VEVENT",
            "UID:invitation@example.org",
            "DTSTAMP:20260101T000000Z",
            id === ""
              ? "DTSTART:20260914T090000Z\nRRULE:FREQ=DAILY;COUNT=9"
              : `${id}\nDTSTART:20260914T110000Z`,
            ...lines,
            "END:VEVENT",
          ].join("\n"),
        ),
    );

/** A series with overrides, some of which may not invite us; with either line ending, folded or not. */
export const invitation: fc.Arbitrary<string> = fc
  .record({
    master: component(""),
    overrides: fc.tuple(
      fc.option(component("RECURRENCE-ID:20260915T090000Z"), { nil: "" }),
      fc.option(component("RECURRENCE-ID:20260917T090000Z"), { nil: "" }),
    ),
    ending: fc.constantFrom("\r\n", "\n"),
    fold: fc.constantFrom(0, 40, 75),
  })
  .map(({ master, overrides, ending, fold }) =>
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//example.org//invitations//EN",
      master,
      ...overrides,
      "END:VCALENDAR",
      "",
    ]
      .filter((part, index) => part !== "" || index > 5)
      .join("\n")
      .split("\n")
      .map((line) => folded(line, fold, ending))
      .join(ending),
  );

function folded(line: string, width: number, ending: string): string {
  if (width === 0 || /[^\x20-\x7E]/.test(line)) return line;
  const pieces = [line.slice(0, width)];
  for (let at = width; at < line.length; at += width - 1) pieces.push(line.slice(at, at + width - 1));
  return pieces.join(`${ending} `);
}
