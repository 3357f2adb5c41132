import { describe, expect, it } from "vitest";
import type { Calendar } from "../../src/dav/calendars.ts";
import { queryEntries, readEntry } from "../../src/dav/entries.ts";
import { readXml } from "../../src/dav/xml.ts";
import { aCall, accountAt } from "./account.ts";
import { event, found, type Handler, multistatus, type Reply, serve, statusOnly } from "./loopback.ts";
import { aCalendar } from "./samples.ts";

const SEPTEMBER = { from: Date.UTC(2026, 8, 1), to: Date.UTC(2026, 9, 1) };
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\r", "&#13;");
const entry = (href: string, uid: string, etag = `"${uid}"`) =>
  found(
    href,
    `<d:getetag>${escaped(etag)}</d:getetag><c:calendar-data>${escaped(event(uid))}</c:calendar-data>`,
  );

async function calendarOn(handler: Handler) {
  const server = await serve(handler);
  const { client } = accountAt(server.url);
  const work: Calendar = aCalendar("/cal/team/", { url: new URL("/cal/team/", server.url) });
  return { server, client, work };
}

const listing = async (reply: Reply) => {
  const { client, work } = await calendarOn(() => reply);
  return queryEntries(client, work, { kind: "event", window: SEPTEMBER }, aCall());
};

describe("a listing", () => {
  it("is one REPORT with a component filter, both bounds, and a day more on each side", async () => {
    const { server, client, work } = await calendarOn(() => multistatus());
    await queryEntries(client, work, { kind: "task", window: SEPTEMBER }, aCall());
    expect(server.requests.map(({ method, path, headers }) => [method, path, headers.depth])).toEqual([
      ["REPORT", "/cal/team/", "1"],
    ]);
    const [request] = server.requests;
    const query = readXml(request?.body ?? "");
    const caldav = (name: string) => `{urn:ietf:params:xml:ns:caldav}${name}`;
    expect(query.name).toBe(caldav("calendar-query"));
    const filters = query.children.find(({ name }) => name === caldav("filter"));
    const [outer] = filters?.children ?? [];
    const [inner] = outer?.children ?? [];
    const [range] = inner?.children ?? [];
    expect([outer?.attributes.get("name"), inner?.attributes.get("name")]).toEqual(["VCALENDAR", "VTODO"]);
    expect(range?.name).toBe(caldav("time-range"));
    expect(Object.fromEntries(range?.attributes ?? [])).toEqual({
      start: "20260831T000000Z",
      end: "20261002T000000Z",
    });
  });

  it("asks for no time range when undated entries are wanted too", async () => {
    const { server, client, work } = await calendarOn(() => multistatus());
    await queryEntries(client, work, { kind: "journal" }, aCall());
    expect(server.requests[0]?.body).toContain("VJOURNAL");
    expect(server.requests[0]?.body).not.toContain("time-range");
  });

  it("keeps a window at the edge of time within four digits", async () => {
    const { server, client, work } = await calendarOn(() => multistatus());
    await queryEntries(client, work, { kind: "event", window: { from: -1e15, to: 1e15 } }, aCall());
    expect(server.requests[0]?.body).toContain('start="00010101T000000Z" end="99991231T235959Z"');
  });

  it("keeps data, name and strong ETag of each entry, byte for byte", async () => {
    const { entries, missing, incomplete } = await listing(
      multistatus(entry("/cal/team/%c3%bc%20x", "one"), entry("/cal/team/two.ics", "two", 'W/"2"')),
    );
    expect(entries.map(({ resource, etag, text }) => ({ resource, etag, text }))).toEqual([
      { resource: "%c3%bc%20x", etag: '"one"', text: event("one") },
      { resource: "two.ics", etag: undefined, text: event("two") },
    ]);
    expect({ missing, incomplete }).toEqual({ missing: 0, incomplete: false });
  });

  it("counts what the server names but does not give, and keeps the rest (F24)", async () => {
    const noData =
      "<d:propstat><d:prop><c:calendar-data/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>";
    const { entries, missing, incomplete } = await listing(
      multistatus(
        entry("/cal/team/a.ics", "a"),
        statusOnly("/cal/team/gone.ics", "404 Not Found"),
        statusOnly("/cal/team/hidden.ics", "403 Forbidden"),
        found("/cal/team/bare.ics", '<d:getetag>"x"</d:getetag>', noData),
        found("/cal/team/empty.ics", '<d:getetag>"x"</d:getetag><c:calendar-data> </c:calendar-data>'),
        entry("/cal/team/sub/deep.ics", "deep"),
        entry("/cal/other/b.ics", "b"),
        entry("https://other.test/cal/team/c.ics", "c"),
        entry("/cal/team/.hidden.ics", "dot"),
        "<d:response/>",
        entry("/cal/team/z.ics", "z"),
      ),
    );
    expect(entries.map(({ resource }) => resource)).toEqual(["a.ics", "z.ics"]);
    expect(missing).toBe(9);
    expect(incomplete).toBe(false);
  });

  it("does not count the calendar itself, nor an entry twice", async () => {
    const { entries, missing } = await listing(
      multistatus(
        found("/cal/team/", '<d:getetag>"c"</d:getetag>'),
        entry("/cal/team/a.ics", "a"),
        entry("/cal/team/a.ics", "b"),
      ),
    );
    expect(entries.map(({ text }) => text)).toEqual([event("a")]);
    expect(missing).toBe(0);
  });

  it("says that it is incomplete when the server cut it (507)", async () => {
    const { entries, missing, incomplete } = await listing(
      multistatus(entry("/cal/team/a.ics", "a"), statusOnly("/cal/team/", "507 Insufficient Storage")),
    );
    expect(entries).toHaveLength(1);
    expect({ missing, incomplete }).toEqual({ missing: 0, incomplete: true });
  });

  it("says that it is incomplete when the calendar itself failed beside some entries", async () => {
    const { entries, incomplete } = await listing(
      multistatus(entry("/cal/team/a.ics", "a"), statusOnly("/cal/team/", "500 Internal Server Error")),
    );
    expect(entries).toHaveLength(1);
    expect(incomplete).toBe(true);
  });

  it.each<[string, Reply, string]>([
    ["a failure inside a 207", multistatus(statusOnly("/cal/team/", "403 Forbidden")), "forbidden"],
    ["refused credentials", { status: 401 }, "credentials-refused"],
    ["a forbidden calendar", { status: 403 }, "forbidden"],
    ["a calendar that is gone", { status: 404 }, "not-found"],
    ["too many requests", { status: 429 }, "rate-limited"],
    ["a server error", { status: 500 }, "server-error"],
    ["an answer too long to send", { status: 507 }, "too-large"],
    [
      "a page instead of an answer",
      { status: 200, headers: { "content-type": "text/html" }, body: "<html>Log in</html>" },
      "not-caldav",
    ],
    [
      "an answer that breaks off",
      { status: 207, body: (multistatus(entry("/cal/team/a.ics", "a")).body ?? "").slice(0, -20) },
      "not-caldav",
    ],
    ["an empty answer", { status: 207 }, "not-caldav"],
  ])("is a failure, never empty, on %s", async (_case, reply, code) => {
    await expect(listing(reply)).rejects.toMatchObject({ name: "CaldavError", code });
  });

  it("asks again for the series where the server hides them behind a time range", async () => {
    const { server, client, work } = await calendarOn(({ body }) => {
      const reply = body.includes("RRULE")
        ? multistatus(entry("/cal/team/a.ics", "a"), entry("/cal/team/series.ics", "series"))
        : multistatus(entry("/cal/team/a.ics", "a"));
      return { ...reply, headers: { ...reply.headers, server: "Python/3.11 aiohttp/3.8.4" } };
    });
    const { entries } = await queryEntries(client, work, { kind: "event", window: SEPTEMBER }, aCall());
    expect(entries.map(({ resource }) => resource)).toEqual(["a.ics", "series.ics"]);
    expect(server.count("REPORT")).toBe(2);
  });
});

