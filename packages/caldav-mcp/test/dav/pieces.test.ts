import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decoding } from "../../src/dav/decoding.ts";
import { createMultistatusReader, type Multistatus, readMultistatus } from "../../src/dav/multistatus.ts";
import { createXmlReader, readXml, XmlRefused } from "../../src/dav/xml.ts";
import { CaldavError } from "../../src/errors.ts";
import { aCall, accountAt } from "./account.ts";
import { found, multistatus, serve, statusOnly } from "./loopback.ts";

const baseUrl = new URL("https://dav.example.org/cal/");
const around = (...responses: string[]) => multistatus(...responses).body ?? "";
const data = (text: string) => `<c:calendar-data>${text}</c:calendar-data>`;

/** Everything that can be cut in two: letters of two to four bytes, entities, CDATA, a comment, tags, attributes. */
const LISTING = around(
  found(
    "/cal/gr%C3%BC%C3%9Fe.ics",
    `<d:getetag>"1"</d:getetag>${data("Grüße € 😀&#13;&#xA;&amp;&lt;b&gt;")}`,
  ),
  found(
    "/cal/b.ics",
    data('<![CDATA[<c a="1">&amp;]] ]> 日本]]>&quot;<!-- a > b -- c -->tail'.replace("-- c", "c")),
  ),
  statusOnly("/cal/c.ics", "404 Not Found"),
  '<d:sync-token xml:lang="en">token</d:sync-token>',
);

type Outcome = { read: unknown } | { refused: string };

const shown = ({ responses, ...rest }: Multistatus): unknown => ({
  ...rest,
  responses: responses.map((response) => ({
    ...response,
    url: response.url.href,
    props: [...response.props],
  })),
});

function refusal(error: unknown): Outcome {
  if (error instanceof CaldavError) return { refused: `${error.code} ${error.message}` };
  throw error;
}

function atOnce(text: string): Outcome {
  try {
    return { read: shown(readMultistatus(text, { baseUrl })) };
  } catch (error) {
    return refusal(error);
  }
}

async function inPieces(bytes: Uint8Array, cuts: readonly number[]): Promise<Outcome> {
  const reader = createMultistatusReader();
  const text = decoding(reader.write);
  const borders = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
  for (const [index, from] of borders.entries()) await text.take(bytes.subarray(from, borders[index + 1]));
  text.end();
  return reader.end({ baseUrl }).then((read) => ({ read: shown(read) }), refusal);
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("an answer that comes in pieces", () => {
  it("is the same wherever it is cut in two: inside a letter, an entity, CDATA, a comment or a tag", async () => {
    const bytes = bytesOf(LISTING);
    const whole = atOnce(LISTING);
    expect(whole).toMatchObject({ read: { responses: [{}, {}, { status: 404 }], syncToken: "token" } });
    for (let cut = 0; cut <= bytes.length; cut += 1) expect(await inPieces(bytes, [cut])).toEqual(whole);
  });

  it("is the same byte by byte", async () => {
    const bytes = bytesOf(LISTING);
    expect(await inPieces(bytes, Array.from(bytes.keys()))).toEqual(atOnce(LISTING));
  });

  it("is refused wherever it ends early, and nothing of it is a shorter list", async () => {
    const bytes = bytesOf(LISTING);
    for (let end = 0; end < bytes.length; end += 1) {
      const outcome = await inPieces(bytes.subarray(0, end), [Math.floor(end / 2)]);
      expect(outcome).toMatchObject({ refused: expect.stringMatching(/^not-caldav /) });
    }
  });

  it("counts as the text of a Response would: no byte order mark, and what is no UTF-8 replaced", async () => {
    const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, ...bytesOf(around(found("/cal/a", data("a#b")))));
    const broken = bytes.map((byte) => (byte === 0x23 ? 0xe2 : byte));
    const whole = atOnce(await new Response(broken).text());
    expect(JSON.stringify(whole)).toContain("a\uFFFDb");
    for (let cut = 0; cut <= broken.length; cut += 1) expect(await inPieces(broken, [cut])).toEqual(whole);
  });

  it("is the same for any text and any cuts", async () => {
    const part = fc.constantFrom(
      "<d:response>",
      "</d:response>",
      "<d:href>/cal/a</d:href>",
      "<![CDATA[",
      "]]>",
      "<!--",
      "-->",
      "&amp;",
      "&#13;",
      "&bad;",
      "é",
      "😀",
      "<!DOCTYPE x>",
      "<a b='c'/>",
      "<?x y?>",
      "text",
      "</d:multistatus>",
    );
    const text = fc.array(part, { maxLength: 40 }).map((parts) => around(parts.join("")));
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(2_000), { maxLength: 6 }), async (sent, cuts) => {
        const bytes = bytesOf(sent);
        const inside = cuts.filter((cut) => cut <= bytes.length);
        expect(await inPieces(bytes, inside)).toEqual(atOnce(sent));
      }),
    );
  });
});

