import { gzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { createBudget } from "../../src/budget.ts";
import { BudgetSpent, CallCancelled, HttpFailure } from "../../src/errors.ts";
import type { GuardedFetchOptions } from "../../src/http/guarded-fetch.ts";
import { createGuardedFetch } from "../../src/http/guarded-fetch.ts";
import { parseAllowedHost } from "../../src/http/hosts.ts";
import type { Handler, Loopback } from "../loopback.ts";
import { closedPort, loopback } from "../loopback.ts";
import { manualClock } from "../manual-clock.ts";

const SAFE = ["GET", "PROPFIND", "REPORT", "OPTIONS"];
const BASIC = { kind: "basic", username: "ada", password: "pässword" } as const;

const fetchFor = (configured: URL, options: Partial<GuardedFetchOptions> = {}) =>
  createGuardedFetch({
    configured,
    credentials: BASIC,
    checkAfterRefusal: "the user name and the app password",
    safeMethods: SAFE,
    ...options,
  });

const serverWith = async (handle: Handler, options: Partial<GuardedFetchOptions> = {}) => {
  const server = await loopback(handle);
  return { server, fetch: fetchFor(server.url, options) };
};

const failureOf = async (work: Promise<unknown>): Promise<HttpFailure> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof HttpFailure) return error;
  throw new Error("expected an HttpFailure", { cause: error });
};

/** Sends requests for made-up hosts to a loopback server, as a resolver would. */
const resolving =
  (
    server: Loopback,
    asked: { url: string; authorization: string | null }[],
  ): NonNullable<GuardedFetchOptions["fetch"]> =>
  (url, init) => {
    asked.push({ url: url.href, authorization: init.headers.get("authorization") });
    return globalThis.fetch(new URL(url.pathname, server.url), init);
  };

describe("the answer", () => {
  it("carries status, headers, the whole body and the address that answered", async () => {
    const { server, fetch } = await serverWith((_, response) => {
      response.writeHead(207, "Odd words from the server", { etag: '"1"', "set-cookie": "a=b" }).end("<x/>");
    });
    const response = await fetch(server.at("/dav/"), {
      method: "PROPFIND",
      headers: { depth: "0" },
      body: "<q/>",
    });
    expect(response.status).toBe(207);
    expect(response.statusText).toBe("");
    expect(response.headers.get("etag")).toBe('"1"');
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(response.url).toBe(server.at("/dav/"));
    expect(await response.text()).toBe("<x/>");
    expect(server.seen).toMatchObject([
      { method: "PROPFIND", path: "/dav/", body: "<q/>", headers: { depth: "0" } },
    ]);
  });

  it("has no body where HTTP has none", async () => {
    const { server, fetch } = await serverWith((_, response) => void response.writeHead(204).end());
    const response = await fetch(server.url, { method: "DELETE" });
    expect(response.status).toBe(204);
    expect(response.body).toBeNull();
  });

  it("is handed on decompressed and without the headers of the compressed form", async () => {
    const { server, fetch } = await serverWith((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("plain text"));
    });
    const response = await fetch(server.url);
    expect(await response.text()).toBe("plain text");
    expect(response.headers.get("content-encoding")).toBeNull();
  });
});

