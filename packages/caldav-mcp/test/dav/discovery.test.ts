import { describe, expect, it } from "vitest";
import { aCall, aCallOf, accountAt, type AccountOptions } from "./account.ts";
import {
  calendar,
  CALENDAR_TYPE,
  found,
  type Handler,
  multistatus,
  type Reply,
  serve,
  statusOnly,
} from "./loopback.ts";

const principalIs = (path: string) =>
  `<d:current-user-principal><d:href>${path}</d:href></d:current-user-principal>`;
const homesAre = (...paths: string[]) =>
  `<c:calendar-home-set>${paths.map((path) => `<d:href>${path}</d:href>`).join("")}</c:calendar-home-set>`;
const addressesAre = (...hrefs: string[]) =>
  `<c:calendar-user-address-set>${hrefs.map((href) => `<d:href>${href}</d:href>`).join("")}</c:calendar-user-address-set>`;
const NOT_FOUND: Reply = { status: 404, body: "nothing here" };
const LOGIN_PAGE: Reply = {
  status: 200,
  headers: { "content-type": "text/html" },
  body: "<html>Log in</html>",
};

/** Answers by path; everything else is 404. */
const at =
  (replies: Record<string, Reply>): Handler =>
  ({ path }) =>
    replies[path] ?? NOT_FOUND;

/** An account whose home set holds what is given. */
const accountWith = (...responses: string[]) =>
  at({
    "/dav/": multistatus(found("/dav/", principalIs("/dav/p/mia/"))),
    "/dav/p/mia/": multistatus(found("/dav/p/mia/", homesAre("/dav/c/mia/"))),
    "/dav/c/mia/": multistatus(
      found("/dav/c/mia/", "<d:resourcetype><d:collection/></d:resourcetype>"),
      ...responses,
    ),
  });

const discover = async (handler: Handler, path = "/dav/", options: AccountOptions = {}) => {
  const server = await serve(handler);
  const { discoverer } = accountAt(server.url + path, options);
  return { server, discovery: discoverer.discover(aCall()), discoverer };
};

const idsOf = async (handler: Handler, path?: string) => {
  const { discovery } = await discover(handler, path);
  return (await discovery).calendars.map(({ id }) => id);
};

