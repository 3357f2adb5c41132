import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Calendar } from "../../src/dav/calendars.ts";
import { readEntry, type StoredEntry } from "../../src/dav/entries.ts";
import {
  copyThenDelete,
  createEntry,
  deleteEntry,
  moveEntry,
  writeEntry,
} from "../../src/dav/entry-writes.ts";
import { readStrongETag } from "../../src/dav/etag.ts";
import { aCall, accountAt } from "./account.ts";
import { event, found, type Handler, multistatus, type Reply, type Seen, serve } from "./loopback.ts";
import { aCalendar } from "./samples.ts";

const OLD = event("one");
const NEW = event("one", "SUMMARY:new");
const ok = (text: string, etag?: string): Reply => ({
  status: 200,
  headers: { "content-type": "text/calendar", ...(etag !== undefined && { etag }) },
  body: text,
});
const etagIs = (path: string, etag: string) => multistatus(found(path, `<d:getetag>${etag}</d:getetag>`));

/** Where an answer never comes, this is waited for, and what does come has to come within it. */
const DEADLINE_MS = 1_500;

/** Holds entries by path and answers as a good server does, unless `instead` has an answer of its own. */
async function accountWith(
  stored: Record<string, string>,
  instead: (request: Seen, server: { store: Map<string, string> }) => ReturnType<Handler> = () => undefined,
  timeoutMs = 15_000,
) {
  const store = new Map(Object.entries(stored));
  const etagOf = (path: string) =>
    `"${createHash("sha256")
      .update(store.get(path) ?? "")
      .digest("hex")}"`;
  const server = await serve(async (request, response) => {
    const own = await instead(request, { store });
    if (own !== undefined || response.destroyed) return own;
    const { method, path, headers, body } = request;
    const text = store.get(path);
    if (method === "PROPFIND") return text === undefined ? { status: 404 } : etagIs(path, etagOf(path));
    if (method === "GET") return text === undefined ? { status: 404 } : ok(text, etagOf(path));
    if (headers["if-none-match"] === "*" && text !== undefined) return { status: 412 };
    if (headers["if-match"] !== undefined && headers["if-match"] !== etagOf(path)) return { status: 412 };
    if (method === "PUT") {
      store.set(path, body);
      return { status: text === undefined ? 201 : 204, headers: { etag: etagOf(path) } };
    }
    if (method === "DELETE") return { status: store.delete(path) ? 204 : 404 };
    if (method === "MOVE") {
      const target = new URL(String(headers["destination"])).pathname;
      if (store.has(target)) return { status: 412 };
      store.set(target, text ?? "");
      store.delete(path);
      return { status: 201 };
    }
    return { status: 405 };
  });
  const { client } = accountAt(server.url, { timeoutMs });
  const calendarAt = (path: string, more: Partial<Calendar> = {}) =>
    aCalendar(path, { url: new URL(path, server.url), ...more });
  const work = calendarAt("/cal/team/");
  const home = calendarAt("/cal/home/");
  const read = (resource = "one.ics") => readEntry(client, work, resource, aCall());
  return { server, client, store, work, home, calendarAt, read };
}

const WITH_ONE = { "/cal/team/one.ics": OLD };

