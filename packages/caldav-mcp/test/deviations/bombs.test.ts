import { type ReceivedResult, textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { event } from "../behaviour/objects.ts";
import * as bad from "./deviations.ts";
import { type Desk, onDay, openDesk, SEPTEMBER } from "./desk.ts";
import type { Aim } from "./proxy.ts";

const NAMES =
  'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/"';
const times = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join("");
const around = (inner: string): string => `<d:multistatus ${NAMES}>${inner}</d:multistatus>`;
const found = (href: string, props: string): string =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
const ENTRY = onDay("small", 14);
const data = (text: string): string => `<d:getetag>"1"</d:getetag><c:calendar-data>${text}</c:calendar-data>`;

const REPORT: Aim = { method: "REPORT", path: /events\/$/ };
const HOME: Aim = { method: "PROPFIND", path: /^\/calendars\/ada\/$/ };
const PRINCIPAL: Aim = { method: "PROPFIND", path: /principals/ };

const LIST = (desk: Desk) => desk.call("list_events", { ...SEPTEMBER, calendars: ["events"] });
const CALENDARS = (desk: Desk) => desk.call("list_calendars");

/** Runs a call and says what it cost: its own time and not that of a busy machine, in milliseconds. */
async function measured(call: () => Promise<ReceivedResult>) {
  const before = process.cpuUsage();
  const result = await call();
  const { user, system } = process.cpuUsage(before);
  return { result, cost: (user + system) / 1_000 };
}

describe("an answer made to keep the server busy", () => {
  const calendar = (index: number): string =>
    found(`/calendars/ada/c${index}/`, "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>");
  const principal = (inner: string): string =>
    around(found("/principals/ada/", `<c:calendar-home-set>${inner}</c:calendar-home-set>`));
  const line = (length: number): string => "x".repeat(length);

  const CASES: Record<string, [Aim, string, (desk: Desk) => Promise<ReceivedResult>, RegExp]> = {
    "elements 100,000 deep": [REPORT, around("<d:a>".repeat(100_000)), LIST, /nested too deep/],
    "200,000 attributes": [
      REPORT,
      `<d:multistatus ${NAMES} ${times(200_000, (index) => `a${index}="" `)}/>`,
      LIST,
      /too many attributes/,
    ],
    "20,000 element names": [
      REPORT,
      around(times(20_000, (index) => `<d:n${index}/>`)),
      LIST,
      /too many different names/,
    ],
    "20,000 namespaces": [
      REPORT,
      around(times(20_000, (index) => `<a xmlns="urn:${index}"/>`)),
      LIST,
      /too many different names/,
    ],
    "one name of 2 MB": [REPORT, around(`<d:${line(2_000_000)}/>`), LIST, /not a CalDAV answer/],
    "a comment of 2 MB": [REPORT, around(`<!--${line(2_000_000)}-->`), LIST, /"count":0|count: 0/],
    "a comment of 2 MB that never ends": [REPORT, around(`<!--${line(2_000_000)}`), LIST, /not well-formed/],
    "a declaration of 2 MB": [REPORT, `<!DOCTYPE ${line(2_000_000)}`, LIST, /not a CalDAV answer/],
    "an instruction of 2 MB": [REPORT, `<?x ${line(2_000_000)}`, LIST, /not well-formed/],
    "300,000 entities": [REPORT, around(`<d:a>${"&amp;".repeat(300_000)}</d:a>`), LIST, /count/],
    "300,000 character references": [
      REPORT,
      around(`<d:a>${"&#x10ffff;".repeat(300_000)}</d:a>`),
      LIST,
      /count/,
    ],
    "2 MB of text outside of the elements": [REPORT, `${" ".repeat(2_000_000)}${around("")}`, LIST, /./],
    "a million `]]>`": [REPORT, around(`<d:a><![CDATA[${"]]".repeat(1_000_000)}]]></d:a>`), LIST, /count/],
    "60,000 responses": [
      REPORT,
      around(
        times(60_000, (index) => `<d:response><d:href>/calendars/ada/events/${index}</d:href></d:response>`),
      ),
      LIST,
      /too many resources/,
    ],
    "45,000 responses that lack everything": [
      REPORT,
      around(times(45_000, () => "<d:response/>")),
      LIST,
      /missing: 45000/,
    ],
    "one response for 50,000 entries with one text": [
      REPORT,
      around(
        `<d:response>${times(50_000, (index) => `<d:href>/calendars/ada/events/${index}.ics</d:href>`)}<d:propstat><d:prop>${data(ENTRY)}</d:prop></d:propstat></d:response>`,
      ),
      LIST,
      /missing: 50000/,
    ],
    "10,000 entries": [
      REPORT,
      around(times(10_000, (index) => found(`/calendars/ada/events/${index}.ics`, data(ENTRY)))),
      LIST,
      /stopped/,
    ],
    "one href of 2 MB": [
      REPORT,
      around(found(`/calendars/ada/events/${line(2_000_000)}`, "")),
      LIST,
      /missing: 1/,
    ],
    "an ETag of 2 MB": [
      REPORT,
      around(found("/calendars/ada/events/a.ics", `<d:getetag>"${line(2_000_000)}"</d:getetag>`)),
      LIST,
      /missing: 1/,
    ],
    "a status line of 2 MB": [
      REPORT,
      around(
        `<d:response><d:href>/calendars/ada/events/a.ics</d:href><d:status>HTTP/1.1${" ".repeat(2_000_000)}200 OK</d:status></d:response>`,
      ),
      LIST,
      /missing: 1/,
    ],
    "5,000 calendars": [HOME, around(times(5_000, calendar)), CALENDARS, /skipped: 4744/],
    "60,000 home sets": [
      PRINCIPAL,
      principal(times(60_000, (index) => `<d:href>/h/${index}/</d:href>`)),
      CALENDARS,
      /nothing at this place/,
    ],
    "60,000 home sets that are one": [
      PRINCIPAL,
      principal("<d:href>/calendars/ada/</d:href>".repeat(60_000)),
      CALENDARS,
      /count: 2/,
    ],
    "60,000 addresses": [
      PRINCIPAL,
      around(
        found(
          "/principals/ada/",
          `<c:calendar-home-set><d:href>/calendars/ada/</d:href></c:calendar-home-set><c:calendar-user-address-set>${times(60_000, (index) => `<d:href>mailto:a${index}@example.org</d:href>`)}</c:calendar-user-address-set>`,
        ),
      ),
      CALENDARS,
      /count: 2/,
    ],
    "a calendar with 60,000 privileges": [
      HOME,
      around(
        found(
          "/calendars/ada/events/",
          `<d:resourcetype><c:calendar/></d:resourcetype><d:current-user-privilege-set>${"<d:privilege><d:read/></d:privilege>".repeat(60_000)}</d:current-user-privilege-set>`,
        ),
      ),
      CALENDARS,
      /read_only/,
    ],
  };

  it.each(Object.entries(CASES))(
    "such as %s is answered in time",
    async (_name, [aim, body, call, says]) => {
      await using desk = await openDesk({ limits: {} });
      if (aim === REPORT) await CALENDARS(desk);
      desk.proxy.bend(aim, bad.xml(Buffer.from(body)));
      const { result, cost } = await measured(() => call(desk));
      expect(textOf(result)).toMatch(says);
      expect(cost).toBeLessThan(5_000);
    },
    60_000,
  );
});

describe("an entry made to keep the server busy", () => {
  const LINES = "DTSTART:20260914T090000Z\nSUMMARY:big\n";
  const big = (more: string): string => event("big", LINES + more);
  const CASES: Record<string, string> = {
    "2 MB in one line": big(`DESCRIPTION:${"x".repeat(2_000_000)}`),
    "2 MB folded after each character": big(`DESCRIPTION:x${"\n x".repeat(700_000)}`),
    "2 MB of backslashes": big(`DESCRIPTION:${"\\".repeat(2_000_000)}`),
    "500 kB of commas in categories": big(`CATEGORIES:${",".repeat(500_000)}`),
    "2 MB of open quotes in a parameter": big(`ATTENDEE;CN="${'"'.repeat(2_000_000)}`),
    "100,000 parameters": big(`ATTENDEE${times(100_000, (index) => `;A${index}=x`)}:mailto:a@example.org`),
    "10,000 attendees": big(
      times(10_000, (index) => `ATTENDEE;CN=a:mailto:a${index}@example.org\n`).trimEnd(),
    ),
    "50,000 alarms": big(
      "BEGIN:VALARM\nTRIGGER:-PT1M\nACTION:DISPLAY\nEND:VALARM\n".repeat(50_000).trimEnd(),
    ),
    "100,000 nested components": big("BEGIN:X\n".repeat(100_000).trimEnd()),
    "100,000 excluded dates": big(
      `RRULE:FREQ=DAILY\nEXDATE:${times(100_000, () => "20260914T090000Z,")}20260914T090000Z`,
    ),
    "100,000 extra dates": big(
      `RDATE:${times(100_000, (index) => `20260914T${String(index % 24).padStart(2, "0")}0000Z,`)}20260914T090000Z`,
    ),
    "2,000 rules": big("RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30\n".repeat(2_000).trimEnd()),
    "20,000 overrides": big("RRULE:FREQ=DAILY").replace(
      "END:VCALENDAR",
      `${times(20_000, (index) => `BEGIN:VEVENT\r\nUID:big\r\nRECURRENCE-ID:2026${String(1 + (index % 12)).padStart(2, "0")}01T${String(index % 24).padStart(2, "0")}${String(index % 60).padStart(2, "0")}00Z\r\nDTSTART:20260914T090000Z\r\nEND:VEVENT\r\n`)}END:VCALENDAR`,
    ),
    "5,000 time zones": big("").replace(
      "BEGIN:VEVENT",
      `${times(5_000, (index) => `BEGIN:VTIMEZONE\r\nTZID:z${index}\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nRRULE:FREQ=SECONDLY\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n`)}BEGIN:VEVENT`,
    ),
    "an inline attachment of 2 MB": big(`ATTACH;ENCODING=BASE64;VALUE=BINARY:${"A".repeat(2_000_000)}`),
  };

  it.each(Object.entries(CASES))(
    "with %s is answered in time, listed, looked at and deleted",
    async (_name, text) => {
      await using desk = await openDesk({ limits: {}, script: ["yes"] });
      const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      desk.seed("big.ics", ENTRY);
      const { events } = (await LIST(desk)).structuredContent as { events: { id: string }[] };
      desk.proxy.bend(
        { method: "REPORT" },
        bad.xml(around(found("/calendars/ada/events/big.ics", data(escaped)))),
      );
      desk.proxy.bend(
        { method: "GET", path: /big/ },
        bad.says(200, { body: text, headers: { etag: '"1"' } }),
      );
      const id = events[0]?.id;
      for (const call of [
        () => LIST(desk),
        () => desk.call("get_event", { id }),
        () => desk.call("delete_event", { id }),
      ]) {
        const { cost } = await measured(call);
        expect(cost).toBeLessThan(5_000);
      }
    },
  );
});
