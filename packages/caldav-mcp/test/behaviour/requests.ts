import { type DavResponse, readMultistatus } from "../../src/dav/multistatus.ts";
import { NAME } from "../../src/dav/names.ts";
import type { Answer, TestServer } from "../servers/test-server.ts";

const NAMESPACES =
  'xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/"';
const XML = { "content-type": "application/xml; charset=utf-8" };

export function propfind(server: TestServer, path: string, depth: "0" | "1", props: string): Promise<Answer> {
  return server.request("PROPFIND", path, {
    headers: { ...XML, depth },
    body: `<propfind ${NAMESPACES}><prop>${props}</prop></propfind>`,
  });
}

/** The only response of a multistatus about one resource. */
export function only(answer: Answer): DavResponse {
  const [response, ...others] = responsesOf(answer);
  if (response === undefined || others.length > 0) throw new Error("not exactly one response");
  return response;
}

export function responsesOf(answer: Answer): DavResponse[] {
  if (answer.status !== 207) throw new Error(`no multistatus: ${answer.status}`);
  return readMultistatus(answer.text, { baseUrl: new URL("http://127.0.0.1/") }).responses;
}

/** The href inside a property such as calendar-home-set. */
export function hrefIn(response: DavResponse, property: string): string | undefined {
  return response.props.get(property)?.children.find(({ name }) => name === NAME.href)?.text;
}

export type Component = "VEVENT" | "VTODO" | "VJOURNAL";

/** Bounds in the form of RFC 4791: `20260914T000000Z`. */
export type Bounds = { start?: string; end?: string };

/** A filter element for one component, with whatever stands in it. */
export async function query(
  server: TestServer,
  calendar: string,
  component: Component,
  inner: string,
): Promise<Answer> {
  return await server.request("REPORT", calendar, {
    headers: { ...XML, depth: "1" },
    body:
      `<C:calendar-query ${NAMESPACES}><prop><getetag/><C:calendar-data/></prop><C:filter>` +
      `<C:comp-filter name="VCALENDAR"><C:comp-filter name="${component}">${inner}</C:comp-filter></C:comp-filter>` +
      `</C:filter></C:calendar-query>`,
  });
}

export function timeRange({ start, end }: Bounds): string {
  const bounds = [start && `start="${start}"`, end && `end="${end}"`].filter(Boolean).join(" ");
  return `<C:time-range ${bounds}/>`;
}

export function multiget(server: TestServer, calendar: string, hrefs: string[]): Promise<Answer> {
  const listed = hrefs.map((href) => `<href>${href}</href>`).join("");
  return server.request("REPORT", calendar, {
    headers: { ...XML, depth: "1" },
    body:
      `<C:calendar-multiget ${NAMESPACES}><prop><getetag/><C:calendar-data/></prop>${listed}` +
      `</C:calendar-multiget>`,
  });
}

/** A report of CalDAV by its name, with whatever stands in it. */
export function report(server: TestServer, path: string, name: string, inner: string): Promise<Answer> {
  return server.request("REPORT", path, {
    headers: { ...XML, depth: "1" },
    body: `<C:${name} ${NAMESPACES}>${inner}</C:${name}>`,
  });
}

/** Last segments of hrefs, sorted. */
export function names(responses: { href: string }[]): string[] {
  return responses.map(({ href }) => href.split("/").at(-1) ?? "").sort();
}
