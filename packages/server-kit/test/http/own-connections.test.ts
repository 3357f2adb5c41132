import { createServer } from "node:https";
import { createServer as createPlainServer } from "node:net";
import { setImmediate } from "node:timers/promises";

import { expect, it, onTestFinished } from "vitest";

import { HttpFailure } from "../../src/errors.ts";
import type { GuardedFetchOptions } from "../../src/http/guarded-fetch.ts";
import { createGuardedFetch } from "../../src/http/guarded-fetch.ts";
import { parseAllowedHost } from "../../src/http/hosts.ts";
import { loadFetch } from "../../src/http/own-connections.ts";
import { loopback, portOf } from "../loopback.ts";
import { selfSigned } from "../self-signed.ts";

const secureServer = async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer(selfSigned(), (request, response) => {
    seen.push(request.headers.authorization);
    request.resume();
    response.writeHead(207, { etag: '"1"' }).end("here");
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });
  return { url: new URL(`https://127.0.0.1:${portOf(server)}/`), seen };
};

const fetchFor = (configured: URL, options: Partial<GuardedFetchOptions>) =>
  createGuardedFetch({
    configured,
    credentials: { kind: "bearer", token: "abc" },
    checkAfterRefusal: "the token",
    safeMethods: ["GET", "PROPFIND"],
    ...options,
  });

it("a certificate that nobody vouches for is refused, and no credentials are sent", async () => {
  const { url, seen } = await secureServer();
  const failure: unknown = await fetchFor(url, {})(url).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(HttpFailure);
  expect(failure).toMatchObject({ code: "untrusted-certificate", delivery: "not-sent" });
  expect(String(failure)).toContain("NODE_EXTRA_CA_CERTS");
  expect(String(failure)).not.toMatch(/insecure/i);
  expect(seen).toEqual([]);
});

it("such a certificate is accepted from the configured host when somebody asked for that", async () => {
  const { url, seen } = await secureServer();
  const response = await fetchFor(url, { insecureTls: true })(url, { method: "PROPFIND", body: "<q/>" });
  expect(response.status).toBe(207);
  expect(response.headers.get("etag")).toBe('"1"');
  expect(await response.text()).toBe("here");
  expect(seen).toEqual(["Bearer abc"]);
});

it("such a certificate is not accepted from any other host, allowed or not", async () => {
  const { url } = await secureServer();
  const asked: string[] = [];
  const fetch = fetchFor(url, {
    insecureTls: true,
    allowedHosts: [parseAllowedHost("dav.example.org", "HOSTS")],
    fetch: async (address) => {
      asked.push(address.href);
      return new Response("from the ordinary fetch");
    },
  });
  expect(await (await fetch("https://dav.example.org/")).text()).toBe("from the ordinary fetch");
  expect(asked).toEqual(["https://dav.example.org/"]);
});

it("the rest of the process goes on checking certificates", async () => {
  const { url } = await secureServer();
  await fetchFor(url, { insecureTls: true })(url);
  await expect(globalThis.fetch(url)).rejects.toThrow("fetch failed");
});

it("a read is stopped by its deadline there as well", async () => {
  const server = createServer(selfSigned(), () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });
  const url = new URL(`https://127.0.0.1:${portOf(server)}/`);
  const failure: unknown = await fetchFor(url, { insecureTls: true, timeoutMs: 50 })(url).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: "timed-out" });
});

it("a server that closes the connection while its answer is unread does not end the process", async () => {
  // 64 KiB is what the parser hands on before it waits for a reader; nodejs/undici#5360.
  const body = Buffer.alloc(64 * 1024, "x");
  const server = createPlainServer((socket) => {
    socket.once("data", () => {
      socket.write(`HTTP/1.0 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`);
      socket.end(body);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await new Promise((resolve) => void server.close(resolve));
  });
  const fetch = await loadFetch({ insecureTls: false });
  const closed = new Promise(
    (resolve) => void server.once("connection", (socket) => socket.once("close", resolve)),
  );
  const response = await fetch(new URL(`http://127.0.0.1:${portOf(server)}/`), {
    method: "GET",
    headers: new Headers(),
    redirect: "manual",
    signal: AbortSignal.timeout(10_000),
  });
  await closed;
  const read = await new Response(response.body).arrayBuffer();
  expect(read.byteLength).toBe(body.length);
});

it.each(["PUT", "DELETE", "MOVE", "PROPFIND", "GET"])(
  "a %s that is lost on a connection that was kept is not sent again behind our back",
  async (method) => {
    const connections = new Set<unknown>();
    const { url, seen } = await loopback((_, response) => {
      connections.add(response.socket);
      if (seen.length > 1) response.destroy();
      else response.end("here");
    });
    const fetch = fetchFor(url, {});
    await fetch(url);
    // The connection is free again a turn after its answer was read.
    await setImmediate();
    const failure: unknown = await fetch(url, { method }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "unreachable", delivery: "unknown" });
    expect(seen.map((request) => request.method)).toEqual(["GET", method]);
    expect(connections.size).toBe(1);
  },
);

it("a request that reached the wrong server is sent once more, and not a third time", async () => {
  // RFC 9110 section 15.5.20: such a server has not looked at it.
  const { url, seen } = await loopback((_, response) => void response.writeHead(421).end());
  const { status } = await fetchFor(url, {})(url, { method: "PUT", body: "new" });
  expect(status).toBe(421);
  expect(seen.map(({ body }) => body)).toEqual(["new", "new"]);
});

it("cookies of a server are not sent back to it", async () => {
  const { url, seen } = await loopback(
    (_, response) => void response.setHeader("set-cookie", "session=1; Path=/").end(),
  );
  const fetch = fetchFor(url, {});
  await fetch(url);
  await fetch(url);
  expect(seen.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
});
