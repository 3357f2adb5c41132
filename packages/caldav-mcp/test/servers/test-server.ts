import { NAME } from "../../src/dav/names.ts";
import { type DavResponse, readMultistatus } from "../../src/dav/multistatus.ts";
import type { ServerName } from "./available.ts";

export type Answer = { status: number; headers: Headers; text: string };

export type RequestOptions = { headers?: Record<string, string>; body?: string };

/** A running CalDAV server with one account on it. Paths may be given as URLs too. */
export type TestServer = {
  name: ServerName;
  /** The root, with a slash at the end. */
  url: string;
  user: string;
  password: string;
  calendarUrl(name: string): string;
  makeCalendar(name: string, components: string[]): Promise<void>;
  /** Stores an object; anything but success is an error. */
  put(path: string, text: string): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** Hrefs of the objects in a calendar, as the server spells them. */
  list(calendar: string): Promise<string[]>;
  /** Any request, with the account's credentials; redirects are not followed. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** The account's calendar user address (RFC 6638), where the server has one. */
  address?: string;
  /** Another account on the same server, where what one plans with the other arrives there. */
  secondUser?: TestServer;
  stop: () => Promise<void>;
};

export type Endpoint = {
  name: ServerName;
  url: string;
  user: string;
  password: string;
  /** Path of the account's calendars, with a slash at the end. */
  home: string;
  address?: string;
  secondUser?: TestServer;
  stop: () => Promise<void>;
};

const REQUEST_MS = 60_000;

export function serverAt(endpoint: Endpoint): TestServer {
  const { name, url, user, password, home, address, secondUser } = endpoint;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`, "utf8").toString("base64")}`;

  const request = async (method: string, path: string, options: RequestOptions = {}): Promise<Answer> => {
    const response = await fetch(new URL(path, url), {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(REQUEST_MS),
      headers: { authorization, ...options.headers },
      ...(options.body !== undefined && { body: options.body }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const calendarUrl = (calendar: string): string => new URL(`${home}${calendar}/`, url).href;

  return {
    name,
    url,
    user,
    password,
    calendarUrl,
    request,
    get: (path) => request("GET", path, { headers: { "accept-encoding": "identity" } }),

    async makeCalendar(calendar, components) {
      const comps = components.map((component) => `<C:comp name="${component}"/>`).join("");
      const answer = await request("MKCALENDAR", calendarUrl(calendar), {
        headers: { "content-type": "application/xml; charset=utf-8" },
        body:
          `<C:mkcalendar xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><set><prop>` +
          `<displayname>${calendar}</displayname>` +
          `<C:supported-calendar-component-set>${comps}</C:supported-calendar-component-set>` +
          `</prop></set></C:mkcalendar>`,
      });
      if (answer.status !== 201) throw new Error(`${name} made no calendar: ${answer.status}`);
    },

    async put(path, text) {
      const answer = await request("PUT", path, {
        headers: { "content-type": "text/calendar; charset=utf-8" },
        body: text,
      });
      if (answer.status !== 201 && answer.status !== 204) {
        throw new Error(`${name} did not store the object: ${answer.status} ${answer.text.slice(0, 300)}`);
      }
      return answer;
    },

    async list(calendar) {
      const collection = calendarUrl(calendar);
      const answer = await request("PROPFIND", collection, {
        headers: { depth: "1", "content-type": "application/xml; charset=utf-8" },
        body: `<propfind xmlns="DAV:"><prop><getetag/><resourcetype/></prop></propfind>`,
      });
      const isObject = (response: DavResponse): boolean =>
        response.props.get(NAME.resourcetype)?.children.length === 0;
      return readMultistatus(answer.text, { baseUrl: new URL(collection) })
        .responses.filter(isObject)
        .map(({ href }) => href);
    },

    ...(address !== undefined && { address }),
    ...(secondUser !== undefined && { secondUser }),
    stop: () => endpoint.stop(),
  };
}