describe("discovery", () => {
  it("walks from a root to the principal, its home set and the calendars below (F01)", async () => {
    const { server, discovery } = await discover(
      accountWith(calendar("/dav/c/mia/team/"), calendar("/dav/c/mia/home/")),
    );
    expect((await discovery).calendars.map(({ id }) => id)).toEqual(["/dav/c/mia/team/", "/dav/c/mia/home/"]);
    expect(server.requests.map(({ method, path, headers }) => [method, path, headers.depth])).toEqual([
      ["PROPFIND", "/dav/", "0"],
      ["PROPFIND", "/dav/p/mia/", "0"],
      ["PROPFIND", "/dav/c/mia/", "1"],
    ]);
  });

  it("never decides by a GET", async () => {
    const { server, discovery } = await discover(() => LOGIN_PAGE);
    await expect(discovery).rejects.toMatchObject({ code: "not-caldav" });
    expect(new Set(server.requests.map(({ method }) => method))).toEqual(new Set(["PROPFIND"]));
  });

  it("uses the well-known address when the configured one knows no principal", async () => {
    const handler = accountWith(calendar("/dav/c/mia/team/"));
    const ids = await idsOf(
      (request, response) =>
        request.path === "/.well-known/caldav"
          ? { status: 301, headers: { location: "/dav/" } }
          : request.path === "/"
            ? LOGIN_PAGE
            : handler(request, response),
      "/",
    );
    expect(ids).toEqual(["/dav/c/mia/team/"]);
  });

  it("does not follow a well-known redirect to another host, and sends no credentials there", async () => {
    const other = await serve(() => multistatus());
    const { discovery } = await discover(
      at({ "/.well-known/caldav": { status: 301, headers: { location: `${other.url}/dav/` } } }),
      "/",
    );
    await expect(discovery).rejects.toMatchObject({ code: "unreachable" });
    expect(other.requests).toEqual([]);
  });

  it("does not ask another host that a home set names", async () => {
    const other = await serve(() => multistatus());
    const { discovery } = await discover(
      at({
        "/dav/": multistatus(found("/dav/", principalIs("/dav/p/"))),
        "/dav/p/": multistatus(found("/dav/p/", homesAre(`${other.url}/c/`))),
      }),
    );
    await expect(discovery).rejects.toMatchObject({ code: "unreachable" });
    expect(other.requests).toEqual([]);
  });

  it("joins absolute paths to the origin when the configured address has a sub-path (F07)", async () => {
    const ids = await idsOf(
      at({
        "/cloud/dav": multistatus(found("/cloud/dav", principalIs("/cloud/dav/p/m/"))),
        "/cloud/dav/p/m/": multistatus(found("/cloud/dav/p/m/", homesAre("/cloud/dav/c/m/"))),
        "/cloud/dav/c/m/": multistatus(calendar("/cloud/dav/c/m/x/")),
      }),
      "/cloud/dav",
    );
    expect(ids).toEqual(["/cloud/dav/c/m/x/"]);
  });

  it("uses the one calendar whose own address was configured, where there is no principal (F04)", async () => {
    const propstat404 =
      "<d:propstat><d:prop><d:current-user-principal/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>";
    const { server, discovery } = await discover(
      at({ "/c/x/": multistatus(found("/c/x/", CALENDAR_TYPE, propstat404)) }),
      "/c/x/",
    );
    expect((await discovery).calendars.map(({ id }) => id)).toEqual(["/c/x/"]);
    expect(server.requests).toHaveLength(1);
  });

  it("adds the configured calendar when the account's home set does not list it", async () => {
    const ids = await idsOf(
      at({
        "/shared/x/": multistatus(found("/shared/x/", CALENDAR_TYPE + principalIs("/p/"))),
        "/p/": multistatus(found("/p/", homesAre("/c/"))),
        "/c/": multistatus(calendar("/c/own/")),
      }),
      "/shared/x/",
    );
    expect(ids).toEqual(["/shared/x/", "/c/own/"]);
  });

  it("lists what lies below the configured address when the principal names no home", async () => {
    const ids = await idsOf((request) => {
      if (request.path === "/p/") return multistatus(found("/p/", ""));
      if (request.path !== "/dav/") return NOT_FOUND;
      return request.headers.depth === "0"
        ? multistatus(found("/dav/", principalIs("/p/")))
        : multistatus(found("/dav/", ""), calendar("/dav/x/"));
    });
    expect(ids).toEqual(["/dav/x/"]);
  });

  it("keeps to the configured address when the rest of the host is in trouble", async () => {
    const ids = await idsOf((request) => {
      if (request.path !== "/dav/") return { status: 500 };
      return request.headers.depth === "0"
        ? multistatus(found("/dav/", ""))
        : multistatus(calendar("/dav/x/"));
    });
    expect(ids).toEqual(["/dav/x/"]);
  });

  it("finds the principal's own answer when the server spells its path another way", async () => {
    const ids = await idsOf(
      at({
        "/dav/": multistatus(found("/dav/", principalIs("/p/mia%40example.org/"))),
        "/p/mia%40example.org/": multistatus(found("/p/mia@example.org/", homesAre("/c/"))),
        "/c/": multistatus(calendar("/c/x/")),
      }),
    );
    expect(ids).toEqual(["/c/x/"]);
  });

  it.each([401, 403, 429, 500, 502])(
    "reports %i on the home set as a failure, not as no calendars (F15)",
    async (status) => {
      const { discovery } = await discover(
        at({
          "/dav/": multistatus(found("/dav/", principalIs("/p/"))),
          "/p/": multistatus(found("/p/", homesAre("/c/"))),
          "/c/": { status, body: "reason of the server" },
        }),
      );
      await expect(discovery).rejects.toMatchObject({ name: "CaldavError" });
      await expect(discovery).rejects.not.toMatchObject({ message: expect.stringContaining("reason") });
    },
  );

  it("says which address led to nothing when an account holds no calendar (F01)", async () => {
    const { server, discovery } = await discover(accountWith());
    await expect(discovery).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringContaining(`${server.url}/dav/`),
    });
  });

  it("stops at the first refused login", async () => {
    const { server, discovery } = await discover(() => ({
      status: 401,
      headers: { "www-authenticate": ['X-Token realm="x"', 'Basic realm="y"'] },
      body: "x".repeat(100_000),
    }));
    await expect(discovery).rejects.toMatchObject({ code: "credentials-refused" });
    expect(server.requests).toHaveLength(1);
  });

  it("reads the right body under the wrong content type (F14)", async () => {
    const handler = accountWith(calendar("/dav/c/mia/team/"));
    const ids = await idsOf(async (request, response) => {
      const reply = await handler(request, response);
      return reply && { ...reply, headers: { "content-type": "text/html" } };
    });
    expect(ids).toEqual(["/dav/c/mia/team/"]);
  });

  it("keeps a calendar whose name was not found (F18)", async () => {
    const missing =
      "<d:propstat><d:prop><d:displayname/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>";
    const { discovery } = await discover(accountWith(found("/dav/c/mia/team/", CALENDAR_TYPE, missing)));
    expect((await discovery).calendars[0]).not.toHaveProperty("name");
  });

  it("takes a calendar without a component set for one that takes everything (F16)", async () => {
    const only = (...names: string[]) =>
      `<c:supported-calendar-component-set>${names.map((name) => `<c:comp name="${name}"/>`).join("")}</c:supported-calendar-component-set>`;
    const { discovery } = await discover(
      accountWith(
        calendar("/dav/c/mia/a/"),
        calendar("/dav/c/mia/b/", only("VTODO", "VPOLL")),
        calendar("/dav/c/mia/c/", only("VFREEBUSY")),
        calendar("/dav/c/mia/d/", only()),
      ),
    );
    expect((await discovery).calendars.map(({ components }) => components)).toEqual([
      ["event", "task", "journal"],
      ["task"],
      [],
      ["event", "task", "journal"],
    ]);
  });

  it("lists a subscribed calendar read-only, and counts one that can only be fetched elsewhere (F20)", async () => {
    const { discovery } = await discover(
      accountWith(
        calendar("/dav/c/mia/cached/", "<cs:source><d:href>https://example.org/x.ics</d:href></cs:source>"),
        found("/dav/c/mia/pointer/", "<d:resourcetype><d:collection/><cs:subscribed/></d:resourcetype>"),
      ),
    );
    const { calendars, skipped } = await discovery;
    expect(calendars).toEqual([
      expect.objectContaining({ id: "/dav/c/mia/cached/", readOnly: true, subscribed: true }),
    ]);
    expect(skipped).toBe(1);
  });

  it("reads rights, colour and the largest size, and leaves out what is none", async () => {
    const rights = (...names: string[]) =>
      `<d:current-user-privilege-set>${names.map((name) => `<d:privilege><d:${name}/></d:privilege>`).join("")}</d:current-user-privilege-set>`;
    const { discovery } = await discover(
      accountWith(
        calendar("/dav/c/mia/a/", `${rights("read")}<ca:calendar-color>#FF0000FF</ca:calendar-color>`),
        calendar(
          "/dav/c/mia/b/",
          `${rights("read", "write-content")}<ca:calendar-color>red"></ca:calendar-color>`,
        ),
        calendar("/dav/c/mia/c/", `${rights()}<c:max-resource-size>1000</c:max-resource-size>`),
        calendar("/dav/c/mia/d/", "<c:max-resource-size>-1</c:max-resource-size>"),
      ),
    );
    const [a, b, c, d] = (await discovery).calendars;
    expect(a).toMatchObject({ readOnly: true, colour: "#ff0000" });
    expect(b).toMatchObject({ readOnly: false });
    expect(b).not.toHaveProperty("colour");
    expect(c).toMatchObject({ readOnly: false, maxResourceSize: 1_000 });
    expect(d).not.toHaveProperty("maxResourceSize");
  });

  it("boxes names and descriptions, so that they cannot slip into a message", async () => {
    const { discovery } = await discover(
      accountWith(
        calendar(
          "/dav/c/mia/a/",
          "<d:displayname>2026</d:displayname><c:calendar-description>mine</c:calendar-description>",
        ),
      ),
    );
    const [only] = (await discovery).calendars;
    expect(only?.name).toBeDefined();
    expect(only?.description).toBeDefined();
    expect(JSON.stringify(only)).not.toMatch(/2026|mine/);
  });

  it("counts calendars whose path cannot be an id, or that lie outside the home set", async () => {
    const { discovery } = await discover(
      accountWith(
        calendar("/dav/c/mia/ok/"),
        calendar("/dav/c/mia/a b/"),
        calendar("/dav/c/mia/&lt;x&gt;/"),
        calendar("/dav/c/mia/\u200b/"),
        calendar("/dav/c/mia/![x](https://other.test/p)/"),
        calendar("/dav/c/mia/../eve/"),
        calendar("/dav/c/eve/x/"),
        calendar("https://other.test/dav/c/mia/x/"),
        statusOnly("/dav/c/mia/gone/", "404 Not Found"),
        statusOnly("/dav/c/mia/closed/", "403 Forbidden"),
      ),
    );
    const { calendars, skipped } = await discovery;
    expect(calendars.map(({ id }) => id)).toEqual(["/dav/c/mia/ok/"]);
    expect(skipped).toBe(8);
  });

  it("counts a calendar once that the server spells in two ways", async () => {
    const { discovery } = await discover(
      accountWith(calendar("/dav/c/mia/a%40b/"), calendar("/dav/c/mia/a@b/"), calendar("/dav/c/mia/a@b")),
    );
    expect((await discovery).calendars.map(({ id }) => id)).toEqual(["/dav/c/mia/a%40b/"]);
  });

  it("fails when the home set itself failed inside a 207, and says so when it was cut", async () => {
    const { discovery } = await discover(accountWith(statusOnly("/dav/c/mia/", "403 Forbidden")));
    await expect(discovery).rejects.toMatchObject({ code: "forbidden" });
    const cut = await discover(
      accountWith(calendar("/dav/c/mia/ok/"), statusOnly("/dav/c/mia/", "507 Insufficient Storage")),
    );
    expect(await cut.discovery).toMatchObject({ calendars: [{ id: "/dav/c/mia/ok/" }], skipped: 1 });
  });

  it("leaves out what is no calendar, such as the scheduling inbox", async () => {
    const ids = await idsOf(
      accountWith(
        found(
          "/dav/c/mia/in/",
          "<d:resourcetype><d:collection/><c:calendar/><c:schedule-inbox/></d:resourcetype>",
        ),
        found("/dav/c/mia/out/", "<d:resourcetype><d:collection/><c:schedule-outbox/></d:resourcetype>"),
        found(
          "/dav/c/mia/personal/",
          "<d:resourcetype><d:collection/><c:calendar/><c:schedule-outbox/></d:resourcetype>",
        ),
      ),
    );
    expect(ids).toEqual(["/dav/c/mia/personal/"]);
  });

  it("keeps to 8 home sets, 20 addresses and 256 calendars, and counts the rest", async () => {
    const homes = Array.from({ length: 10 }, (_, index) => `/c${index}/`);
    const mails = Array.from({ length: 25 }, (_, index) => `mailto:Mia${index}@Example.org`);
    const replies: Record<string, Reply> = {
      "/dav/": multistatus(found("/dav/", principalIs("/p/"))),
      "/p/": multistatus(found("/p/", homesAre(...homes) + addressesAre(...mails))),
    };
    for (const home of homes)
      replies[home] = multistatus(...Array.from({ length: 50 }, (_, index) => calendar(`${home}x${index}/`)));
    const { server, discovery } = await discover(at(replies));
    const { calendars, skipped, addresses, addressesLeftOut, warnings } = await discovery;
    expect(calendars).toHaveLength(256);
    expect(skipped).toBe(400 - 256);
    expect(addresses).toHaveLength(20);
    expect(addresses[0]).toBe("mia0@example.org");
    expect(addressesLeftOut).toBe(5);
    expect(warnings).toEqual([expect.stringContaining("10 places")]);
    expect(server.requests).toHaveLength(2 + 8);
  });

  it("takes only mail addresses for addresses, and the configured ones before all", async () => {
    const handler = at({
      "/dav/": multistatus(found("/dav/", principalIs("/p/"))),
      "/p/": multistatus(
        found(
          "/p/",
          homesAre("/c/") +
            addressesAre(
              "/p/",
              "mailto:a%2Bb@example.org",
              "MAILTO:Mia@example.org",
              "mailto:mia@example.org",
              "mailto:two words@example.org",
              "mailto:%ff@example.org",
              "urn:uuid:1",
            ),
        ),
      ),
      "/c/": multistatus(calendar("/c/x/")),
    });
    const { discovery } = await discover(handler);
    expect((await discovery).addresses).toEqual(["a+b@example.org", "mia@example.org"]);
    const configured = await discover(handler, "/dav/", { addresses: ["Ada@Example.org"] });
    expect((await configured.discovery).addresses).toEqual(["ada@example.org"]);
  });

  it("goes on without a second home set that is forbidden, and says so", async () => {
    const { discovery } = await discover(
      at({
        "/dav/": multistatus(found("/dav/", principalIs("/p/"))),
        "/p/": multistatus(found("/p/", homesAre("/c/", "/delegated/"))),
        "/c/": multistatus(calendar("/c/x/")),
        "/delegated/": { status: 403 },
      }),
    );
    const { calendars, warnings } = await discovery;
    expect(calendars).toHaveLength(1);
    expect(warnings).toEqual([expect.stringContaining("1 of 2")]);
  });

  it("offers only the calendars on the allow-list and counts the withheld ones", async () => {
    const { discovery } = await discover(
      accountWith(calendar("/dav/c/mia/team/"), calendar("/dav/c/mia/private/")),
      "/dav/",
      { allow: ["team"] },
    );
    const { calendars, withheld, withheldIds } = await discovery;
    expect(calendars.map(({ id }) => id)).toEqual(["/dav/c/mia/team/"]);
    expect(withheld).toBe(1);
    expect([...withheldIds]).toEqual(["/dav/c/mia/private/"]);
  });
});

