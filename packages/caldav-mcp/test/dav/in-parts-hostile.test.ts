import { describe, expect, it } from "vitest";
import { type Listing, queryEntries } from "../../src/dav/entries.ts";
import { partsAllowance } from "../../src/dav/in-parts.ts";
import { aCall, accountAt } from "./account.ts";
import {
  type Bent,
  entries,
  entryOf,
  giving,
  type LargeCalendar,
  largeCalendar,
  naming,
  PATH,
} from "./large-calendar.ts";
import { found, multistatus, type Reply, serve, statusOnly } from "./loopback.ts";
import { aCalendar } from "./samples.ts";

const read = ({ client, work }: Pick<LargeCalendar, "client" | "work">): Promise<Listing> =>
  queryEntries(client, work, { kind: "task", inParts: partsAllowance(client) }, aCall());

const STORED = entries(300, 500);
const NAMES = [...STORED.keys()];
const textOf = (name: string): string => STORED.get(name) ?? "";
const nameOf = (href: string): string => href.slice(PATH.length);
const bentBy = async (bent: Bent): Promise<LargeCalendar> => largeCalendar(STORED, { bent });
const namesIn = (listing: Listing): string[] => listing.entries.map(({ resource }) => resource);

describe("a server that names entries wrongly", () => {
  it.each([
    ["each in a response of its own", (chunk: string) => chunk, /^<d:response>/],
    ["all in one response", (chunk: string) => chunk.replaceAll(/<\/?d:response>/g, ""), /^<d:href>/],
  ])("is not believed a million names: %s", async (_case, shape, begins) => {
    const chunk = shape("<d:response><d:href>/cal/team/1234567890.ics</d:href></d:response>".repeat(10_000));
    expect(chunk).toMatch(begins);
    let sent = 0;
    const server = await serve((request, response) => {
      if (request.body.includes("calendar-data")) return { status: 507 };
      response.writeHead(207, { "content-type": "application/xml" });
      response.write('<d:multistatus xmlns:d="DAV:"><d:response><d:href>/cal/team/</d:href></d:response>');
      const more = (): void => {
        while (sent < 100) {
          sent += 1;
          if (!response.write(chunk)) {
            response.once("drain", more);
            return;
          }
        }
        response.end("</d:multistatus>");
      };
      more();
      return undefined;
    });
    const { client } = accountAt(server.url, { timeoutMs: 60_000 });
    const work = aCalendar(PATH, { url: new URL(PATH, server.url) });
    const error: unknown = await read({ client, work }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: "CaldavError",
      code: expect.stringMatching(/^(?:too-large|not-caldav)$/),
    });
    expect(server.requests).toHaveLength(2);
  });

  it("shows an entry once, however often and in however many spellings it is named", async () => {
    const calendar = await bentBy({
      names: () =>
        multistatus(
          ...NAMES.map(naming),
          ...NAMES.slice(0, 40).map(naming),
          naming("%650.ics"),
          naming("e%31.ics"),
        ),
    });
    const listing = await read(calendar);
    expect(namesIn(listing)).toEqual(NAMES);
    expect(listing).toMatchObject({ missing: 0, incomplete: false });
    expect(calendar.parts.flat()).toHaveLength(NAMES.length);
  });

  it("is asked for nothing outside of the calendar, and what it named there is counted", async () => {
    const outside = [
      "/cal/other/a.ics",
      "/cal/team/sub/a.ics",
      "/cal/team/../other/a.ics",
      "/cal/team/%2e%2e%2fa.ics",
      "https://other.test/cal/team/a.ics",
      "//other.test/cal/team/a.ics",
      "/cal/team/.hidden",
      "/cal/team/a.ics?x",
      "",
    ];
    const calendar = await bentBy({
      names: () =>
        multistatus(
          found(PATH, '<d:getetag>"c"</d:getetag>'),
          ...outside.map((href) => found(href, "<d:getetag>1</d:getetag>")),
          ...NAMES.map(naming),
          statusOnly(`${PATH}gone.ics`, "404 Not Found"),
        ),
    });
    const listing = await read(calendar);
    expect(namesIn(listing)).toEqual(NAMES);
    expect(listing.missing).toBe(outside.length + 1);
    expect(calendar.parts.flat().every((href) => /^\/cal\/team\/e\d+\.ics$/.test(href))).toBe(true);
  });

  it.each<[string, Reply, string]>([
    ["none, though they were too many", multistatus(), "too-large"],
    ["a failure inside a 207", multistatus(statusOnly(PATH, "403 Forbidden")), "forbidden"],
    ["a failure", { status: 500 }, "server-error"],
    ["that this is too large as well", { status: 507 }, "too-large"],
    ["a page", { status: 200, body: "<html>Log in</html>" }, "not-caldav"],
    ["what breaks off", { status: 207, body: '<d:multistatus xmlns:d="DAV:">' }, "not-caldav"],
  ])("is a failure, never an empty list, when it says: %s", async (_case, reply, code) => {
    const calendar = await bentBy({ names: () => reply });
    await expect(read(calendar)).rejects.toMatchObject({ name: "CaldavError", code });
    expect(calendar.parts).toEqual([]);
  });

  it("makes the listing incomplete when it cut the names", async () => {
    const calendar = await bentBy({
      names: () =>
        multistatus(...NAMES.slice(0, 200).map(naming), statusOnly(PATH, "507 Insufficient Storage")),
    });
    const listing = await read(calendar);
    expect(namesIn(listing)).toEqual(NAMES.slice(0, 200));
    expect(listing).toMatchObject({ missing: 0, incomplete: true });
  });
});