describe("reading an entry", () => {
  const WEAK = 'W/"1"';
  const text = event("one");
  const get = (etag: string | undefined, body = text): Reply => ({
    status: 200,
    headers: { "content-type": "text/calendar", ...(etag !== undefined && { etag }) },
    body,
  });
  const readOne = async (handler: Handler) => {
    const { server, client, work } = await calendarOn(handler);
    return { server, entry: readEntry(client, work, "one.ics", aCall()) };
  };

  it("asks for it unencoded and takes a strong ETag from the answer", async () => {
    const { server, entry: read } = await readOne(() => get('"1"'));
    expect(await read).toMatchObject({ etag: '"1"', text, resource: "one.ics" });
    expect(server.requests[0]?.headers["accept-encoding"]).toBe("identity");
    expect(server.requests).toHaveLength(1);
  });

  it("takes text and ETag together from a REPORT when GET gives a weak one or none (F25)", async () => {
    for (const etag of [WEAK, "bare", undefined]) {
      const { entry: read } = await readOne(({ method }) =>
        method === "GET" ? get(etag) : multistatus(entry("/cal/team/one.ics", "newer")),
      );
      expect(await read).toMatchObject({ etag: '"newer"', text: event("newer") });
    }
  });

  it("is possible without any strong ETag", async () => {
    for (const reply of [
      { status: 404 },
      { status: 501 },
      multistatus(),
      multistatus(entry("/cal/team/one.ics", "one", WEAK)),
    ]) {
      const { entry: read } = await readOne(({ method }) => (method === "GET" ? get(WEAK) : reply));
      expect(await read).toMatchObject({ etag: undefined, text });
    }
  });

  it.each<[string, Reply, string]>([
    ["is gone", { status: 404 }, "not-found"],
    [
      "is a page",
      { status: 200, headers: { "content-type": "text/html" }, body: "<html/>" },
      "unreadable-entry",
    ],
    ["is empty", { status: 200, body: "" }, "unreadable-entry"],
    ["is forbidden", { status: 403 }, "forbidden"],
  ])("fails with a sentence when it %s", async (_case, reply, code) => {
    const { entry: read } = await readOne(() => reply);
    await expect(read).rejects.toMatchObject({ name: "CaldavError", code });
  });

  it("does not send a request for a name that is no entry", async () => {
    const { server, client, work } = await calendarOn(() => get('"1"'));
    for (const name of ["", "..", "a/b", "%2e%2e"])
      await expect(readEntry(client, work, name, aCall())).rejects.toMatchObject({ code: "bad-id" });
    expect(server.requests).toEqual([]);
  });
});