describe("creating an entry", () => {
  it("uses a name nobody can guess, only if nothing is there", async () => {
    const { server, client, store, work } = await accountWith({});
    const stored = await createEntry(client, work, NEW, aCall());
    expect(stored.resource).toMatch(/^[0-9a-f-]{36}\.ics$/);
    expect(stored.etag).toMatch(/^".+"$/);
    expect(store.get(`/cal/team/${stored.resource}`)).toBe(NEW);
    expect(server.requests[0]?.headers).toMatchObject({
      "if-none-match": "*",
      "content-type": "text/calendar; charset=utf-8",
    });
  });

  it("takes another name when one is taken, and overwrites nothing (F31)", async () => {
    const { client, store, work } = await accountWith(WITH_ONE);
    const names = ["one.ics", "two.ics"];
    const stored = await createEntry(client, work, NEW, aCall(), () => names.shift() ?? "");
    expect(stored.resource).toBe("two.ics");
    expect(store.get("/cal/team/one.ics")).toBe(OLD);
  });

  it("gives up after two refusals, and says that nothing was changed", async () => {
    const { server, client, work } = await accountWith({}, ({ method }) =>
      method === "PUT" ? { status: 412 } : undefined,
    );
    await expect(createEntry(client, work, NEW, aCall())).rejects.toMatchObject({
      code: "write-failed",
      message: expect.stringContaining("Nothing was changed"),
    });
    expect(server.count("PUT")).toBe(2);
  });

  it.each([
    ["read-only", { readOnly: true }],
    ["read-only", { subscribed: true }],
    ["too-large", { maxResourceSize: 20 }],
  ])("fails with %s before anything is sent (%j)", async (code, more) => {
    const { server, client, calendarAt } = await accountWith({});
    await expect(createEntry(client, calendarAt("/cal/x/", more), NEW, aCall())).rejects.toMatchObject({
      code,
    });
    expect(server.requests).toEqual([]);
  });

  it.each<[number, string, string]>([
    [301, "", "unreachable"],
    [403, "", "forbidden"],
    [404, "", "not-found"],
    [409, "", "write-failed"],
    [413, "", "too-large"],
    [415, "", "write-failed"],
    [423, "", "write-failed"],
    [429, "", "rate-limited"],
    [501, "", "unsupported"],
    [507, "", "write-failed"],
    [
      403,
      '<d:error xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><c:supported-calendar-component/></d:error>',
      "unsupported",
    ],
    [
      409,
      '<d:error xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><c:no-uid-conflict><d:href>/x</d:href></c:no-uid-conflict></d:error>',
      "write-failed",
    ],
    [403, "<d:error", "forbidden"],
  ])("answered with %i %s is not done, and the server's text stays out", async (status, body, code) => {
    const { client, work } = await accountWith({}, ({ method }) =>
      method === "PUT" ? { status, body, headers: { location: "/elsewhere/" } } : undefined,
    );
    const failure = createEntry(client, work, NEW, aCall());
    await expect(failure).rejects.toMatchObject({ name: "CaldavError", code });
    await expect(failure).rejects.toMatchObject({ message: expect.stringMatching(/nothing was changed/i) });
  });
});

describe("replacing an entry", () => {
  it("is tied to the ETag that was read", async () => {
    const { server, client, read, store } = await accountWith(WITH_ONE);
    const entry = await read();
    const { etag } = await writeEntry(client, entry, NEW, aCall());
    expect(store.get("/cal/team/one.ics")).toBe(NEW);
    expect(server.requests.at(-1)?.headers["if-match"]).toBe(entry.etag);
    expect(etag).not.toBe(entry.etag);
  });

  it("fails when somebody else was faster", async () => {
    const { client, read, store } = await accountWith(WITH_ONE);
    const entry = await read();
    store.set("/cal/team/one.ics", event("one", "SUMMARY:theirs"));
    await expect(writeEntry(client, entry, NEW, aCall())).rejects.toMatchObject({ code: "changed" });
    expect(store.get("/cal/team/one.ics")).toContain("theirs");
  });

  it("is refused without a strong ETag, before anything is sent", async () => {
    const { server, client, read } = await accountWith(WITH_ONE);
    const entry: StoredEntry = { ...(await read()), etag: undefined };
    const before = server.requests.length;
    await expect(writeEntry(client, entry, NEW, aCall())).rejects.toMatchObject({ code: "no-etag" });
    await expect(deleteEntry(client, entry, aCall())).rejects.toMatchObject({ code: "no-etag" });
    expect(server.requests).toHaveLength(before);
  });

  it("has no ETag to report when the server gives none or a weak one (F29)", async () => {
    for (const headers of [{}, { etag: 'W/"1"' }]) {
      const { client, read } = await accountWith(WITH_ONE, ({ method }) =>
        method === "PUT" ? { status: 204, headers } : undefined,
      );
      expect((await writeEntry(client, await read(), NEW, aCall())).etag).toBeUndefined();
    }
  });

  it("is not cut short by a cancelled call", async () => {
    const cancelled = new AbortController();
    const { client, read, store } = await accountWith(WITH_ONE, ({ method }) => {
      if (method === "PUT") cancelled.abort();
      return undefined;
    });
    const entry = await read();
    const { budget } = aCall();
    const call = { budget: { ...budget, signal: cancelled.signal, check: () => {} } };
    await writeEntry(client, entry, NEW, call);
    expect(store.get("/cal/team/one.ics")).toBe(NEW);
  });
});

