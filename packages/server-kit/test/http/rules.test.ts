import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { ConfigError } from "../../src/errors.ts";
import { authorizationOf } from "../../src/http/credentials.ts";
import { parseAllowedHost, reachOf } from "../../src/http/hosts.ts";
import { createRefusalMemo } from "../../src/http/refusal-memo.ts";
import { retryAfterMs } from "../../src/http/retry-after.ts";
import { manualClock } from "../manual-clock.ts";

describe("the reach of a server", () => {
  const hosts = ["dav.example.net", "*.dav.example.org"].map((entry) => parseAllowedHost(entry, "HOSTS"));
  const reach = reachOf(new URL("https://example.org/dav/"), hosts);

  it.each([
    "https://example.org/anything",
    "https://example.org:443/",
    "https://EXAMPLE.org/",
    "https://dav.example.net/",
    "https://p01.dav.example.org/x",
  ])("holds %s", (address) => {
    expect(reach.allows(new URL(address))).toBe(true);
  });

  it.each([
    "http://example.org/",
    "https://example.org:8443/",
    "https://www.example.org/",
    "https://example.org.evil.test/",
    "https://example.org./",
    "https://evil.test/example.org",
    "https://example.org@evil.test/",
    "https://ada@example.org/",
    "https://:secret@example.org/",
    "http://dav.example.net/",
    "https://dav.example.net:8443/",
    "https://sub.dav.example.net/",
    "https://dav.example.org/",
    "https://a.b.dav.example.org/",
    "https://xdav.example.org/",
    "https://.dav.example.org/",
    "blob:https://example.org/1",
    "file://example.org/",
  ])("does not hold %s", (address) => {
    expect(reach.allows(new URL(address))).toBe(false);
  });

  it("of a plain http server on the default port holds its https form, of another port it does not", () => {
    expect(reachOf(new URL("http://example.org/")).allows(new URL("https://example.org/"))).toBe(true);
    expect(reachOf(new URL("http://example.org:8080/")).allows(new URL("https://example.org/"))).toBe(false);
    expect(reachOf(new URL("http://example.org:8080/")).allows(new URL("https://example.org:8080/"))).toBe(
      false,
    );
  });

  it("never holds an address with a user name in it", () => {
    fc.assert(
      fc.property(fc.webAuthority({ withUserInfo: true }), (authority) => {
        fc.pre(URL.canParse(`https://${authority}/`));
        const url = new URL(`https://${authority}/`);
        fc.pre(url.username !== "" || url.password !== "");
        expect(reachOf(new URL(`https://${url.host}/`)).allows(url)).toBe(false);
      }),
    );
  });
});

describe("an entry of the host list", () => {
  it.each([
    "",
    "*",
    "*.",
    "*.org",
    "localhost",
    "https://dav.example.org",
    "dav.example.org:443",
    "dav.example.org/path",
    "a.*.example.org",
    "**.example.org",
    "ada@dav.example.org",
    "127.0.0.1",
    "*.0.0.1",
    "[::1]",
    "dav..example.org",
    `${"a.".repeat(200)}org`,
  ])("is not %o", (entry) => {
    expect(() => parseAllowedHost(entry, "HOSTS")).toThrow(ConfigError);
    expect(() => parseAllowedHost(entry, "HOSTS")).toThrow(/^HOSTS: /);
  });
});

describe("the Authorization header", () => {
  it("is Basic in UTF-8", () => {
    const header = authorizationOf({ kind: "basic", username: "ada", password: "pä:ss" });
    expect(Buffer.from(header.slice("Basic ".length), "base64").toString("utf8")).toBe("ada:pä:ss");
  });

  it.each([
    [{ kind: "basic", username: "a:b", password: "hunter2" }],
    [{ kind: "basic", username: "ada", password: "hunter2\r\nX: y" }],
    [{ kind: "basic", username: "a\u0000da", password: "hunter2" }],
    [{ kind: "bearer", token: "hunter2 hunter2" }],
    [{ kind: "bearer", token: "hunter2\n" }],
    [{ kind: "bearer", token: "" }],
    [{ kind: "bearer", token: "hünter2" }],
  ] as const)("is refused, without repeating them, for %o", (credentials) => {
    const make = () => authorizationOf(credentials);
    expect(make).toThrow(ConfigError);
    expect(make).not.toThrow(/h[uü]nter2/);
  });
});

it("a credential that cannot be sent is named by its variable", () => {
  const names = { username: "APP_USER", password: "APP_PASSWORD", token: "APP_TOKEN" };
  expect(() => authorizationOf({ kind: "bearer", token: "a b" }, names)).toThrow(/^APP_TOKEN must/);
  expect(() => authorizationOf({ kind: "basic", username: "a:b", password: "c" }, names)).toThrow(
    /^APP_USER must/,
  );
  expect(() => authorizationOf({ kind: "basic", username: "a", password: "\n" }, names)).toThrow(
    /^APP_PASSWORD must/,
  );
});

describe("Retry-After", () => {
  const now = Date.UTC(2026, 8, 14, 9);

  it.each([
    ["120", 120_000],
    ["0", 0],
    ["Mon, 14 Sep 2026 09:01:00 GMT", 60_000],
    ["Mon, 14 Sep 2026 08:00:00 GMT", 0],
  ])("%o means %o ms", (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });

  it.each([
    null,
    "",
    "-1",
    "1.5",
    "soon",
    "2026-09-14T09:01:00Z",
    "9".repeat(40),
    "Xyz, 99 Foo 2026 99:99:99 GMT",
  ])("%o says nothing", (header) => {
    expect(retryAfterMs(header, now)).toBeUndefined();
  });
});

it("a refusal is forgotten after its time, and counts for its own origin only", async () => {
  const clock = manualClock();
  const memo = createRefusalMemo({ clock, forMs: 10_000 });
  memo.note("https://a.test");
  await clock.advance(9999);
  expect(memo.ageOf("https://a.test")).toBe(9999);
  expect(memo.ageOf("https://b.test")).toBeUndefined();
  await clock.advance(1);
  expect(memo.ageOf("https://a.test")).toBeUndefined();
});
