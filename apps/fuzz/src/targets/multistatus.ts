import assert from "node:assert/strict";
import * as fc from "fast-check";
import { readMultistatus } from "../../../../packages/caldav-mcp/src/dav/multistatus.ts";
import { mutatedText } from "../generators/mutated-text.ts";
import { defineTarget } from "../target.ts";
import { refusedOr } from "./refused.ts";

const BASE = new URL("https://dav.example.org/calendars/ada/team/");

const SEEDS = [
  `<?xml version="1.0" encoding="utf-8"?>
<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">
<d:response><d:href>/calendars/ada/team/a.ics</d:href><d:propstat><d:prop><d:getetag>"1"</d:getetag>
<c:calendar-data>BEGIN:VCALENDAR&#13;
END:VCALENDAR&#13;
</c:calendar-data></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
<d:response><d:href>b.ics</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>
<d:sync-token>https://dav.example.org/sync/7</d:sync-token></d:multistatus>`,
  `<multistatus xmlns="DAV:"><response><href>https://dav.example.org/calendars/ada/team/c%20d.ics</href><propstat><prop>
<displayname><![CDATA[a <b> & c]]></displayname><resourcetype><collection/></resourcetype></prop>
<status>HTTP/1.1 200 OK</status></propstat><propstat><prop><getctag/></prop><status>HTTP/1.1 403 Forbidden</status></propstat>
</response></multistatus>`,
];

const WORDS = [
  "<d:response>",
  "</d:response>",
  "<d:href>",
  "</d:href>",
  "<d:prop>",
  "</d:prop>",
  "<d:status>",
  "HTTP/1.1 200 OK",
  "</d:multistatus>",
  "<",
  ">",
  "/>",
  "&",
  "&amp;",
  "&#x",
  "&#0;",
  "&lt;",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<?",
  "?>",
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  "&b;",
  'xmlns=""',
  'xmlns:d="x"',
  "xmlns",
  "//evil.test/",
  "https://evil.test/x",
  "..",
  "../../",
  "%2e%2e/",
  "%2f",
  "?a",
  "#b",
  "d:",
  "__proto__",
  "constructor",
];

/** What a server, or somebody in between, answers to a PROPFIND or REPORT. */
export const multistatusTarget = defineTarget({
  name: "multistatus",
  bounded: 10_000,
  open: () => ({
    cases: fc.record({
      text: mutatedText(fc.constantFrom(...SEEDS), WORDS),
      whole: fc.constantFrom(...SEEDS),
      cut: fc.nat(),
    }),
    check: ({ text, whole, cut }) => {
      const read = refusedOr(() => readMultistatus(text, { baseUrl: BASE }));
      for (const { href, url } of read?.responses ?? []) {
        assert.ok(href.startsWith("/"));
        assert.match(url.protocol, /^https?:$/u);
        assert.equal(url.username + url.password + url.search + url.hash, "");
      }
      const broken = whole.slice(0, cut % whole.lastIndexOf(">"));
      assert.equal(
        refusedOr(() => readMultistatus(broken, { baseUrl: BASE })),
        undefined,
        "A cut-off answer was used.",
      );
    },
  }),
});
