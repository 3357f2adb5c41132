import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

type Row = [deviation: string, file: string, shownBy: string];

/** Each departure that was seen on a server, and the test that shows what becomes of it; files are named from test/. */
const SEEN: Row[] = [
  // Finding the calendars
  ["the features stand in several header lines", "dav/scheduling.test.ts", "are read from all lines"],
  ["a feature looks like the one of the standard", "dav/scheduling.test.ts", "a token that looks like it"],
  ["no password is wanted", "behaviour/discovery.test.ts", "asks for credentials before it says anything"],
  ["`basic` is written in lower case", "deviations/field-answers.test.ts", "basic realm=x"],
  ["the well-known address answers 404", "deviations/field-answers.test.ts", '"404"'],
  ["the well-known address is a login page", "deviations/field-answers.test.ts", '"a login page"'],
  [
    "the well-known address leads to a whole address",
    "deviations/field-answers.test.ts",
    "with the whole address",
  ],
  ["there is an inbox and no outbox", "deviations/field-servers.ts", 'withoutBox("outbox")'],
  ["there is an outbox and no inbox", "deviations/field-servers.ts", 'withoutBox("inbox")'],
  ["the account's address is a path", "deviations/field-servers.ts", 'addresses("/principals/ada/")'],
  ["the account has no address", "deviations/field-servers.ts", "addresses()"],
  [
    "a calendar says that it takes everything",
    "deviations/field-servers.ts",
    '"VTODO", "VJOURNAL", "VFREEBUSY"',
  ],
  ["a calendar leaves out journal entries", "deviations/field-servers.ts", '"VEVENT", "VTODO", "VFREEBUSY"'],
  ["the home holds inbox and outbox", "deviations/field-servers.ts", '"Inbox/", "Outbox/"'],
  ["the home holds files and folders of no kind", "deviations/field-servers.ts", '"personal.xml"'],
  ["a calendar is an outbox as well", "deviations/field-servers.ts", "<$1calendar/><c:schedule-outbox"],
  // Writing
  ["components are not enforced", "behaviour/writes.test.ts", "a component that the calendar does not take"],
  [
    "journal entries are refused with 404",
    "deviations/field-answers.test.ts",
    "a new journal entry that the server refuses with 404",
  ],
  ["the stored text is another one", "deviations/creates.test.ts", "says what the server changed in it"],
  ["a PUT brings no ETag", "deviations/deletes.test.ts", "it gives no ETag"],
  ["If-None-Match is not looked at", "deviations/creates.test.ts", "does not look at If-None-Match"],
  ["If-Match is not looked at by DELETE", "deviations/before-deleting.test.ts", "looks at If-Match: %j"],
  ["a weak tag is taken in If-Match", "behaviour/writes.test.ts", "takes no weak tag for an If-Match"],
  ["ETags are weak under compression", "deviations/before-deleting.test.ts", "weakUnderGzip"],
  ["a refusal stands inside a 207", "deviations/creates.test.ts", "207 with a 412 inside"],
  ["a UID is refused with 403", "behaviour/writes.test.ts", "unique-scheduling-object-resource"],
  ["nonsense is refused with 404 or 415", "deviations/creates.test.ts", '"415"'],
  ["MOVE is not offered", "deviations/field-servers.ts", "withoutMove"],
  ["MOVE answers 200", "deviations/field-servers.ts", "answered.status === 201 ? 200"],
  ["an event without a length is refused", "behaviour/time-range-events.test.ts", 'refusedBy: ["cyrus"]'],
  ["commas in a category part it", "behaviour/create-event.test.ts", "commas in a category"],
  ["spaces around a text are lost", "behaviour/create-event.test.ts", "spaces around a text"],
  // Reading
  ["series are hidden behind a time range", "dav/entries.test.ts", "asks again for the series"],
  ["days have no length in a time range", "behaviour/time-range-events.test.ts", "withoutEnd"],
  ["a series comes back expanded", "deviations/reads.test.ts", "the server expanded a series by itself"],
  ["a text search fails or is ignored", "behaviour/server-abilities.test.ts", "READING"],
  ["multiget leaves out what is gone", "deviations/field-servers.ts", "404 Not Found"],
  ["multiget answers 404 as a whole", "deviations/field-servers.ts", "whenMultiget(bad.says(404))"],
  ["free-busy is a multistatus", "deviations/field-servers.ts", "whenFreeBusy(bad.multistatus())"],
  ["free-busy is 501", "deviations/field-servers.ts", "whenFreeBusy(bad.says(501))"],
  ["free-busy is of no type", "deviations/field-servers.ts", "application/octet-stream"],
  ["tokens of changes are seconds", "deviations/field-servers.test.ts", "no token of what has changed"],
  ["addresses are escaped in lower case", "deviations/field-servers.ts", "code.toLowerCase()"],
  ["data stands in CDATA", "deviations/reads.test.ts", "the data stands in CDATA"],
  ["lines end with a line feed alone", "deviations/reads.test.ts", "lines end with a line feed only"],
  ["the connection closes after each answer", "deviations/field-answers.test.ts", "connection that closes"],
  // Answers that common DAV libraries misread
  ["a multistatus breaks off", "deviations/reads.test.ts", "XML cut before its last tag"],
  ["a page with status 200 is no list", "deviations/reads.test.ts", "a login page with status 200"],
  ["the type is wrong and the body right", "deviations/reads.test.ts", "the content type is text/html"],
  ["one entry of several is gone", "deviations/reads.test.ts", "one entry is gone by now"],
  ["the list was cut with 507", "deviations/reads.test.ts", "the server cut it with 507"],
  ["foreign names look like DAV's", "deviations/field-answers.test.ts", "foreign namespaces"],
  ["comments and CDATA stand inside addresses", "deviations/field-answers.test.ts", "pieces of CDATA"],
  ["numbers and words look like values", "dav/multistatus.test.ts", "keeps numbers, booleans and empty"],
  ["properties are named like an object's", "deviations/field-answers.test.ts", "__proto__"],
  ["entities grow", "deviations/reads.test.ts", "entities that grow"],
  ["there are thousands of names", "deviations/bombs.test.ts", "20,000 element names"],
  ["a redirect or an address leads to another host", "deviations/hosts.test.ts", "never leave for another"],
  ["a wrong password is tried again", "deviations/hosts.test.ts", "are tried once"],
  ["a write is redirected", "deviations/deletes.test.ts", "a redirect on the same host"],
];

it.each(SEEN)("where %s, a test in %s shows what becomes of it", (_deviation, file, shownBy) => {
  expect(readFileSync(new URL(`../${file}`, import.meta.url), "utf8")).toContain(shownBy);
});

it("names each departure once", () => {
  expect(new Set(SEEN.map(([deviation]) => deviation)).size).toBe(SEEN.length);
});