describe("a server that gives other entries than it was asked for", () => {
  it("gets nothing into the list that was not named, and what it left out is counted", async () => {
    const listing = await read(
      await bentBy({
        part: (hrefs) =>
          multistatus(...hrefs.map((_href, at) => giving(`other${at}.ics`, "BEGIN:VCALENDAR"))),
      }),
    );
    expect(listing).toMatchObject({ entries: [], missing: NAMES.length, incomplete: false });
  });

  it("gets each entry in once when every answer holds all of them", async () => {
    const calendar = await largeCalendar(STORED, {
      ceiling: 300_000,
      bent: {
        whole: () => ({ status: 507 }),
        part: () => multistatus(...NAMES.map((name) => giving(name, textOf(name)))),
      },
    });
    const listing = await read(calendar);
    expect(namesIn(listing)).toEqual(NAMES);
    expect(listing).toMatchObject({ missing: 0, incomplete: false });
  });

  it("gets one version of an entry in, the first, when an answer holds several", async () => {
    const twice = (href: string): string[] => {
      const name = nameOf(href);
      const other = name.replace("e", "%65");
      return [giving(name, textOf(name)), giving(name, "another"), giving(other, "a third")];
    };
    const listing = await read(await bentBy({ part: (hrefs) => multistatus(...hrefs.flatMap(twice)) }));
    expect(listing.entries.map(({ text }) => text)).toEqual([...STORED.values()]);
    expect(listing.missing).toBe(0);
  });

  it("keeps the name that was asked for when the answer spells it in another way", async () => {
    const listing = await read(
      await bentBy({
        part: (hrefs) =>
          multistatus(...hrefs.map((href) => giving(nameOf(href).replace("e", "%65"), textOf(nameOf(href))))),
      }),
    );
    expect(listing.entries.map(({ resource, url }) => [resource, url.pathname])).toEqual(
      NAMES.map((name) => [name, PATH + name]),
    );
  });

  it("has every entry counted that comes without data, or not at all", async () => {
    const listing = await read(
      await bentBy({
        part: (hrefs) =>
          multistatus(
            ...hrefs.flatMap((href) => {
              const at = NAMES.indexOf(nameOf(href)) % 4;
              if (at === 0) return [];
              if (at === 1) return [naming(nameOf(href))];
              return [
                at === 2 ? statusOnly(href, "403 Forbidden") : giving(nameOf(href), textOf(nameOf(href))),
              ];
            }),
          ),
      }),
    );
    expect(namesIn(listing)).toEqual(NAMES.filter((_name, at) => at % 4 === 3));
    expect(listing).toMatchObject({ missing: 225, incomplete: false });
  });
});

