import { startSandbox, type Sandbox, type SandboxOptions } from "../src/index.ts";

export type Answer = { status: number; headers: Headers; text: string };
export type Client = (
  method: string,
  path: string,
  options?: { headers?: Record<string, string>; body?: string; as?: string },
) => Promise<Answer>;

/** A sandbox for one test; `as` is `user:password` of another account than the first. */
export async function openSandbox(
  options?: SandboxOptions,
): Promise<{ sandbox: Sandbox; request: Client; [Symbol.asyncDispose](): Promise<void> }> {
  const sandbox = await startSandbox(options);
  const own = `${sandbox.user}:${sandbox.password}`;
  const request: Client = async (method, path, { headers, body, as = own } = {}) => {
    const response = await fetch(new URL(path, sandbox.url), {
      method,
      redirect: "manual",
      headers: {
        authorization: `Basic ${Buffer.from(as).toString("base64")}`,
        ...(method === "PUT" && { "content-type": "text/calendar; charset=utf-8" }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { sandbox, request, [Symbol.asyncDispose]: () => sandbox.close() };
}

export function event(uid: string, lines = "DTSTART:20260914T090000Z\r\nDTEND:20260914T100000Z"): string {
  return (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example.org//test//EN\r\nBEGIN:VEVENT\r\n" +
    `UID:${uid}\r\nDTSTAMP:20260101T000000Z\r\n${lines}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
  );
}

export function calendarQuery(inner: string, data = "<C:calendar-data/>"): string {
  return (
    '<C:calendar-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><getetag/>' +
    `${data}</prop><C:filter><C:comp-filter name="VCALENDAR">${inner}</C:comp-filter></C:filter></C:calendar-query>`
  );
}

export const inRange = (start: string, end: string): string =>
  `<C:comp-filter name="VEVENT"><C:time-range start="${start}" end="${end}"/></C:comp-filter>`;