describe("where requests go", () => {
  it.each([
    ["another host", "https://elsewhere.example.org/"],
    ["another port of the host", "http://127.0.0.1:9/"],
    ["another scheme", "ftp://127.0.0.1/"],
    ["no address at all", "/dav/"],
    ["a file", "file:///etc/hosts"],
    ["data", "data:text/plain,hello"],
    ["an endless address", `http://127.0.0.1/${"a".repeat(20_000)}`],
  ])("never sends anything to %s", async (_, address) => {
    const { server, fetch } = await serverWith((_request, response) => void response.end());
    const failure = await failureOf(fetch(address));
    expect(failure).toMatchObject({ code: "bad-address", delivery: "not-sent" });
    expect(failure.message).not.toContain("elsewhere");
    expect(server.seen).toEqual([]);
  });

  it("refuses a user name inside an address, also on the configured host", async () => {
    const { server, fetch } = await serverWith((_, response) => void response.end());
    const address = new URL(server.url);
    address.username = "eve";
    address.password = "secret";
    const failure = await failureOf(fetch(address));
    expect(failure.code).toBe("bad-address");
    expect(failure.message).not.toContain("eve");
    expect(server.seen).toEqual([]);
  });

  it("sends the credentials in UTF-8 and lets no caller bring others", async () => {
    const { server, fetch } = await serverWith((_, response) => void response.end());
    await fetch(server.url, {
      headers: { Authorization: "Basic bWFsbG9yeQ==", cookie: "a=b", "X-Kept": "1" },
    });
    const headers = server.seen[0]?.headers;
    expect(headers?.authorization).toBe(`Basic ${Buffer.from("ada:pässword", "utf8").toString("base64")}`);
    expect(headers?.cookie).toBeUndefined();
    expect(headers?.["x-kept"]).toBe("1");
  });

  it("sends a bearer token, or nothing when there are no credentials", async () => {
    const server = await loopback((_, response) => void response.end());
    await fetchFor(server.url, { credentials: { kind: "bearer", token: "abc.def" } })(server.url);
    await createGuardedFetch({ configured: server.url, checkAfterRefusal: "x", safeMethods: SAFE })(
      server.url,
    );
    expect(server.seen.map((one) => one.headers.authorization)).toEqual(["Bearer abc.def", undefined]);
  });

  it("reports a header that cannot be sent without repeating it", async () => {
    const { server, fetch } = await serverWith((_, response) => void response.end());
    const failure = await failureOf(fetch(server.url, { headers: { "if-match": '"a\nb-hidden"' } }));
    expect(failure.code).toBe("bad-request");
    expect(failure.message).not.toContain("hidden");
  });
});

describe("redirects", () => {
  it("are followed on the same origin, with the same method, body and credentials", async () => {
    const { server, fetch } = await serverWith(({ path }, response) => {
      if (path === "/") response.writeHead(301, { location: "/dav/" }).end();
      else response.writeHead(207).end("<x/>");
    });
    const response = await fetch(server.url, { method: "PROPFIND", body: "<q/>" });
    expect(response.url).toBe(server.at("/dav/"));
    expect(server.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["PROPFIND", "/", "<q/>"],
      ["PROPFIND", "/dav/", "<q/>"],
    ]);
    expect(server.seen[1]?.headers.authorization).toBeDefined();
  });

  it("to another origin are refused, and that origin sees no request and no credentials", async () => {
    const other = await loopback((_, response) => void response.end());
    const { server, fetch } = await serverWith((_, response) => {
      response.writeHead(302, { location: other.at("/stolen") }).end();
    });
    const failure = await failureOf(fetch(server.url));
    expect(failure).toMatchObject({ code: "redirect-refused", delivery: "answered", status: 302 });
    expect(failure.message).not.toContain("stolen");
    expect(other.seen).toEqual([]);
  });

  it("are followed three times and not a fourth time", async () => {
    const { server, fetch } = await serverWith(({ path }, response) => {
      const left = Number(path.slice(1));
      if (left === 0) response.end("here");
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    });
    expect(await (await fetch(server.at("/3"))).text()).toBe("here");
    expect((await failureOf(fetch(server.at("/4")))).code).toBe("redirect-refused");
    expect(server.seen.filter(({ path }) => path === "/0")).toHaveLength(1);
  });

  it.each(["PUT", "DELETE", "MOVE", "POST"])("of a %s are never followed", async (method) => {
    const { server, fetch } = await serverWith(({ path }, response) => {
      if (path === "/") response.writeHead(308, { location: "/elsewhere" }).end();
      else response.end();
    });
    const failure = await failureOf(fetch(server.url, { method }));
    expect(failure).toMatchObject({ code: "redirect-refused", status: 308 });
    expect(failure.message).toContain("nothing was changed");
    expect(server.seen).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])(
    "of a write with %i say whether it can have been done",
    async (status) => {
      const { server, fetch } = await serverWith((_, response) => {
        response.writeHead(status, { location: "/elsewhere" }).end();
      });
      const { message } = await failureOf(fetch(server.url, { method: "POST" }));
      const isOpen = status === 302 || status === 303;
      expect(/not known/.test(message)).toBe(isOpen);
      expect(/nothing was changed/.test(message)).toBe(!isOpen);
      expect(server.seen).toHaveLength(1);
    },
  );

  it.each([
    ["without an address", {}],
    ["with an address that cannot be read", { location: "http://[" }],
    ["with an endless address", { location: `/${"a".repeat(9000)}` }],
    ["with a user name in it", { location: "http://eve:secret@127.0.0.1/" }],
    ["to a file", { location: "file:///etc/hosts" }],
  ])("%s are refused", async (_, headers) => {
    const { server, fetch } = await serverWith(
      (_request, response) => void response.writeHead(302, headers).end(),
    );
    const failure = await failureOf(fetch(server.url));
    expect(failure.code).toBe("redirect-refused");
    expect(failure.message).not.toContain("secret");
  });

  it("to an allowed host take the credentials along, but to its neighbours nothing goes", async () => {
    const asked: { url: string; authorization: string | null }[] = [];
    const server = await loopback(({ path }, response) => {
      const location = { "/a": "https://p01.dav.example.org/b", "/c": "https://dav.example.org.evil.test/" }[
        path
      ];
      if (location === undefined) response.end("here");
      else response.writeHead(302, { location }).end();
    });
    const fetch = fetchFor(new URL("https://dav.example.org/"), {
      allowedHosts: [parseAllowedHost("*.dav.example.org", "HOSTS")],
      fetch: resolving(server, asked),
    });
    expect(await (await fetch("https://dav.example.org/a")).text()).toBe("here");
    expect((await failureOf(fetch("https://dav.example.org/c"))).code).toBe("redirect-refused");
    expect(asked.map(({ url }) => url)).toEqual([
      "https://dav.example.org/a",
      "https://p01.dav.example.org/b",
      "https://dav.example.org/c",
    ]);
    expect(asked.every(({ authorization }) => authorization !== null)).toBe(true);
  });

  it("lead the same host from http to https, and never back", async () => {
    const asked: { url: string; authorization: string | null }[] = [];
    const server = await loopback(({ path }, response) => {
      const location = { "/up": "https://dav.example.org/done", "/down": "http://dav.example.org/done" }[
        path
      ];
      if (location === undefined) response.end("here");
      else response.writeHead(301, { location }).end();
    });
    const fetch = fetchFor(new URL("http://dav.example.org/"), { fetch: resolving(server, asked) });
    expect((await fetch("http://dav.example.org/up")).url).toBe("https://dav.example.org/done");
    expect((await failureOf(fetch("https://dav.example.org/down"))).code).toBe("redirect-refused");
  });

  it("are not followed at all when none are allowed", async () => {
    const { server, fetch } = await serverWith(
      (_, response) => void response.writeHead(302, { location: "/b" }).end(),
      {
        maxRedirects: 0,
      },
    );
    expect((await failureOf(fetch(server.url))).code).toBe("redirect-refused");
    expect(server.seen).toHaveLength(1);
  });
});

