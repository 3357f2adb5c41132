import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { HttpFailure } from "../../src/errors.ts";
import type { GuardedFetchOptions, GuardedInit } from "../../src/http/guarded-fetch.ts";
import { createGuardedFetch } from "../../src/http/guarded-fetch.ts";
import type { Handler } from "../loopback.ts";
import { loopback } from "../loopback.ts";

const SAFE = ["GET", "REPORT"];

const ask = async (handle: Handler, init: GuardedInit = {}, options: Partial<GuardedFetchOptions> = {}) => {
  const server = await loopback(handle);
  const fetch = createGuardedFetch({
    configured: server.url,
    checkAfterRefusal: "the password",
    safeMethods: SAFE,
    ...options,
  });
  const pieces: Buffer[] = [];
  const take = (piece: Uint8Array): void => void pieces.push(Buffer.from(piece));
  const answer = await fetch(server.at("/"), { take, ...init }).catch((error: unknown) => error);
  return { answer, text: () => Buffer.concat(pieces).toString("utf8") };
};

const responseOf = ({ answer }: { answer: unknown }): Response => {
  if (answer instanceof Response) return answer;
  throw new Error("expected an answer", { cause: answer });
};

describe("a body that is handed on in pieces", () => {
  it("arrives whole, and the answer itself has none any more", async () => {
    const body = "a € 😀".repeat(50_000);
    const asked = await ask((_, response) => void response.writeHead(207, { etag: '"1"' }).end(body));
    expect(responseOf(asked).status).toBe(207);
    expect(responseOf(asked).headers.get("etag")).toBe('"1"');
    expect(responseOf(asked).body).toBeNull();
    expect(asked.text()).toBe(body);
  });

  it("is counted after decompression: at the ceiling it is read, and one byte more is a failure", async () => {
    const packed = (length: number): Handler => {
      const body = gzipSync("a".repeat(length));
      return (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(body);
    };
    const fits = await ask(packed(200_000), { ceiling: 200_000 });
    expect(responseOf(fits).status).toBe(200);
    expect(fits.text()).toHaveLength(200_000);
    const exceeds = await ask(packed(200_001), { ceiling: 200_000 });
    expect(exceeds.answer).toMatchObject({ name: "HttpFailure", code: "too-large", status: 200 });
    expect(exceeds.text()).toHaveLength(200_000);
  });

  it("that unfolds without end costs no more than the ceiling", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const asked = await ask(
      (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
      { ceiling: 100_000 },
    );
    expect(asked.answer).toMatchObject({ code: "too-large" });
    expect(asked.text()).toHaveLength(100_000);
  });

  it("is a failure when it breaks off, whatever of it was taken", async () => {
    const asked = await ask((_, response) => {
      response.writeHead(200, { "content-length": "1000" }).write("half");
      setTimeout(() => response.destroy(), 20);
    });
    expect(asked.answer).toMatchObject({ code: "broken-answer", delivery: "answered" });
    expect(asked.text()).toBe("half");
  });

  it("is a failure when it does not end in time", async () => {
    const asked = await ask((_, response) => void response.writeHead(200).write("and then"), {
      timeoutMs: 100,
    });
    expect(asked.answer).toMatchObject({ code: "timed-out", delivery: "answered" });
  });

  it("is a failure when whoever takes it cannot", async () => {
    const asked = await ask((_, response) => void response.end("text"), {
      take: () => Promise.reject(new RangeError("secret")),
    });
    expect(asked.answer).toBeInstanceOf(HttpFailure);
    expect(asked.answer).toMatchObject({ code: "broken-answer" });
    expect(String(asked.answer)).not.toContain("secret");
  });

  it("goes on only when the piece before is dealt with", async () => {
    let busy = 0;
    let most = 0;
    let bytes = 0;
    await ask((_, response) => void response.end("x".repeat(1_000_000)), {
      take: async (piece) => {
        most = Math.max(most, (busy += 1));
        await new Promise(setImmediate);
        bytes += piece.length;
        busy -= 1;
      },
    });
    expect(most).toBe(1);
    expect(bytes).toBe(1_000_000);
  });
});

describe("what is not handed on", () => {
  it.each([400, 404, 500])("is the body of an error: %i keeps it", async (status) => {
    const asked = await ask((_, response) => void response.writeHead(status).end("why"));
    expect(await responseOf(asked).text()).toBe("why");
    expect(asked.text()).toBe("");
  });

  it("is the body of an answer that is followed by another: a redirect, or a 503 that is tried again", async () => {
    let count = 0;
    const asked = await ask((_, response) => {
      count += 1;
      if (count === 1) response.writeHead(302, { location: "/next" }).end("moved");
      else if (count === 2) response.writeHead(503, { "retry-after": "0" }).end("busy");
      else response.end("here");
    });
    expect(responseOf(asked).status).toBe(200);
    expect(count).toBe(3);
    expect(asked.text()).toBe("here");
  });

  it("is the body of an answer to a write", async () => {
    const asked = await ask((_, response) => void response.writeHead(200).end("done"), { method: "PUT" });
    expect(await responseOf(asked).text()).toBe("done");
    expect(asked.text()).toBe("");
  });
});