describe("a write that the server confirmed", () => {
  it("is done, even when the rest of the answer breaks off", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(201, { "content-length": "1000", etag: '"new"' });
      response.write("stored");
      setImmediate(() => response.destroy());
      return undefined;
    });
    const { client } = accountAt(server.url);
    const work = aCalendar("/cal/team/", { url: new URL("/cal/team/", server.url) });
    expect(await createEntry(client, work, NEW, aCall())).toMatchObject({ calendar: work });
    expect(server.requests.map(({ method }) => method)).toEqual(["PUT"]);
  });
});

describe("a write whose answer is lost", () => {
  const lost =
    (method: string, effect: (store: Map<string, string>, request: Seen) => void) =>
    async (request: Seen, { store }: { store: Map<string, string> }) => {
      if (request.method !== method) return undefined;
      effect(store, request);
      return new Promise<undefined>(() => {});
    };

  it("counts as done when the entry, read again, holds what was sent", async () => {
    const { client, read } = await accountWith(
      WITH_ONE,
      lost("PUT", (store, { path, body }) => store.set(path, body)),
      DEADLINE_MS,
    );
    const entry = await read();
    expect((await writeEntry(client, entry, NEW, aCall())).etag).not.toBe(entry.etag);
  });

  it("is reported as unknown, most likely not done, when the entry is as it was", async () => {
    const { client, read } = await accountWith(
      WITH_ONE,
      lost("PUT", () => {}),
      DEADLINE_MS,
    );
    await expect(writeEntry(client, await read(), NEW, aCall())).rejects.toMatchObject({
      code: "write-unknown",
      message: expect.stringContaining("everything is as it was"),
    });
  });

  it("is reported as unknown when the entry is neither what it was nor what was sent", async () => {
    const { client, read } = await accountWith(
      WITH_ONE,
      lost("PUT", (store, { path }) => store.set(path, event("one", "SUMMARY:rewritten"))),
      DEADLINE_MS,
    );
    await expect(writeEntry(client, await read(), NEW, aCall())).rejects.toMatchObject({
      code: "write-unknown",
      message: expect.stringContaining("not as it was before"),
    });
  });

  it("is reported as unknown when the entry cannot be read again", async () => {
    let broken = false;
    const { client, read } = await accountWith(WITH_ONE, ({ method }) => {
      if (method === "PUT") broken = true;
      return broken ? { status: 500 } : undefined;
    });
    await expect(writeEntry(client, await read(), NEW, aCall())).rejects.toMatchObject({
      code: "write-unknown",
      message: expect.stringContaining("could not be read again"),
    });
  });

  it("counts as created when the new entry is there, and as unknown when it is not", async () => {
    const there = await accountWith(
      {},
      lost("PUT", (store, { path, body }) => store.set(path, body)),
      DEADLINE_MS,
    );
    expect((await createEntry(there.client, there.work, NEW, aCall())).etag).toBeDefined();
    const missing = await accountWith(
      {},
      lost("PUT", () => {}),
      DEADLINE_MS,
    );
    await expect(createEntry(missing.client, missing.work, NEW, aCall())).rejects.toMatchObject({
      code: "write-unknown",
    });
    expect(missing.server.count("PUT")).toBe(1);
  });

  it("counts as deleted when the entry is gone", async () => {
    const gone = await accountWith(
      WITH_ONE,
      lost("DELETE", (store, { path }) => store.delete(path)),
      DEADLINE_MS,
    );
    await deleteEntry(gone.client, await gone.read(), aCall());
    const kept = await accountWith(
      WITH_ONE,
      lost("DELETE", () => {}),
      DEADLINE_MS,
    );
    await expect(deleteEntry(kept.client, await kept.read(), aCall())).rejects.toMatchObject({
      code: "write-unknown",
    });
  });

  it("counts as moved when the entry is there and no longer here", async () => {
    const { client, read, home } = await accountWith(
      WITH_ONE,
      lost("MOVE", (store) => {
        store.delete("/cal/team/one.ics");
        store.set("/cal/home/one.ics", OLD);
      }),
      DEADLINE_MS,
    );
    expect(await moveEntry(client, await read(), home, aCall())).toMatchObject({
      resource: "one.ics",
      calendar: home,
    });
  });

  it.each([202, 207, 299, 302, 303, 408, 418, 499, 500, 502, 503, 504, 508, 524])(
    "includes the answer %i: the outcome is looked up",
    async (status) => {
      const stored = await accountWith(WITH_ONE, ({ method, path, body }, { store }) => {
        if (method !== "PUT") return undefined;
        store.set(path, body);
        return { status };
      });
      await writeEntry(stored.client, await stored.read(), NEW, aCall());
      const refused = await accountWith(WITH_ONE, ({ method }) =>
        method === "PUT" ? { status } : undefined,
      );
      await expect(writeEntry(refused.client, await refused.read(), NEW, aCall())).rejects.toMatchObject({
        code: "write-unknown",
        message: expect.stringContaining("most likely not carried out"),
      });
    },
  );

  it("includes a 503 after which the entry is still replaced", async () => {
    const late: (() => void)[] = [];
    const { client, read, store } = await accountWith(WITH_ONE, ({ method, path, body }, { store: all }) => {
      if (method !== "PUT") return undefined;
      late.push(() => all.set(path, body));
      return { status: 503 };
    });
    const failure = await writeEntry(client, await read(), NEW, aCall()).catch((error: unknown) => error);
    for (const storeNow of late) storeNow();
    expect(store.get("/cal/team/one.ics")).toBe(NEW);
    expect(failure).toMatchObject({ code: "write-unknown" });
    expect(String(failure)).not.toMatch(/nothing was changed/i);
  });

  it("is no question when a 207 names a refusal of this very entry", async () => {
    const inside = (href: string, ...statuses: number[]) =>
      multistatus(
        ...statuses.map(
          (status) =>
            `<d:response><d:href>${href}</d:href><d:status>HTTP/1.1 ${status} x</d:status></d:response>`,
        ),
      );
    const outcome = async (reply: Reply) => {
      const { client, read } = await accountWith(WITH_ONE, ({ method }) =>
        method === "PUT" ? reply : undefined,
      );
      return writeEntry(client, await read(), NEW, aCall()).catch((error: unknown) => error);
    };
    const here = "/cal/team/one.ics";
    expect(await outcome(inside(here, 403))).toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("Nothing was changed."),
    });
    expect(await outcome(inside(here, 412))).toMatchObject({ code: "changed" });
    for (const reply of [
      inside(here, 502),
      inside(here, 403, 200),
      inside("/cal/team/two.ics", 403),
      { ...inside(here, 403), body: "<d:multistatus" },
    ])
      expect(await outcome(reply)).toMatchObject({ code: "write-unknown" });
  });

  it("counts as done when a gateway has sent it twice, so that the second one met the first", async () => {
    const twice: Parameters<typeof accountWith>[1] = ({ method, path, body }, { store }) => {
      if (method !== "PUT") return undefined;
      store.set(path, body);
      return { status: 412 };
    };
    const { server, client, read } = await accountWith(WITH_ONE, twice);
    const entry = await read();
    expect((await writeEntry(client, entry, NEW, aCall())).etag).not.toBe(entry.etag);
    const made = await accountWith({}, twice);
    await createEntry(made.client, made.work, NEW, aCall());
    expect([server.count("PUT"), made.server.count("PUT"), made.store.size]).toEqual([1, 1, 1]);
  });
});