describe("bodies", () => {
  it("at the ceiling are read, and one byte more is a failure", async () => {
    const { server, fetch } = await serverWith(
      ({ path }, response) => void response.end("a".repeat(Number(path.slice(1)))),
      {
        ceiling: 1000,
      },
    );
    expect(await (await fetch(server.at("/1000"))).text()).toHaveLength(1000);
    expect(await failureOf(fetch(server.at("/1001")))).toMatchObject({ code: "too-large", status: 200 });
    expect(await (await fetch(server.at("/1001"), { ceiling: 2000 })).text()).toHaveLength(1001);
  });

  it("that never end are hung up on at the ceiling", async () => {
    let sent = 0;
    const { server, fetch } = await serverWith(
      (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write("a".repeat(16_384))) sent += 16_384;
        };
        response.on("drain", more);
        more();
      },
      { ceiling: 100_000 },
    );
    expect((await failureOf(fetch(server.url))).code).toBe("too-large");
    expect(sent).toBeLessThan(50_000_000);
  });

  it("are counted after decompression, so a small one that unfolds to 64 MiB costs no more than the ceiling", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(100_000);
    const { server, fetch } = await serverWith(
      (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
      { ceiling: 200_000 },
    );
    expect((await failureOf(fetch(server.url))).code).toBe("too-large");
  });

  it("of an error are cut, not failed", async () => {
    const { server, fetch } = await serverWith(
      (_, response) => void response.writeHead(500).end("e".repeat(70_000)),
    );
    const response = await fetch(server.url);
    expect(response.status).toBe(500);
    expect(await response.text()).toHaveLength(64 * 1024);
  });

  it("that break off are a failure of a read", async () => {
    const { server, fetch } = await serverWith((_, response) => {
      response.writeHead(200, { "content-length": "1000" }).write("half");
      setImmediate(() => response.destroy());
    });
    expect(await failureOf(fetch(server.url))).toMatchObject({ code: "broken-answer", delivery: "answered" });
  });

  it("that are not what they claim to be are a failure of a read", async () => {
    const { server, fetch } = await serverWith(
      (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end("not gzip"),
    );
    expect((await failureOf(fetch(server.url))).code).toBe("broken-answer");
  });

  it("after a write that was carried out never turn it into a failure", async () => {
    const { server, fetch } = await serverWith(
      ({ path }, response) => {
        response.writeHead(201, { etag: '"2"' }).write("b".repeat(5000));
        if (path === "/broken") setImmediate(() => response.destroy());
        else response.end();
      },
      { ceiling: 1000 },
    );
    for (const path of ["/long", "/broken"]) {
      const response = await fetch(server.at(path), { method: "PUT", body: "x" });
      expect(response.status).toBe(201);
      expect(response.headers.get("etag")).toBe('"2"');
    }
  });
});

