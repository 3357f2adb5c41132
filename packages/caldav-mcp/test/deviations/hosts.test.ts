import { createServer as createTlsServer } from "node:https";
import { once } from "node:events";
import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import * as bad from "./deviations.ts";
import { type Desk, list, onDay, openDesk, PASSWORD, SEPTEMBER, summaries } from "./desk.ts";
import { type Deviation, startProxy, urlOf } from "./proxy.ts";

/** Every call of every tool that reads, and a deletion; what they answer is not the point here. */
async function callEverything(desk: Desk, id: string): Promise<void> {
  await desk.call("list_calendars");
  await desk.call("get_server_info");
  await desk.call("list_events", SEPTEMBER);
  await desk.call("get_event", { id });
  await desk.call("delete_event", { id });
  await desk.call("create_event", { calendar_id: "events", summary: "New", start: "2026-09-20T10:00" });
}

async function deskWithOne(options: Parameters<typeof openDesk>[0] = {}) {
  const desk = await openDesk({ script: ["yes", "yes"], ...options });
  desk.seed("one.ics", onDay("one", 14));
  // The id is made without a request that the deviation would see.
  const id = ["event", "/calendars/ada/events/", "one.ics"]
    .map((part, index) => (index === 0 ? part : Buffer.from(part).toString("base64url")))
    .join(".");
  return { desk, id };
}

describe("the credentials", () => {
  const elsewhere = (desk: Desk): string => desk.elsewhere.url;
  const CASES: Record<
    string,
    (desk: Desk) => { aim?: { method?: string; path?: RegExp }; deviation: Deviation }
  > = {
    "every answer is a redirect to it": (desk) => ({ deviation: bad.redirect(elsewhere(desk), 307) }),
    "every answer is a permanent redirect to it": (desk) => ({
      deviation: bad.redirect(elsewhere(desk), 301),
    }),
    "the redirect carries a user name": (desk) => ({
      deviation: bad.redirect(elsewhere(desk).replace("//", "//ada:x@")),
    }),
    "the redirect leaves the scheme out": (desk) => ({
      deviation: bad.redirect(elsewhere(desk).replace("http:", "")),
    }),
    "the redirect is spelled with backslashes": (desk) => ({
      deviation: bad.redirect(elsewhere(desk).replace("http://", "/\\")),
    }),
    "the second hop of a redirect is it": (desk) => ({
      deviation: (asked, forward) =>
        bad.redirect(asked.path === "/hop" ? elsewhere(desk) : "/hop", 307)(asked, forward),
    }),
    "the well-known address points to it": (desk) => ({
      aim: { path: /well-known/ },
      deviation: bad.redirect(elsewhere(desk), 301),
    }),
    "the principal is there": (desk) => ({
      aim: { method: "PROPFIND" },
      deviation: bad.body((text) => text.replaceAll(/>(\/principals\/[^<]*)</g, `>${elsewhere(desk)}p/<`)),
    }),
    "the home set is there": (desk) => ({
      aim: { method: "PROPFIND", path: /principals/ },
      deviation: bad.body((text) => text.replaceAll(/>(\/calendars\/[^<]*)</g, `>${elsewhere(desk)}c/<`)),
    }),
    "the calendars are there": (desk) => ({
      aim: { method: "PROPFIND", path: /calendars/ },
      deviation: bad.body((text) =>
        text.replaceAll(/href>(\/calendars\/ada\/events\/)/g, `href>${elsewhere(desk)}calendars/ada/events/`),
      ),
    }),
    "the entries are there": (desk) => ({
      aim: { method: "REPORT" },
      deviation: bad.hrefs((href) => new URL(href, elsewhere(desk)).href),
    }),
    "the writes are sent there": (desk) => ({
      aim: { method: "DELETE" },
      deviation: bad.redirect(elsewhere(desk), 308),
    }),
    "a new entry is sent there": (desk) => ({
      aim: { method: "PUT" },
      deviation: bad.redirect(elsewhere(desk), 307),
    }),
    "xml:base says so": (desk) => ({
      aim: { method: "REPORT" },
      deviation: bad.body((text) => text.replace(/(<\w*:?multistatus)/, `$1 xml:base="${elsewhere(desk)}"`)),
    }),
    "headers say so": (desk) => ({
      deviation: bad.both(
        bad.header("refresh", `0; url=${elsewhere(desk)}`),
        bad.header("content-location", elsewhere(desk)),
      ),
    }),
  };

  it.each(Object.entries(CASES))("never leave for another host when %s", async (_name, make) => {
    const { desk, id } = await deskWithOne();
    await using _closed = desk;
    const { aim = {}, deviation } = make(desk);
    desk.proxy.bend(aim, deviation);
    await callEverything(desk, id);
    expect(desk.elsewhere.requests).toEqual([]);
  });

  it("do not follow to https on a port that was not configured", async () => {
    const { desk, id } = await deskWithOne();
    await using _closed = desk;
    let connections = 0;
    const secure = createTlsServer(() => undefined).on("connection", () => (connections += 1));
    secure.listen(0, "127.0.0.1");
    await once(secure, "listening");
    desk.proxy.bend({}, bad.redirect(urlOf(secure).replace("http:", "https:"), 301));
    await callEverything(desk, id);
    secure.close();
    expect(connections).toBe(0);
  });

  it("are never sent in the address, and are the same on every request", async () => {
    const { desk, id } = await deskWithOne();
    await using _closed = desk;
    await callEverything(desk, id);
    const sent = new Set(desk.proxy.asked.map(({ headers }) => headers["authorization"]));
    expect([...sent]).toEqual([`Basic ${Buffer.from(`ada:${PASSWORD}`).toString("base64")}`]);
    for (const { path, body } of desk.proxy.asked)
      expect(`${path}${body.toString()}`).not.toContain(PASSWORD);
  });

  it("do not come back out of a server that mirrors its request", async () => {
    const { desk, id } = await deskWithOne();
    await using _closed = desk;
    desk.proxy.bend({}, async (asked, forward) => {
      const mirror = JSON.stringify(asked.headers);
      return bad.says(500, {
        body: mirror,
        headers: { "x-mirror": mirror, "www-authenticate": `Basic realm=${mirror}` },
      })(asked, forward);
    });
    await callEverything(desk, id);
    expect(JSON.stringify(desk.log)).not.toContain(PASSWORD);
  });
});

