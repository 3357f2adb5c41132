import { describe, expect, it } from "vitest";
import { readStrongETag } from "../../src/dav/etag.ts";
import { childrenNamed, readXml } from "../../src/dav/xml.ts";
import { aCall, aCallOf, accountAt } from "./account.ts";
import { type Handler, lines, multistatus, type Reply, serve } from "./loopback.ts";

async function clientOn(handler: Handler) {
  const server = await serve(handler);
  return { server, client: accountAt(server.url).client, url: new URL("/cal/team/", server.url) };
}

describe("the DAV client", () => {
  it("has no request that makes or removes a calendar, sends mail, or fetches a foreign address", async () => {
    const { client } = await clientOn(() => ({ status: 500 }));
    const { ceilings: _bounds, ...requests } = client;
    expect(Object.keys(requests).sort()).toEqual([
      "delete",
      "freeBusy",
      "get",
      "move",
      "options",
      "propfind",
      "put",
      "report",
    ]);
  });

  it("escapes what it writes into a request", async () => {
    const { server, client, url } = await clientOn(() => multistatus());
    const hrefs = ["/cal/team/a&b.ics", "/cal/team/<x>.ics", "/cal/team/]]>.ics"];
    await client.report(url, { kind: "calendar-multiget", hrefs }, aCall());
    const body = readXml(server.requests[0]?.body ?? "");
    expect(body.name).toBe("{urn:ietf:params:xml:ns:caldav}calendar-multiget");
    expect(childrenNamed(body, "{DAV:}href").map(({ text }) => text)).toEqual(hrefs);
  });

  it("asks whether the call may go on before each request, writes included", async () => {
    const { server, client, url } = await clientOn(() => multistatus());
    const etag = readStrongETag('"1"');
    if (etag === undefined) throw new Error("no tag");
    const spent = aCallOf(0);
    const requests = [
      () => client.propfind(url, { properties: ["d:getetag"], depth: "0" }, spent),
      () => client.report(url, { kind: "calendar-multiget", hrefs: [] }, spent),
      () => client.freeBusy(url, { from: 0, to: 1 }, spent),
      () => client.options(url, spent),
      () => client.get(url, spent),
      () => client.put(url, "x", { ifMatch: etag }, spent),
      () => client.delete(url, { ifMatch: etag }, spent),
      () => client.move(url, url, { ifMatch: etag }, spent),
    ];
    for (const request of requests) await expect(request()).rejects.toThrow("nothing left");
    expect(server.requests).toEqual([]);
  });

  it("decides by the status before it looks at the body", async () => {
    const page = "<html>".repeat(400_000);
    const { client, url } = await clientOn(() => ({ status: 403, body: page }));
    await expect(client.report(url, { kind: "calendar-multiget", hrefs: [] }, aCall())).rejects.toMatchObject(
      {
        code: "forbidden",
      },
    );
  });

  it("resolves hrefs against the address that answered, after a redirect of a read", async () => {
    const { client, url, server } = await clientOn(({ path }) =>
      path === "/cal/team/"
        ? { status: 308, headers: { location: "/new/place/" } }
        : multistatus("<d:response><d:href>x.ics</d:href></d:response>"),
    );
    const answer = await client.propfind(url, { properties: ["d:getetag"], depth: "1" }, aCall());
    expect(answer.responses[0]?.href).toBe("/new/place/x.ics");
    expect(answer.url.href).toBe(`${server.url}/new/place/`);
  });

  it("never sends a write to another address", async () => {
    const { client, url, server } = await clientOn(() => ({ status: 307, headers: { location: "/new/" } }));
    await expect(client.put(url, "x", { ifNoneMatch: "*" }, aCall())).rejects.toMatchObject({
      code: "unreachable",
    });
    expect(server.requests).toHaveLength(1);
  });

  it("repeats a read that came too early, but never a write (F21)", async () => {
    let first = true;
    const { client, url, server } = await clientOn(() => {
      const reply: Reply = first ? { status: 429, headers: { "retry-after": "0" } } : multistatus();
      first = false;
      return reply;
    });
    await client.report(url, { kind: "calendar-multiget", hrefs: [] }, aCall());
    expect(server.requests).toHaveLength(2);
    first = true;
    await expect(client.put(url, "x", { ifNoneMatch: "*" }, aCall())).rejects.toMatchObject({
      code: "rate-limited",
    });
    expect(server.requests).toHaveLength(3);
  });

  it("takes a free-busy answer only from a server that really gives one", async () => {
    const good = lines("BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VFREEBUSY", "END:VFREEBUSY", "END:VCALENDAR");
    const replies: [Reply, string | undefined][] = [
      [{ status: 200, headers: { "content-type": "application/octet-stream" }, body: good }, good],
      [{ status: 200, body: lines("BEGIN:VCALENDAR", "END:VCALENDAR") }, undefined],
      [{ status: 200, body: "<html>BEGIN:VFREEBUSY</html>" }, undefined],
      [{ ...multistatus(), body: good }, undefined],
      [{ status: 501 }, undefined],
    ];
    for (const [reply, text] of replies) {
      const { client, url } = await clientOn(() => reply);
      expect(await client.freeBusy(url, { from: 0, to: 86_400_000 }, aCall())).toBe(text);
    }
  });

  it("does not take an entry for readable that is not UTF-8: it would be written back damaged", async () => {
    const { client, url } = await clientOn((_request, response) => {
      const text = Buffer.from("BEGIN:VCALENDAR\r\nX-A:Caf\u00e9\r\nEND:VCALENDAR\r\n", "latin1");
      response.writeHead(200, { etag: '"1"', "content-type": "text/calendar; charset=iso-8859-1" }).end(text);
      return undefined;
    });
    await expect(client.get(url, aCall())).rejects.toMatchObject({ code: "unreadable-entry" });
  });
});
