import type { ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type Answer, answer, type Asked, type Deviation, sendHead, SERVER_SAYS } from "./proxy.ts";

/** The deviations of servers in the field, and of servers that mean harm. Each is one thing; `both` joins them. */

const DAV_NAMES =
  'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"';

/** The inner one is nearer to the server. */
export const both =
  (outer: Deviation, inner: Deviation): Deviation =>
  (asked, forward) =>
    outer(asked, (next) => inner(next, forward));

// Answers without the server.

export const says =
  (status: number, more: Parameters<typeof answer>[1] = {}): Deviation =>
  async () =>
    answer(status, { body: `<html><body>${SERVER_SAYS}</body></html>`, ...more });

export const html = (status: number): Deviation =>
  says(status, {
    body: `<!doctype html><html><title>${SERVER_SAYS}</title><form action="/login"></form></html>`,
    headers: { "content-type": "text/html" },
  });

export const redirect = (location: string, status = 302): Deviation =>
  says(status, { headers: { location } });

export const multistatus = (...responses: string[]): Deviation =>
  says(207, {
    body: `<?xml version="1.0"?><d:multistatus ${DAV_NAMES}>${responses.join("")}</d:multistatus>`,
    headers: { "content-type": "application/xml; charset=utf-8" },
  });

export const xml = (body: string | Buffer): Deviation =>
  says(207, { body, headers: { "content-type": "application/xml" } });

/** A 207 about the resource itself. */
export const inside =
  (status: number): Deviation =>
  async ({ path }, forward) =>
    multistatus(
      `<d:response><d:href>${path}</d:href><d:status>HTTP/1.1 ${status} ${SERVER_SAYS}</d:status></d:response>`,
    )({ method: "", path, headers: {}, body: Buffer.alloc(0) }, forward);

/** The server does what was asked and answers something else. */
export const doneBut = (deviation: Deviation): Deviation => {
  const done: Deviation = async (asked, forward) => {
    await forward(asked);
    return deviation(asked, forward);
  };
  if (endsByDeadline(deviation)) waitedFor.add(done);
  return done;
};

// Changes to what the server answers.

export const edited =
  (edit: (answered: Answer, asked: Asked) => Answer): Deviation =>
  async (asked, forward) =>
    edit(await forward(asked), asked);

export const body = (edit: (text: string) => string): Deviation =>
  edited((answered) => ({ ...answered, body: Buffer.from(edit(answered.body.toString("utf8"))) }));

export const bytes = (edit: (whole: Buffer) => Buffer): Deviation =>
  edited((answered) => ({ ...answered, body: edit(answered.body) }));

export const header = (name: string, value: string | string[] | undefined): Deviation =>
  edited((answered) => {
    const { [name]: _old, ...others } = answered.headers;
    return { ...answered, headers: value === undefined ? others : { ...others, [name]: value } };
  });

export const hrefs = (edit: (href: string) => string): Deviation =>
  body((text) =>
    text.replaceAll(/<(\w+:)?href>([^<]*)<\//g, (_all, prefix: string | undefined, href: string) => {
      const changed = href.endsWith(".ics") ? edit(href) : href;
      return `<${prefix ?? ""}href>${changed}</`;
    }),
  );

export const truncated = (fraction: number): Deviation =>
  bytes((whole) => whole.subarray(0, Math.floor(whole.length * fraction)));

/** Both places where an ETag stands: the header, and `getetag`. */
export const etags = (edit: (etag: string) => string): Deviation =>
  edited((answered) => {
    const { etag, ...others } = answered.headers;
    const text = answered.body
      .toString("utf8")
      .replaceAll(/(<\w*:?getetag>)([^<]*)(<)/g, (_all, open: string, tag: string, close: string) => {
        return open + escaped(edit(unescaped(tag))) + close;
      });
    const changed = typeof etag === "string" ? edit(etag) : "";
    return {
      ...answered,
      headers: changed === "" ? others : { ...others, etag: changed },
      body: Buffer.from(text),
    };
  });

export const weak: Deviation = etags((etag) => `W/${etag}`);
export const noETag: Deviation = etags(() => "");

/** Compression makes the header's ETag weak, as on Cyrus; `getetag` stays strong. */
export const weakUnderGzip: Deviation = async (asked, forward) => {
  const answered = await forward(asked);
  if (!/gzip/.test(asked.headers["accept-encoding"] ?? "")) return answered;
  const { etag } = answered.headers;
  const headers = {
    ...answered.headers,
    "content-encoding": "gzip",
    ...(etag !== undefined && { etag: `W/${String(etag)}` }),
  };
  return { ...answered, headers, body: gzipSync(answered.body) };
};

// Changes to what the server is asked.

export const without =
  (...names: string[]): Deviation =>
  (asked, forward) => {
    const headers = Object.entries(asked.headers).filter(([name]) => !names.includes(name));
    return forward({ ...asked, headers: Object.fromEntries(headers) });
  };

/** Something else happens at the server directly before it gets this request. */
export const after =
  (event: () => void): Deviation =>
  async (asked, forward) => {
    event();
    return forward(asked);
  };

/** Only the first request is met by it. */
export const first = (deviation: Deviation): Deviation => {
  let met = false;
  return async (asked, forward) => {
    if (met) return forward(asked);
    met = true;
    return deviation(asked, forward);
  };
};

// The wire.

const wired =
  (send: NonNullable<Answer["send"]>): Deviation =>
  async (asked, forward) => ({ ...(await forward(asked)), send });

export const hangUp: Deviation = async () => ({ ...answer(200), send: (response) => response.destroy() });

/** The headers promise the whole body; half of it comes. */
export const hangUpInside: Deviation = wired((response, answered) => {
  sendHead(response, {
    ...answered,
    headers: { ...answered.headers, "content-length": String(answered.body.length + 64) },
  });
  response.write(answered.body.subarray(0, answered.body.length >> 1), () => response.destroy());
});

export const neverAnswers: Deviation = async () => ({ ...answer(200), send: () => undefined });

export const stalls: Deviation = wired((response, answered) => {
  sendHead(response, answered);
  response.write(answered.body.subarray(0, answered.body.length >> 1));
});

const waitedFor = new WeakSet([neverAnswers, stalls]);

/** Whether a request that meets it ends with its deadline only, so that a test waits for that. */
export const endsByDeadline = (deviation: Deviation): boolean => waitedFor.has(deviation);

export const endless =
  (chunk: string, status = 207): Deviation =>
  async () => ({
    ...answer(status),
    send: (response, answered) => {
      sendHead(response, answered);
      pour(response, Buffer.from(chunk.repeat(Math.ceil(16_384 / chunk.length))));
    },
  });

function pour(response: ServerResponse, piece: Buffer): void {
  while (!response.destroyed && response.write(piece));
  if (!response.destroyed) response.once("drain", () => pour(response, piece));
}

/** Compressed once and kept: the bomb is the same in each test. */
const ZEROS = Buffer.alloc(64 * 1_048_576, " ");
const bombs = { gzip: gzipSync(ZEROS), br: brotliCompressSync(ZEROS) };

export const bomb = (encoding: "gzip" | "br", status = 207): Deviation =>
  says(status, { body: bombs[encoding], headers: { "content-encoding": encoding } });

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function unescaped(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}
