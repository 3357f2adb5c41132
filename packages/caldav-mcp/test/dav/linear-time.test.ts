import { describe, expect, it } from "vitest";
import { hrefIn, hrefsIn, readCollection } from "../../src/dav/calendar-properties.ts";
import { calendarById } from "../../src/dav/calendars.ts";
import { addressIn } from "../../src/dav/entries.ts";
import { decodeEntryId } from "../../src/dav/entry-id.ts";
import { readStrongETag } from "../../src/dav/etag.ts";
import {
  asCollection,
  entryUrl,
  fitsId,
  isResourceName,
  isSamePlace,
  isWithin,
  lastSegment,
  onePerPlace,
  readHref,
  resourceUnder,
} from "../../src/dav/href.ts";
import { readMultistatus } from "../../src/dav/multistatus.ts";
import { NAME } from "../../src/dav/names.ts";
import { refusalOf } from "../../src/dav/refusals.ts";
import { schedulingOf } from "../../src/dav/scheduling.ts";
import { created, deleted, moved, replaced } from "../../src/dav/settle.ts";
import { readXml } from "../../src/dav/xml.ts";
import { aCalendar, aDiscovery } from "./samples.ts";

const BASE = new URL("https://dav.example.org/cal/");
const MIB = 1_048_576;
/** Processor time, so that a busy machine does not fail the test; quadratic work on these sizes takes minutes. */
const LIMIT_MS = 3_000;

