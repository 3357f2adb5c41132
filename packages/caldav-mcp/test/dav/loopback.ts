import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export type Seen = { method: string; path: string; headers: IncomingMessage["headers"]; body: string };

/** Answers one request; what it returns is sent, unless it used `response` itself. */
export type Handler = (
  request: Seen,
  response: ServerResponse,
) => Reply | undefined | Promise<Reply | undefined>;

export type Reply = { status: number; headers?: Record<string, string | string[]>; body?: string };

export type Loopback = { url: string; requests: Seen[]; count(method: string): number };

/** A server on this machine that answers as the test says, and ends with the test. */
export async function serve(handler: Handler): Promise<Loopback> {
  const requests: Seen[] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const seen: Seen = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body,
    };
    requests.push(seen);
    const reply = await handler(seen, response);
    if (reply === undefined) return;
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
  }
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    count: (method) => requests.filter((request) => request.method === method).length,
  };
}

/** A multistatus answer around the given responses. */
export function multistatus(...responses: string[]): Reply {
  return {
    status: 207,
    headers: { "content-type": "application/xml; charset=utf-8" },
    body:
      `<?xml version="1.0" encoding="utf-8"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" ` +
      `xmlns:cs="http://calendarserver.org/ns/" xmlns:ca="http://apple.com/ns/ical/">${responses.join("")}</d:multistatus>`,
  };
}

/** One response with the properties that were found. */
export function found(href: string, props: string, more = ""): string {
  return `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>${more}</d:response>`;
}

/** One response that answers for the resource as a whole. */
export function statusOnly(href: string, status: string): string {
  return `<d:response><d:href>${href}</d:href><d:status>HTTP/1.1 ${status}</d:status></d:response>`;
}

export const CALENDAR_TYPE = "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>";

/** A calendar as a home set lists it. */
export function calendar(href: string, more = ""): string {
  return found(href, CALENDAR_TYPE + more);
}

export function lines(...content: string[]): string {
  return `${content.join("\r\n")}\r\n`;
}

/** An event as text; DAV code never looks inside. */
export function event(uid: string, ...more: string[]): string {
  return lines(
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//example.org//test//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20260101T000000Z",
    "DTSTART:20260914T090000Z",
    "DTEND:20260914T100000Z",
    ...more,
    "END:VEVENT",
    "END:VCALENDAR",
  );
}