describe("time", () => {
  it("ends a read whose server does not answer, and says so in seconds", async () => {
    const clock = manualClock();
    const { server, fetch } = await serverWith(() => undefined, { clock });
    const failure = failureOf(fetch(server.url));
    await expect.poll(() => server.seen.length).toBe(1);
    await clock.advance(30_000);
    expect(await failure).toMatchObject({ code: "timed-out", delivery: "unknown" });
    expect((await failure).message).toContain("30 s");
    expect(clock.pending()).toBe(0);
  });

  it("ends a body that trickles", async () => {
    const clock = manualClock();
    const { server, fetch } = await serverWith((_, response) => void response.writeHead(200).write("a"), {
      clock,
    });
    const failure = failureOf(fetch(server.url));
    await expect.poll(() => server.seen.length).toBe(1);
    await clock.advance(1000);
    await clock.advance(29_000);
    expect(await failure).toMatchObject({ delivery: expect.any(String), code: "timed-out" });
  });

  it("says of a write without an answer that it may have been made", async () => {
    const clock = manualClock();
    const { server, fetch } = await serverWith(() => undefined, { clock });
    const failure = failureOf(fetch(server.url, { method: "PUT", body: "x", timeoutMs: 5000 }));
    await expect.poll(() => server.seen.length).toBe(1);
    await clock.advance(5000);
    expect(await failure).toMatchObject({ code: "timed-out", delivery: "unknown" });
    expect((await failure).message).toContain("is not known");
  });

  it("stops a read when the call is cancelled, with the reason of the call", async () => {
    const client = new AbortController();
    const { server, fetch } = await serverWith(() => undefined);
    const budget = createBudget({ signal: client.signal });
    const read = fetch(server.url, { budget });
    await expect.poll(() => server.seen.length).toBe(1);
    client.abort();
    await expect(read).rejects.toBeInstanceOf(CallCancelled);
  });

  it("does not abandon a write that is on its way when the call is cancelled", async () => {
    const client = new AbortController();
    const answers: (() => void)[] = [];
    const { server, fetch } = await serverWith((_, response) => {
      answers.push(() => void response.writeHead(201).end());
    });
    const budget = createBudget({ signal: client.signal });
    const write = fetch(server.url, { method: "PUT", body: "x", budget });
    await expect.poll(() => server.seen.length).toBe(1);
    client.abort();
    answers[0]?.();
    expect((await write).status).toBe(201);
    await expect(fetch(server.url, { method: "PUT", body: "x", budget })).rejects.toBeInstanceOf(
      CallCancelled,
    );
    expect(server.seen).toHaveLength(1);
  });

  it("sends nothing once the call's own time is used up", async () => {
    const clock = manualClock();
    const { server, fetch } = await serverWith((_, response) => void response.end());
    const budget = createBudget({ ms: 1000, clock });
    await fetch(server.url, { budget });
    await clock.advance(1000);
    await expect(fetch(server.url, { budget })).rejects.toBeInstanceOf(BudgetSpent);
    expect(server.seen).toHaveLength(1);
  });
});

