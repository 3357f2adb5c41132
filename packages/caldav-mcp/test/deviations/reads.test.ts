import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import * as bad from "./deviations.ts";
import { type Desk, limitsWith, list, type Listed, onDay, openDesk, SEPTEMBER, summaries } from "./desk.ts";
import type { Deviation } from "./proxy.ts";

const EVENTS = "/calendars/ada/events/";
const ONLY = { calendars: [EVENTS] };
const REPORT = { method: "REPORT", path: /\/events\/$/ };

const NOT_CALDAV = /^This is not a CalDAV answer: .*Nothing of it was used/;
const CREDENTIALS = /refused the credentials/;

function seedTwo(desk: Desk): void {
  desk.seed("one.ics", onDay("one", 14));
  desk.seed("two.ics", onDay("two", 15));
  desk.seed("far.ics", onDay("far", 16), "other");
}

describe("a calendar that cannot be read", () => {
  const elements = (count: number, one: (index: number) => string): string =>
    `<d:multistatus xmlns:d="DAV:">${Array.from({ length: count }, (_, index) => one(index)).join("")}</d:multistatus>`;

  const CASES: Record<string, [Deviation, RegExp]> = {
    "a login page with status 200": [bad.html(200), NOT_CALDAV],
    "a login page with status 207": [bad.html(207), NOT_CALDAV],
    "no body with status 200": [bad.says(200, { body: "" }), NOT_CALDAV],
    "no content": [
      bad.edited((answered) => ({ ...answered, status: 204, body: Buffer.alloc(0) })),
      NOT_CALDAV,
    ],
    "XML cut at a third": [bad.truncated(0.33), NOT_CALDAV],
    "XML cut at two thirds": [bad.truncated(0.66), NOT_CALDAV],
    "XML cut before its last tag": [bad.body((text) => text.slice(0, text.lastIndexOf("</"))), NOT_CALDAV],
    "XML cut inside its last tag": [bad.body((text) => text.trimEnd().slice(0, -1)), NOT_CALDAV],
    "a second document after the first": [
      bad.body((text) => text + text.slice(text.indexOf("?>") + 2)),
      NOT_CALDAV,
    ],
    "UTF-16": [bad.bytes((whole) => Buffer.from(`\uFEFF${whole.toString()}`, "utf16le")), NOT_CALDAV],
    "another root": [bad.body((text) => text.replaceAll("multistatus", "error")), NOT_CALDAV],
    "a document type": [bad.body((text) => text.replace("?>", "?><!DOCTYPE x>")), NOT_CALDAV],
    "entities that grow": [
      bad.xml(
        '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><d:multistatus xmlns:d="DAV:">&c;</d:multistatus>',
      ),
      NOT_CALDAV,
    ],
    "an entity that reads a file": [
      bad.xml(
        '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]><d:multistatus xmlns:d="DAV:">&f;</d:multistatus>',
      ),
      NOT_CALDAV,
    ],
    "20,000 element names": [bad.xml(elements(20_000, (index) => `<d:n${index.toString(36)}/>`)), NOT_CALDAV],
    "elements 100,000 deep": [bad.xml(`<d:multistatus xmlns:d="DAV:">${"<d:a>".repeat(40_000)}`), NOT_CALDAV],
    "a reference to a character that XML forbids": [
      bad.body((text) => text.replace("SUMMARY:one", "SUMMARY:&#1;&#0;one")),
      NOT_CALDAV,
    ],
    "a body without end": [bad.endless("<d:response>"), /larger than 262144 bytes/],
    "spaces without end before the XML": [bad.endless(" "), /larger than 262144 bytes/],
    "an error page without end": [bad.endless("<p>", 500), /\(status 500\)/],
    "a gzip bomb": [bad.bomb("gzip"), /larger than 262144 bytes/],
    "a brotli bomb": [bad.bomb("br"), /larger than 262144 bytes/],
    "a brotli bomb as error page": [bad.bomb("br", 403), /does not allow this/],
    "plain text that claims to be gzip": [
      bad.header("content-encoding", "gzip"),
      /could not be decompressed/,
    ],
    "headers without end": [
      bad.says(207, { headers: { "x-long": "x".repeat(200_000) } }),
      /not a web server/,
    ],
    "a hang-up instead of an answer": [bad.hangUp, /connection to the server broke off/],
    "a hang-up inside the body": [bad.hangUpInside, /broke off/],
    "a body that stalls": [bad.stalls, /did not end within 2 s/],
    silence: [bad.neverAnswers, /did not answer within 2 s/],
    "credentials refused": [bad.says(401, { headers: { "www-authenticate": "X-Odd, Basic" } }), CREDENTIALS],
    "403": [bad.says(403), /does not allow this/],
    "404": [bad.says(404), /has nothing at this place/],
    "405": [bad.says(405), /does not offer this/],
    "429 without a time": [bad.says(429), /fewer requests/],
    "429 with a time beyond the call": [
      bad.says(429, { headers: { "retry-after": "3600" } }),
      /fewer requests/,
    ],
    "500": [bad.says(500), /\(status 500\)/],
    "502": [bad.says(502), /\(status 502\)/],
    "503 with a date long gone": [
      bad.says(503, { headers: { "retry-after": "not a date at all" } }),
      /not available at the moment/,
    ],
    "507": [bad.says(507), /would not send an answer this long/],
    "599": [bad.says(599), /\(status 599\)/],
    "403 inside a 207": [bad.inside(403), /does not allow this/],
    "404 inside a 207": [bad.inside(404), /has nothing at this place/],
    "500 inside a 207": [bad.inside(500), /\(status 500\)/],
    "a redirect loop": [bad.redirect(EVENTS), /after 3 others/],
    "a redirect without an address": [bad.says(301), /without a usable address/],
    "a redirect to https on the same port": [
      (asked, forward) => bad.redirect(`https://${asked.headers["host"] ?? "127.0.0.1:1"}/`)(asked, forward),
      /to another host/,
    ],
    "a redirect with 303": [bad.redirect(EVENTS, 303), /another kind of request/],
    "300 with choices": [bad.says(300), /another address that is not followed/],
    "304": [bad.edited((answered) => ({ ...answered, status: 304, body: Buffer.alloc(0) })), /not followed/],
  };

  it.each(Object.entries(CASES))(
    "because of %s is a failure, and never an empty list",
    async (_name, [deviation, why]) => {
      await using desk = await openDesk({ limits: limitsWith(deviation) });
      seedTwo(desk);
      desk.proxy.bend(REPORT, deviation);

      const both = await list(desk);
      expect(summaries(both)).toEqual(["far"]);
      expect(both.not_reached).toEqual([{ calendar_id: EVENTS, reason: expect.stringMatching(why) }]);

      const alone = await desk.call("list_events", { ...SEPTEMBER, ...ONLY });
      expect(alone.isError).toBe(true);
      expect(textOf(alone)).toMatch(why === CREDENTIALS ? /refused the credentials/ : why);
    },
  );
});