describe("a server that fails in the middle", () => {
  const BROKEN = (multistatus(giving("e0.ics", "x")).body ?? "").slice(0, -20);

  it.each<[string, Reply, string]>([
    ["with an error", { status: 500 }, "server-error"],
    ["with refused credentials", { status: 401 }, "credentials-refused"],
    ["with a ban", { status: 403 }, "forbidden"],
    ["with too many requests", { status: 429 }, "rate-limited"],
    ["with a page", { status: 200, body: "<html>Log in</html>" }, "not-caldav"],
    ["with an answer that breaks off", { status: 207, body: BROKEN }, "not-caldav"],
    ["with a failure inside a 207", multistatus(statusOnly(PATH, "403 Forbidden")), "forbidden"],
  ])("%s makes no short list", async (_case, reply, code) => {
    const calendar = await bentBy({ part: (_hrefs, nth) => (nth === 3 ? reply : undefined) });
    await expect(read(calendar)).rejects.toMatchObject({ name: "CaldavError", code });
  });

  it("is told as too large where it gives no entries by name", async () => {
    for (const status of [404, 405, 501]) {
      const calendar = await bentBy({ part: () => ({ status }) });
      await expect(read(calendar)).rejects.toMatchObject({
        code: "too-large",
        message: expect.stringMatching(/larger than 100000 bytes/),
      });
    }
  });

  it("makes the listing incomplete where it cuts a part, and counts what that did not hold", async () => {
    const cut = (hrefs: readonly string[]): Reply =>
      multistatus(
        ...hrefs.slice(0, 10).map((href) => giving(nameOf(href), textOf(nameOf(href)))),
        statusOnly(PATH, "507 Insufficient Storage"),
      );
    const listing = await read(await bentBy({ part: (hrefs, nth) => (nth === 1 ? cut(hrefs) : undefined) }));
    expect(listing.incomplete).toBe(true);
    expect(listing.entries.length + listing.missing).toBe(NAMES.length);
    expect(listing.missing).toBeGreaterThan(0);
  });

  it("leaves no request behind", async () => {
    let [begun, ended] = [0, 0];
    const calendar = await bentBy({
      part: async (_hrefs, nth) => {
        begun += 1;
        await new Promise((resolve) => setTimeout(resolve, nth === 3 ? 0 : 30));
        ended += 1;
        return nth === 3 ? { status: 500 } : undefined;
      },
    });
    await expect(read(calendar)).rejects.toMatchObject({ code: "server-error" });
    expect(ended).toBe(begun);
  });
});

describe("a server whose answers are too large without end", () => {
  it("is asked for each name at last by itself, and each is counted", async () => {
    const endless: Reply = { status: 207, body: `<d:multistatus xmlns:d="DAV:">${" ".repeat(120_000)}` };
    const calendar = await largeCalendar(entries(20, 6_000), { bent: { part: () => endless } });
    const listing = await read(calendar);
    expect(listing).toMatchObject({ entries: [], missing: 20, incomplete: false });
    expect(calendar.parts.length).toBeLessThan(2 * 20);
  });

  it("is a failure when the names are, too", async () => {
    const endless: Reply = { status: 207, body: `<d:multistatus xmlns:d="DAV:">${" ".repeat(120_000)}` };
    const calendar = await largeCalendar(new Map([["a.ics", entryOf("a", 10)]]), {
      bent: { whole: () => endless, names: () => endless },
    });
    await expect(read(calendar)).rejects.toMatchObject({ code: "too-large" });
    expect(calendar.server.requests).toHaveLength(2);
  });
});