describe("a refused login", () => {
  it("is repeated from memory for ten seconds, saying how old it is and what to check", async () => {
    const clock = manualClock();
    const { server, fetch } = await serverWith(
      (_, response) => void response.writeHead(401).end("x".repeat(2_000_000)),
      {
        clock,
      },
    );
    const first = await failureOf(fetch(server.url));
    expect(first).toMatchObject({ code: "credentials-refused", delivery: "answered", status: 401 });
    expect(first.message).toContain("the user name and the app password");
    await clock.advance(4000);
    const second = await failureOf(fetch(server.at("/other"), { method: "PUT", body: "x" }));
    expect(second).toMatchObject({ code: "credentials-refused", delivery: "not-sent" });
    expect(second.message).toContain("4 s ago");
    expect(second.message).toContain("in 6 s");
    expect(server.seen).toHaveLength(1);
    await clock.advance(6000);
    await failureOf(fetch(server.url));
    expect(server.seen).toHaveLength(2);
  });

  it.each([
    { challenge: 'Digest realm="BaikalDAV",qop="auth",nonce="1"', digestOnly: true },
    { challenge: 'Digest realm="dav", nonce="1", Basic realm="dav"', digestOnly: false },
    { challenge: 'Basic realm="the digest"', digestOnly: false },
  ])("for which $challenge is asked says whether it takes Basic", async ({ challenge, digestOnly }) => {
    const { server, fetch } = await serverWith(
      (_, response) => void response.writeHead(401, { "www-authenticate": challenge }).end(),
    );
    const { message } = await failureOf(fetch(server.url));
    expect(message.includes("takes only Digest sign-in")).toBe(digestOnly);
    expect(message.includes("Check the user name and the app password")).toBe(!digestOnly);
    expect(message).not.toContain("realm");
  });

  it("does not advise Basic sign-in to who signs in with a token", async () => {
    const challenge = 'Digest realm="proxy",nonce="1"';
    const { server, fetch } = await serverWith(
      (_, response) => void response.writeHead(401, { "www-authenticate": challenge }).end(),
      { credentials: { kind: "bearer", token: "t" } },
    );
    const { message } = await failureOf(fetch(server.url));
    expect(message).toContain("(HTTP 401). Check the user name and the app password");
  });

  it("is not knocked at by requests that were waiting for a place", async () => {
    const { server, fetch } = await serverWith((_, response) => void response.writeHead(401).end(), {
      inFlight: 2,
    });
    await Promise.all(Array.from({ length: 10 }, () => failureOf(fetch(server.url))));
    expect(server.seen.length).toBeLessThanOrEqual(2);
  });
});

describe("a server that is busy", () => {
  const busyUntil = (calls: number, headers: Record<string, string>, status = 429): Handler => {
    let asked = 0;
    return (_, response) => {
      asked += 1;
      if (asked > calls) response.end("here");
      else response.writeHead(status, headers).end();
    };
  };

  it.each([
    ["seconds", 429, "5", 5000],
    ["a date", 503, "Mon, 14 Sep 2026 09:00:07 GMT", 7000],
  ])("is asked again after the time it names in %s", async (_, status, header, ms) => {
    const clock = manualClock();
    const { server, fetch } = await serverWith(busyUntil(1, { "retry-after": header }, status), { clock });
    const response = fetch(server.url, { method: "REPORT", body: "<q/>", budget: createBudget({ clock }) });
    await expect.poll(() => clock.dueIn()).toContain(ms);
    await clock.advance(ms - 1);
    expect(server.seen).toHaveLength(1);
    await clock.advance(1);
    expect(await (await response).text()).toBe("here");
  });

  it.each([
    ["a write", "PUT", { "retry-after": "1" }],
    ["a read that is not told when", "GET", {}],
    ["a read that is told nonsense", "GET", { "retry-after": "soon" }],
    ["a read that would wait longer than the call may take", "GET", { "retry-after": "31" }],
  ])("gets no second try for %s", async (_, method, headers) => {
    const clock = manualClock();
    const { server, fetch } = await serverWith(busyUntil(1, headers), { clock });
    const response = await fetch(server.url, { method, budget: createBudget({ clock }) });
    expect(response.status).toBe(429);
    expect(server.seen).toHaveLength(1);
  });

  it("is not asked for ever", async () => {
    const clock = manualClock();
    const { server, fetch } = await serverWith(busyUntil(99, { "retry-after": "0" }), { clock });
    const response = fetch(server.url);
    for (const round of [1, 2, 3]) {
      await expect.poll(() => [server.seen.length, ...clock.dueIn()]).toEqual([round, 250]);
      await clock.advance(250);
    }
    expect((await response).status).toBe(429);
    expect(server.seen).toHaveLength(4);
  });

  it("is asked again after a pause of our own only where that is wanted", async () => {
    const clock = manualClock();
    const { server, fetch } = await serverWith(busyUntil(1, {}, 502), {
      clock,
      retryStatuses: [502],
      retryPauseMs: 500,
    });
    const response = fetch(server.url);
    await expect.poll(() => clock.dueIn()).toEqual([500]);
    await clock.advance(500);
    expect((await response).status).toBe(200);
  });
});