describe("the bounds of an answer that comes in pieces", () => {
  const inRoot = (content: string) => `<d:multistatus xmlns:d="DAV:">${content}</d:multistatus>`;
  it.each([
    ["nested too deep", inRoot("<a>".repeat(70) + "</a>".repeat(70)), /nested too deep/],
    ["too many attributes", inRoot(`<a ${'b="" '.repeat(2_000)}/>`), /too many attributes/],
    ["too many different names", inRoot(Array.from({ length: 600 }, (_, i) => `<n${i}/>`).join("")), /names/],
    ["too many elements", inRoot("<a/>".repeat(200_001)), /too many elements/],
    ["too many resources", inRoot("<d:response/>".repeat(50_001)), /too many resources/],
    ["a document type", `<!DOCTYPE a [${" ".repeat(3_000)}]>${inRoot("")}`, /document type/],
    ["a declaration without end", inRoot(`<!${"x".repeat(3_000)}`), /document type/],
    ["a second root", inRoot("") + inRoot(""), /root|well-formed/],
    ["a web page", `${" ".repeat(150)}<!doctype html><html><body>${"sign in ".repeat(500)}`, /web page/],
    ["a short web page", "<html></html>", /web page/],
    ["nothing", "", /empty/],
    ["another root", "<a/>", /no multistatus/],
  ])("hold in the middle of it: %s", async (_case, text, says) => {
    const bytes = bytesOf(text);
    const cuts = Array.from({ length: Math.min(bytes.length, 3_000) }, (_, at) => at);
    const outcome = await inPieces(bytes, cuts);
    expect(outcome).toEqual(atOnce(text));
    expect(outcome).toMatchObject({ refused: expect.stringMatching(says) });
  });

  it("stay broken, however well the rest would read", async () => {
    const text = `<a><b></a>${around(found("/cal/a", ""))}`;
    expect(await inPieces(bytesOf(text), [10])).toMatchObject({
      refused: expect.stringMatching(/^not-caldav/),
    });
  });
});

describe("an XML reader", () => {
  it("hands out what is directly below the root, and nothing from deeper down", () => {
    const taken: string[] = [];
    const reader = createXmlReader({ taken: ({ name }) => void taken.push(name) });
    reader.write(`<r><a><c/></a>${" ".repeat(2_000)}`);
    expect(taken).toEqual(["{}a"]);
    reader.write("<b/></r>");
    expect(reader.end()).toMatchObject({ name: "{}r", children: [] });
    expect(taken).toEqual(["{}a", "{}b"]);
    expect(readXml("<r><a><c/></a><b/></r>").children).toHaveLength(2);
  });

  it("refuses at the end what never ended, though parts were handed out", () => {
    const reader = createXmlReader({ taken: () => undefined });
    reader.write("<r><a/>");
    expect(() => reader.end()).toThrow(XmlRefused);
  });
});

describe("an answer over the wire", () => {
  const listed = async (
    send: (write: (text: string) => boolean, end: () => void, cut: () => void) => void,
  ) => {
    const server = await serve((_request, response) => {
      response.writeHead(207, { "content-type": "application/xml" });
      send(
        (text) => response.write(text),
        () => response.end(),
        () => setTimeout(() => response.destroy(), 20),
      );
      return undefined;
    });
    const { client } = accountAt(`${server.url}/cal/`);
    return client
      .propfind(new URL(`${server.url}/cal/`), { properties: ["d:getetag"], depth: "1" }, aCall())
      .then(({ responses }) => responses.map(({ href }) => href), refusal);
  };
  const [head, tail] = [LISTING.slice(0, 400), LISTING.slice(400)];

  it("is read to its end", async () => {
    const all = ["/cal/gr%C3%BC%C3%9Fe.ics", "/cal/b.ics", "/cal/c.ics"];
    expect(await listed((write, end) => [write(head), write(tail), end()])).toEqual(all);
  });

  it("is no list when the connection ends in the middle of it", async () => {
    expect(await listed((write, _end, cut) => [write(head), cut()])).toMatchObject({
      refused: expect.stringMatching(/broke off/),
    });
  });

  it("is told as one that broke off, even when what came of it was no XML", async () => {
    expect(await listed((write, _end, cut) => [write(`<a></b>${head}`), cut()])).toMatchObject({
      refused: expect.stringMatching(/broke off/),
    });
  });

  it("is told as too large, even when what came of it was no XML", async () => {
    const large = `<a></b>${"x".repeat(17 * 1_048_576)}`;
    expect(await listed((write, end) => [write(large), end()])).toMatchObject({
      refused: expect.stringMatching(/larger than 16 MiB/),
    });
  });
});