/** Runs to the end or to a refusal; either is fine, taking long is not. */
function timeOf(run: () => unknown): number {
  const start = process.cpuUsage();
  try {
    run();
  } catch {
    // A refusal ends in time as well.
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

const fill = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
/** As XML can carry it. */
const entities = (text: string) =>
  text.toWellFormed().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\0", "");
const inRoot = (content: string) => `<d:multistatus xmlns:d="DAV:">${content}</d:multistatus>`;
const response = (content: string) => inRoot(`<d:response><d:href>/cal/a</d:href>${content}</d:response>`);

const XML: Record<string, string> = {
  "one tag without end": inRoot(`<a ${fill('b="" ', MIB)}`),
  "attributes with different names": inRoot(
    `<a ${Array.from({ length: 100_000 }, (_, i) => `n${i}=""`).join(" ")}/>`,
  ),
  "attributes full of brackets": inRoot(
    `<a ${Array.from({ length: 200_000 }, (_, i) => `n${i}="><"`).join(" ")}/>`,
  ),
  "a declaration without end": inRoot(`<!${fill("x", MIB)}`),
  "a document type without end": `<!DOCTYPE ${fill("x", MIB)}`,
  "a comment without end": inRoot(`<!--${fill("- ", MIB)}`),
  "CDATA full of brackets": inRoot(`<![CDATA[${fill("]", MIB)}`),
  "CDATA sections": inRoot(fill("<![CDATA[]]]>", MIB)),
  "an instruction without end": inRoot(`<?x ${fill("? ", MIB)}`),
  "an entity without end": inRoot(`&${fill("a", MIB)}`),
  "many entities": inRoot("&amp;".repeat(100_000)),
  "a number without end": inRoot(`&#${fill("0", MIB)}65;`),
  "a name without end": inRoot(`<${fill("a", MIB)}`),
  "colons in a name": inRoot(`<${fill("a:", MIB)}/>`),
  "open tags": inRoot(fill("<a>", MIB)),
  "small elements": inRoot(fill("<a/>", MIB)),
  "a namespace on each level and many elements below": inRoot(
    Array.from({ length: 30 }, (_, i) => `<a xmlns:n${i}="u${i}">`).join("") + fill("<b></b>", MIB),
  ),
  "different names": inRoot(Array.from({ length: 100_000 }, (_, i) => `<n${i}/>`).join("")),
  "responses without href": inRoot(fill("<d:response/>", 200_000)),
  "responses with long hrefs": inRoot(
    Array.from({ length: 300 }, () => `<d:response><d:href>/${fill("a/", 8_000)}</d:href></d:response>`).join(
      "",
    ),
  ),
  "propstats in one response": response("<d:propstat><d:prop/></d:propstat>".repeat(30_000)),
  "one property many times": response(
    `<d:propstat><d:prop>${"<d:getetag>1</d:getetag>".repeat(40_000)}</d:prop></d:propstat>`,
  ),
  "text in small pieces": response(`<d:status>${"a<!--x-->".repeat(200_000)}</d:status>`),
  "a status of blanks": response(`<d:status>${fill(" ", MIB)}x</d:status>`),
  "an href of blanks": inRoot(`<d:response><d:href>${fill(" ", MIB)}x</d:href></d:response>`),
  "a large entry": response(
    `<d:propstat><d:prop><d:displayname>${fill("BEGIN:VEVENT&#13;\n", 4 * MIB)}</d:displayname></d:prop></d:propstat>`,
  ),
};

describe("reading an answer takes time in proportion to its length", { retry: 3 }, () => {
  it.each(Object.entries(XML))("with %s", (_case, text) => {
    expect(timeOf(() => readMultistatus(text, { baseUrl: BASE }))).toBeLessThan(LIMIT_MS);
  });

  it("and so does an error body", () => {
    for (const text of Object.values(XML))
      expect(timeOf(() => refusalOf(403, "write", text))).toBeLessThan(LIMIT_MS);
  });

  it("as twice the text shows", () => {
    const listing = (count: number) =>
      inRoot("<d:response><d:href>/cal/a</d:href></d:response>".repeat(count));
    const [small, large] = [listing(10_000), listing(40_000)];
    timeOf(() => readXml(small));
    const once = Math.min(
      timeOf(() => readXml(small)),
      timeOf(() => readXml(small)),
    );
    const fourfold = Math.min(
      timeOf(() => readXml(large)),
      timeOf(() => readXml(large)),
    );
    expect(fourfold / once).toBeLessThan(10);
  });
});

const LONG = MIB / 2;
const STRINGS = [
  "a",
  "%",
  "%2",
  "%2f",
  "/",
  "/.",
  "../",
  "%2e",
  " ",
  "\t",
  "\\",
  '"',
  "\u200b",
  "é",
  "\ud800",
  ".",
  "=",
  "@",
  ":",
].map((piece) => fill(piece, LONG));

const WALKERS: Record<string, (text: string) => unknown> = {
  readStrongETag: (text) => [
    readStrongETag(text),
    readStrongETag(`"${text}"`),
    readStrongETag(`"${text.slice(0, 1_000)}`),
  ],
  readHref: (text) => [
    readHref(text, BASE),
    readHref(`/${text.slice(0, 8_000)}`, BASE),
    readHref(`https://${text.slice(0, 8_000)}`, BASE),
  ],
  fitsId: (text) => [fitsId(`/${text}`), fitsId(`/${text.slice(0, 1_000)}`)],
  isResourceName: (text) => [isResourceName(text), isResourceName(text.slice(0, 1_000))],
  entryUrl: (text) => [entryUrl(BASE, text), entryUrl(BASE, text.slice(0, 1_000))],
  lastSegment,
  "isWithin and isSamePlace": (text) => {
    const url = new URL(`/${text.slice(0, 8_000)}`, BASE);
    return [isWithin(BASE, url), isWithin(url, url), isSamePlace(url, url)];
  },
  decodeEntryId: (text) => {
    const discovery = aDiscovery([aCalendar("/cal/team/")]);
    for (const id of [
      text,
      `event.${text}`,
      `event.${text.slice(0, 11_000)}`,
      `event.${text.slice(0, 5_000)}.${text.slice(0, 5_000)}`,
    ])
      timeOf(() => decodeEntryId(id, discovery));
  },
  "resourceUnder, onePerPlace and asCollection": (text) => {
    const url = new URL(`/cal/${text.slice(0, 8_000)}`, BASE);
    const urls = Array.from({ length: 100 }, (_, index) => new URL(`${url.href}${index}`));
    return [
      resourceUnder(BASE, { url, path: url.pathname }),
      onePerPlace(urls, (one) => one),
      asCollection(url),
    ];
  },
  addressIn: (text) => timeOf(() => addressIn(aCalendar("/cal/team/"), text)),
  "the properties of a calendar": (text) => {
    const property = `<d:displayname>${entities(text)}</d:displayname><d:href>${entities(text)}</d:href>`;
    const [one] = readMultistatus(
      response(`<d:propstat><d:prop>${property}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>`),
      { baseUrl: BASE },
    ).responses;
    if (one === undefined) throw new Error("There is no response.");
    return [readCollection(one), hrefsIn(one, NAME.displayname), hrefIn(one, NAME.displayname)];
  },
  schedulingOf: (text) =>
    schedulingOf(aDiscovery([]), { features: new Set([text]), methods: new Set([text]) }),
  "what a write left behind": (text) => {
    const [standing, etag] = [{ text, etag: undefined }, readStrongETag('"1"')];
    if (etag === undefined) throw new Error("There is no tag.");
    return [
      replaced(standing, `${text}\n`, etag),
      created(standing),
      deleted(standing, etag),
      moved(standing, standing, etag),
    ];
  },
  calendarById: (text) => {
    const calendars = Array.from({ length: 256 }, (_, index) => aCalendar(`/cal/${index}/`));
    return calendarById(aDiscovery(calendars, ["/cal/x/"]), text);
  },
};

describe("walking a string somebody else chose takes time in proportion to its length", { retry: 3 }, () => {
  it.each(Object.entries(WALKERS))("in %s", (_name, walk) => {
    for (const text of STRINGS) expect(timeOf(() => walk(text))).toBeLessThan(LIMIT_MS / 3);
  });
});