describe("places in flight", () => {
  it("are four, and the others wait for one of them", async () => {
    const open: (() => void)[] = [];
    let running = 0;
    let mostAtOnce = 0;
    const counted: NonNullable<GuardedFetchOptions["fetch"]> = async (url, init) => {
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      return globalThis.fetch(url, init).finally(() => (running -= 1));
    };
    const { server, fetch } = await serverWith((_, response) => void open.push(() => void response.end()), {
      fetch: counted,
    });
    const all = Array.from({ length: 7 }, () => fetch(server.url));
    await expect.poll(() => server.seen.length).toBe(4);
    for (let done = 0; done < 7; done += 1) {
      await expect.poll(() => open.length).toBe(Math.min(7, done + 4));
      open[done]?.();
    }
    expect((await Promise.all(all)).every(({ status }) => status === 200)).toBe(true);
    expect(mostAtOnce).toBe(4);
  });

  it("are given up by a call that is cancelled while it waits", async () => {
    const open: (() => void)[] = [];
    const { server, fetch } = await serverWith((_, response) => void open.push(() => void response.end()), {
      inFlight: 1,
    });
    const client = new AbortController();
    const first = fetch(server.url);
    await expect.poll(() => open.length).toBe(1);
    const second = fetch(server.url, { signal: client.signal });
    const third = fetch(server.url);
    client.abort(new CallCancelled());
    await expect(second).rejects.toBeInstanceOf(CallCancelled);
    open[0]?.();
    await first;
    await expect.poll(() => open.length).toBe(2);
    open[1]?.();
    expect((await third).status).toBe(200);
    expect(server.seen).toHaveLength(2);
  });
});

describe("a server that cannot be reached", () => {
  it("is reported as not asked, in our own words", async () => {
    const closed = await closedPort();
    const failure = await failureOf(fetchFor(closed)(closed, { method: "PUT", body: "x" }));
    expect(failure).toMatchObject({ code: "unreachable", delivery: "not-sent" });
    expect(failure.message).toContain("nothing was sent");
    expect(failure.message).not.toContain("127.0.0.1");
    expect(failure.cause).toBeUndefined();
  });

  it.each(["EHOSTUNREACH", "ENETUNREACH"])(
    "is reported as uncertain when the network goes away (%s) after the request went out",
    async (code) => {
      const failing = (syscall: string) => async (): Promise<never> => {
        throw new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code, syscall }) });
      };
      const url = new URL("https://dav.example.org/");
      const outcome = async (syscall: string) =>
        failureOf(fetchFor(url, { fetch: failing(syscall) })(url, { method: "PUT", body: "x" }));
      expect(await outcome("read")).toMatchObject({ code: "unreachable", delivery: "unknown" });
      expect(await outcome("connect")).toMatchObject({ code: "unreachable", delivery: "not-sent" });
    },
  );

  it("is reported as not asked when its port is one that fetch never connects to", async () => {
    const blocked = new URL("http://127.0.0.1:6000/");
    expect(await failureOf(fetchFor(blocked)(blocked))).toMatchObject({
      code: "unreachable",
      delivery: "not-sent",
    });
  });

  it("is reported as not asked when it speaks no TLS", async () => {
    const server = await loopback((_, response) => void response.end());
    const secure = new URL(server.url);
    secure.protocol = "https:";
    const failure = await failureOf(fetchFor(secure)(secure));
    expect(failure).toMatchObject({ code: "unreachable", delivery: "not-sent" });
    expect(failure.message).toContain("http or https");
    expect(server.seen).toEqual([]);
  });

  it("is reported as uncertain when the connection breaks under a write", async () => {
    const { server, fetch } = await serverWith((_, response) => void response.destroy());
    const write = await failureOf(fetch(server.url, { method: "PUT", body: "x" }));
    expect(write).toMatchObject({ code: "unreachable", delivery: "unknown" });
    expect(write.message).toContain("is not known");
    const read = await failureOf(fetch(server.url));
    expect(read.message).not.toContain("is not known");
  });

  it("is reported as no web server when it speaks something else", async () => {
    const { server, fetch } = await serverWith((_, response) => {
      response.socket?.end("220 mail.example.org ESMTP\r\n");
    });
    expect((await failureOf(fetch(server.url))).code).toBe("broken-answer");
  });
});