describe("refused credentials", () => {
  const REFUSED = bad.says(401, { headers: { "www-authenticate": 'Basic realm="x"' } });

  it("are tried once, however many calls and calendars there are", async () => {
    const { desk, id } = await deskWithOne();
    await using _closed = desk;
    desk.proxy.bend({}, REFUSED);
    const results = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        index % 2 === 0 ? desk.call("list_events", SEPTEMBER) : desk.call("get_event", { id }),
      ),
    );
    for (const result of results) {
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/refused the credentials/);
    }
    expect(desk.proxy.asked.length).toBeLessThanOrEqual(4);
    const late = await desk.call("delete_event", { id });
    expect(textOf(late)).toMatch(
      /refused the credentials \d+ s ago and was not asked again.*Nothing was changed/s,
    );
    expect(desk.proxy.asked.length).toBeLessThanOrEqual(4);
  });

  it("in the middle of a listing of many calendars end it after the requests in flight", async () => {
    const names = Array.from({ length: 30 }, (_, index) => ({
      name: `c${index}`,
      components: ["VEVENT" as const],
    }));
    await using desk = await openDesk({ calendars: names });
    await desk.call("list_calendars");
    desk.proxy.bend({ method: "REPORT" }, REFUSED);
    const result = await desk.call("list_events", SEPTEMBER);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/refused the credentials/);
    expect(desk.proxy.count({ method: "REPORT" })).toBeLessThanOrEqual(4);
  });
});

describe("the configured calendars", () => {
  it("are the only ones that are asked, whatever the server lists", async () => {
    const { desk } = await deskWithOne({ env: { CALDAV_CALENDARS: "/calendars/ada/events/" } });
    await using _closed = desk;
    desk.seed("hidden.ics", onDay("hidden", 15), "other");
    desk.proxy.bend(
      { method: "REPORT" },
      bad.hrefs((href) => href.replace("/events/", "/other/")),
    );
    const listed = await list(desk);
    expect(summaries(listed)).toEqual([]);
    expect([listed.missing, listed.withheld]).toEqual([1, 1]);
    expect(desk.proxy.count({ path: /\/other\// })).toBe(0);
  });

  it("are not left by a forged id", async () => {
    const { desk } = await deskWithOne({ env: { CALDAV_CALENDARS: "events" } });
    await using _closed = desk;
    desk.seed("hidden.ics", onDay("hidden", 15), "other");
    const forged = [
      ["/calendars/ada/other/", "hidden.ics"],
      ["/calendars/ada/events/../other/", "hidden.ics"],
      ["/calendars/ada/events/", "../other/hidden.ics"],
      ["/calendars/ada/events/", "..%2Fother%2Fhidden.ics"],
      [desk.elsewhere.url, "hidden.ics"],
    ];
    for (const parts of forged) {
      const id = ["event", ...parts.map((part) => Buffer.from(part).toString("base64url"))].join(".");
      for (const tool of ["get_event", "delete_event"]) {
        const result = await desk.call(tool, { id });
        expect(result.isError).toBe(true);
        expect(textOf(result)).toMatch(/outside the ones|not an id from a listing/);
      }
    }
    expect(desk.proxy.count({ path: /other/ })).toBe(0);
    expect(desk.elsewhere.requests).toEqual([]);
  });
});

it("an allowed host is reached over https only, so a listener without it gets nothing", async () => {
  const { desk, id } = await deskWithOne({ env: { CALDAV_ALLOW_HOSTS: "other.test" } });
  await using _closed = desk;
  const other = await startProxy(desk.sandbox.url);
  desk.proxy.bend({}, bad.redirect(other.url));
  await callEverything(desk, id);
  await other.close();
  expect(other.asked).toEqual([]);
});