describe("deleting an entry", () => {
  it("compares the ETag once more directly before, since some servers ignore If-Match", async () => {
    const { server, client, read, store } = await accountWith(
      WITH_ONE,
      ({ method, path }, { store: all }) => {
        if (method !== "DELETE") return undefined;
        all.delete(path);
        return { status: 204 };
      },
    );
    const entry = await read();
    store.set("/cal/team/one.ics", NEW);
    await expect(deleteEntry(client, entry, aCall())).rejects.toMatchObject({ code: "changed" });
    expect(server.count("DELETE")).toBe(0);
    await deleteEntry(client, await read(), aCall());
    expect(store.size).toBe(0);
  });

  it("sends the ETag that was read", async () => {
    const { server, client, read } = await accountWith(WITH_ONE);
    const entry = await read();
    await deleteEntry(client, entry, aCall());
    expect(server.requests.at(-1)).toMatchObject({ method: "DELETE", path: "/cal/team/one.ics" });
    expect(server.requests.at(-1)?.headers["if-match"]).toBe(entry.etag);
  });

  it("compares by a plain read where PROPFIND on an entry is refused", async () => {
    const { client, read, store } = await accountWith(WITH_ONE, ({ method }) =>
      method === "PROPFIND" ? { status: 405 } : undefined,
    );
    const old = await read();
    store.set("/cal/team/one.ics", NEW);
    await expect(deleteEntry(client, old, aCall())).rejects.toMatchObject({ code: "changed" });
    await deleteEntry(client, await read(), aCall());
    expect(store.size).toBe(0);
  });

  it("believes the header where getetag is spelled unlike it", async () => {
    const { client, read, store } = await accountWith(WITH_ONE, ({ method, path }) =>
      method === "PROPFIND" ? etagIs(path, "bare-tag") : undefined,
    );
    await deleteEntry(client, await read(), aCall());
    expect(store.size).toBe(0);
  });

  it("of something that is gone by then is reported as not found", async () => {
    const { client, read, store } = await accountWith(WITH_ONE);
    const entry = await read();
    store.clear();
    await expect(deleteEntry(client, entry, aCall())).rejects.toMatchObject({ code: "not-found" });
  });

  it("refused by the server is not reported as done (F32)", async () => {
    for (const status of [403, 207]) {
      const { client, read, store } = await accountWith(WITH_ONE, ({ method }) =>
        method === "DELETE" ? { status } : undefined,
      );
      await expect(deleteEntry(client, await read(), aCall())).rejects.toMatchObject({ name: "CaldavError" });
      expect(store.size).toBe(1);
    }
  });

  it("cannot reach a calendar", async () => {
    const { server, client, work, read } = await accountWith(WITH_ONE);
    const entry = await read();
    for (const resource of ["", ".", "..", "../home/", "%2e%2e"])
      await expect(
        deleteEntry(client, { ...entry, calendar: work, resource }, aCall()),
      ).rejects.toMatchObject({ code: "bad-id" });
    expect(server.count("DELETE")).toBe(0);
  });
});