describe("a calendar that is read although the answer is odd", () => {
  const all = ["one", "two"];
  const bodies = (edit: (text: string) => string): Deviation =>
    bad.body((text) =>
      text.replaceAll(
        /(<\w*:?calendar-data>)([^<]*)(<)/g,
        (_all, open: string, data: string, close: string) => open + edit(data) + close,
      ),
    );
  /** As `C:expand` would answer: occurrences of their own, in UTC, without the rule. */
  const expanded = (data: string): string => {
    const one = /BEGIN:VEVENT.*?END:VEVENT/s.exec(data)?.[0] ?? "";
    const on = (day: string): string =>
      one
        .replace("SUMMARY", `RECURRENCE-ID:202609${day}T090000Z\nSUMMARY`)
        .replaceAll("20260914T", `202609${day}T`);
    return data.replace(one, `${on("14")}\n${on("16")}`);
  };
  const CASES: Record<string, [Deviation, Partial<Listed> & { seen: string[] }]> = {
    "the content type is text/html": [bad.header("content-type", "text/html"), { seen: all }],
    "there is no content type": [bad.header("content-type", undefined), { seen: all }],
    "the status is 200": [bad.edited((answered) => ({ ...answered, status: 200 })), { seen: all }],
    "the list is really empty": [bad.multistatus(), { seen: [] }],
    "there are no ETags": [bad.noETag, { seen: all }],
    "all ETags are weak": [bad.weak, { seen: all }],
    "the ETags are not quoted": [bad.etags((etag) => etag.replaceAll('"', "")), { seen: all }],
    "each entry has several ETags": [
      bad.body((text) => text.replaceAll(/<(\w+:)getetag>/g, "<$1getetag>x</$1getetag><$1getetag>")),
      { seen: all },
    ],
    "it is compressed and its ETag weak": [bad.weakUnderGzip, { seen: all }],
    "the data stands in CDATA": [
      bodies((data) => `<![CDATA[${data.replaceAll("&#13;", "\r").replaceAll("&#xD;", "\r")}]]>`),
      { seen: all },
    ],
    "lines end with a line feed only": [
      bodies((data) => data.replaceAll(/&#(?:13|xD);|\r/gi, "")),
      { seen: all },
    ],
    "comments and instructions stand between": [
      bad.body((text) => text.replaceAll("<d:response", "<!-- <d:response> --><?pi x?><d:response")),
      { seen: all },
    ],
    "each entry is there twice": [
      bad.body((text) =>
        text.replace(/^(.*?<\w*:?multistatus[^>]*>)(.*)(<\/\w*:?multistatus>.*)$/s, "$1$2$2$3"),
      ),
      { seen: all },
    ],
    "no entry has data": [
      bad.body((text) => text.replaceAll(/(<\w*:?)calendar-data>[^<]*(<\/\w*:?)calendar-data>/g, "")),
      { seen: [], missing: 2 },
    ],
    "the data of one is not found": [
      bad.body((text) =>
        text.replace(
          /(<(\w*:?)response>(?:(?!calendar-data).)*calendar-data(?:(?!status>).)*status>)HTTP\/1.1 200 OK/s,
          "$1HTTP/1.1 404 Not Found",
        ),
      ),
      { seen: ["two"], missing: 1 },
    ],
    "one entry is gone by now": [
      bad.body((text) =>
        text.replace(
          /(<\w*:?multistatus[^>]*>)/,
          '$1<gone:response xmlns:gone="DAV:"><gone:href>/calendars/ada/events/gone.ics</gone:href><gone:status>HTTP/1.1 404 Not Found</gone:status></gone:response>',
        ),
      ),
      { seen: all, missing: 1 },
    ],
    "the server cut it with 507": [
      bad.body((text) =>
        text.replace(
          /(<\w*:?multistatus[^>]*>)/,
          '$1<x:response xmlns:x="DAV:"><x:href>/calendars/ada/events/</x:href><x:status>HTTP/1.1 507 Insufficient Storage</x:status></x:response>',
        ),
      ),
      { seen: all, incomplete: true },
    ],
    "one entry names itself over 8 KiB": [
      bad.hrefs((href) => (href.includes("one") ? `${"a".repeat(9_000)}.ics` : href)),
      { seen: ["two"], missing: 1 },
    ],
    "one entry climbs with ../": [
      bad.hrefs((href) => (href.includes("one") ? "/calendars/ada/events/../../grace/events/one.ics" : href)),
      { seen: ["two"], missing: 1 },
    ],
    "one entry climbs with %2e%2e": [
      bad.hrefs((href) => (href.includes("one") ? "/calendars/ada/events/%2e%2e/other/one.ics" : href)),
      { seen: ["two"], missing: 1 },
    ],
    "one entry hides a slash": [
      bad.hrefs((href) => (href.includes("one") ? "/calendars/ada/events/..%2Fother%2Fone.ics" : href)),
      { seen: ["two"], missing: 1 },
    ],
    "one entry lies in another calendar": [
      bad.hrefs((href) => (href.includes("one") ? "/calendars/grace/events/one.ics" : href)),
      { seen: ["two"], missing: 1 },
    ],
    "one entry is a folder": [
      bad.hrefs((href) => (href.includes("one") ? `${href}/` : href)),
      { seen: ["two"], missing: 1 },
    ],
    "control characters stand in a text": [
      bodies((data) => data.replace("SUMMARY:", "SUMMARY:\u0001\u0000\u001b[31m")),
      { seen: ["␛[31mone", "␛[31mtwo"] },
    ],
    "it is in Latin-1": [
      bad.bytes((whole) =>
        Buffer.from(whole.toString().replace("SUMMARY:one", "SUMMARY:on\u00e9"), "latin1"),
      ),
      { seen: ["on\ufffd", "two"] },
    ],
    "the server expanded a series by itself": [
      bodies((data) => (data.includes("SUMMARY:one") ? expanded(data) : data)),
      { seen: ["one", "two", "one"] },
    ],
    "one entry is a task": [
      bodies((data) => (data.includes("SUMMARY:one") ? data.replaceAll("VEVENT", "VTODO") : data)),
      { seen: ["two"], unreadable: 1 },
    ],
    "one entry is no calendar": [
      bodies((data) => (data.includes("SUMMARY:one") ? "<not a calendar>".replaceAll("<", "&lt;") : data)),
      { seen: ["two"], unreadable: 1 },
    ],
    "one entry breaks off": [
      bodies((data) => (data.includes("SUMMARY:one") ? data.slice(0, data.indexOf("END:VEVENT")) : data)),
      { seen: ["two"], unreadable: 1 },
    ],
    "it asks to wait once": [bad.first(bad.says(429, { headers: { "retry-after": "0" } })), { seen: all }],
    "it moved within the host": [bad.first(bad.redirect("/calendars/ada/events/", 308)), { seen: all }],
  };

  it.each(Object.entries(CASES))(
    "because %s: what it holds is shown, what it lacks is counted",
    async (_name, [deviation, expected]) => {
      await using desk = await openDesk();
      seedTwo(desk);
      desk.proxy.bend(REPORT, deviation);
      const { seen, ...gaps } = expected;
      const listed = await list(desk, ONLY);
      expect(summaries(listed)).toEqual(seen);
      const { missing, unreadable, incomplete, not_reached, stopped } = listed;
      expect({ missing, unreadable, incomplete, not_reached, stopped }).toEqual({
        missing: undefined,
        unreadable: undefined,
        incomplete: undefined,
        not_reached: undefined,
        stopped: undefined,
        ...gaps,
      });
    },
  );
});