describe("what discovery remembers", () => {
  const handler = accountWith(calendar("/dav/c/mia/team/"));

  it("is good for five minutes", async () => {
    let now = 1_000_000;
    const { server, discovery, discoverer } = await discover(handler, "/dav/", { now: () => now });
    const first = await discovery;
    now += 299_999;
    expect(await discoverer.discover(aCall())).toBe(first);
    expect(server.requests).toHaveLength(3);
    now += 1;
    await discoverer.discover(aCall());
    expect(server.requests).toHaveLength(6);
  });

  it("is asked again when the clock was set back", async () => {
    let now = 1_000_000;
    const { server, discovery, discoverer } = await discover(handler, "/dav/", { now: () => now });
    await discovery;
    now -= 500_000;
    await discoverer.discover(aCall());
    expect(server.requests).toHaveLength(6);
  });

  it("is shared by calls at the same time", async () => {
    const { server, discovery, discoverer } = await discover(handler);
    const others = await Promise.all([discoverer.discover(aCall()), discoverer.discover(aCall())]);
    const first = await discovery;
    expect(others.map((other) => other === first)).toEqual([true, true]);
    expect(server.requests).toHaveLength(3);
  });

  it("is never a failure", async () => {
    let broken = true;
    const { discovery, discoverer } = await discover((request, response) =>
      broken ? { status: 500 } : handler(request, response),
    );
    await expect(discovery).rejects.toMatchObject({ code: "server-error" });
    broken = false;
    expect((await discoverer.discover(aCall())).calendars).toHaveLength(1);
  });

  it("does not end a call because another one ran out of time during the shared search", async () => {
    const server = await serve(handler);
    const { discoverer } = accountAt(`${server.url}/dav/`);
    const poor = discoverer.discover(aCallOf(1));
    const rich = discoverer.discover(aCall());
    await expect(poor).rejects.toThrow("nothing left");
    expect((await rich).calendars).toHaveLength(1);
  });
});