describe("moving an entry", () => {
  it("is the server's MOVE and never overwrites", async () => {
    const { server, client, read, home, store } = await accountWith(WITH_ONE);
    const moved = await moveEntry(client, await read(), home, aCall());
    expect(moved).toMatchObject({ resource: "one.ics", calendar: home });
    expect([...store.keys()]).toEqual(["/cal/home/one.ics"]);
    expect(server.requests.at(-1)?.headers).toMatchObject({
      overwrite: "F",
      destination: `${server.url}/cal/home/one.ics`,
    });
  });

  it("takes another name when the destination holds one like it", async () => {
    const { client, read, home, store } = await accountWith({
      ...WITH_ONE,
      "/cal/home/one.ics": event("other"),
    });
    const moved = await moveEntry(client, await read(), home, aCall(), () => "fresh.ics");
    expect(moved.resource).toBe("fresh.ics");
    expect(store.get("/cal/home/one.ics")).toBe(event("other"));
  });

  it("fails when the entry is no longer what was read", async () => {
    const { server, client, read, home, store } = await accountWith(WITH_ONE);
    const entry = await read();
    store.set("/cal/team/one.ics", NEW);
    await expect(moveEntry(client, entry, home, aCall())).rejects.toMatchObject({ code: "changed" });
    expect(server.count("MOVE")).toBe(0);
  });

  it.each([405, 501])("is unsupported when the server answers %i", async (status) => {
    const { client, read, home } = await accountWith(WITH_ONE, ({ method }) =>
      method === "MOVE" ? { status } : undefined,
    );
    await expect(moveEntry(client, await read(), home, aCall())).rejects.toMatchObject({
      code: "unsupported",
    });
  });

  it("within one calendar, out of a read-only one, or between hosts is refused before anything is sent", async () => {
    const { server, client, read, work, home, calendarAt } = await accountWith(WITH_ONE);
    const entry = await read();
    const elsewhere = aCalendar("/cal/home/");
    await expect(moveEntry(client, entry, work, aCall())).rejects.toMatchObject({ code: "bad-input" });
    await expect(moveEntry(client, entry, elsewhere, aCall())).rejects.toMatchObject({ code: "unsupported" });
    const locked = { ...entry, calendar: calendarAt("/cal/team/", { readOnly: true }) };
    await expect(moveEntry(client, locked, home, aCall())).rejects.toMatchObject({ code: "read-only" });
    expect(server.count("MOVE")).toBe(0);
  });

  it("as a copy deletes the original only after the copy can be read", async () => {
    const { server, client, read, home, store } = await accountWith(WITH_ONE);
    const copied = await copyThenDelete(
      client,
      await read(),
      { destination: home, isWhole: () => true },
      aCall(),
    );
    expect(copied.original).toBe("deleted");
    expect([...store]).toEqual([[`/cal/home/${copied.resource}`, OLD]]);
    const writes = server.requests.filter(({ method }) => method !== "PROPFIND").map(({ method }) => method);
    expect(writes).toEqual(["GET", "PUT", "GET", "DELETE"]);
  });

  it("as a copy keeps the original when the server did not store all of it there", async () => {
    const { server, client, read, home, store } = await accountWith(WITH_ONE);
    const plan = { destination: home, isWhole: () => false };
    const copied = await copyThenDelete(client, await read(), plan, aCall());
    expect(copied).toMatchObject({ original: "kept", reason: { code: "write-failed" } });
    expect(server.count("DELETE")).toBe(0);
    expect(store.size).toBe(2);
  });

  it("as a copy stores nothing when the original has changed since it was read", async () => {
    const { server, client, read, home, store } = await accountWith(WITH_ONE);
    const entry = await read();
    for (const path of store.keys()) store.set(path, `${OLD}\r\n`);
    const plan = { destination: home, isWhole: () => true };
    await expect(copyThenDelete(client, entry, plan, aCall())).rejects.toMatchObject({ code: "changed" });
    expect(server.count("PUT")).toBe(0);
    expect(store.size).toBe(1);
  });

  it("as a copy says that both are there when the original cannot be deleted", async () => {
    const { client, read, home, store } = await accountWith(WITH_ONE, ({ method }) =>
      method === "DELETE" ? { status: 403 } : undefined,
    );
    const copied = await copyThenDelete(
      client,
      await read(),
      { destination: home, isWhole: () => true },
      aCall(),
    );
    expect(copied).toMatchObject({ original: "kept", reason: { code: "forbidden" } });
    expect(store.size).toBe(2);
  });

  it("as a copy keeps the original when the copy cannot be read", async () => {
    const { server, client, read, home } = await accountWith(WITH_ONE, ({ method, path }) =>
      method === "GET" && path.startsWith("/cal/home/") ? { status: 404 } : undefined,
    );
    const copied = await copyThenDelete(
      client,
      await read(),
      { destination: home, isWhole: () => true },
      aCall(),
    );
    expect(copied).toMatchObject({ original: "kept", reason: { code: "not-found" } });
    expect(server.count("DELETE")).toBe(0);
  });
});

describe("the ETags in these tests", () => {
  it("are strong ones", async () => {
    const { read } = await accountWith(WITH_ONE);
    const { etag } = await read();
    expect(readStrongETag(etag)).toBe(etag);
  });
});
