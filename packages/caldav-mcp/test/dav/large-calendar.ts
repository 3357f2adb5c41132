import type { Calendar } from "../../src/dav/calendars.ts";
import type { DavClient } from "../../src/dav/client.ts";
import { readXml, type XmlElement } from "../../src/dav/xml.ts";
import { accountAt } from "./account.ts";
import { found, type Loopback, multistatus, type Reply, serve, type Seen, statusOnly } from "./loopback.ts";
import { aCalendar } from "./samples.ts";

/** Answers of the server that take the place of its right ones; undefined leaves the right one. */
export type Bent = {
  whole?: (request: Seen) => Reply | undefined;
  names?: (request: Seen) => Reply | undefined | Promise<Reply | undefined>;
  /** `nth` counts from 1. */
  part?: (hrefs: readonly string[], nth: number) => Reply | undefined | Promise<Reply | undefined>;
};

export type LargeOptions = { ceiling?: number; inParts?: number; bent?: Bent };

export type LargeCalendar = {
  server: Loopback;
  client: DavClient;
  work: Calendar;
  /** The hrefs of each multiget, in the order in which they came. */
  parts: string[][];
  /** How many requests for parts were on their way at once, at most. */
  mostAtOnce: () => number;
};

const CALDAV = "{urn:ietf:params:xml:ns:caldav}";
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

export const PATH = "/cal/team/";
export const etagOf = (name: string): string => `"${name}-1"`;
export const naming = (name: string): string => found(PATH + name, `<d:getetag>${etagOf(name)}</d:getetag>`);
export const giving = (name: string, text: string): string =>
  found(
    PATH + name,
    `<d:getetag>${etagOf(name)}</d:getetag><c:calendar-data>${escaped(text)}</c:calendar-data>`,
  );

/** One entry as text, of about so many bytes; DAV code never looks inside. */
export const entryOf = (name: string, bytes: number): string => `${name} ${"x".repeat(bytes)}`;

/** As many entries of one size, in the order in which the server names them. */
export function entries(count: number, bytes: number): Map<string, string> {
  return new Map(
    Array.from({ length: count }, (_, at) => [`e${at}.ics`, entryOf(`e${at}.ics`, bytes)] as const),
  );
}

/** A server with one calendar, and a client that reads at most so many bytes of an answer. */
export async function largeCalendar(
  stored: ReadonlyMap<string, string>,
  { ceiling = 100_000, inParts = 6_400_000, bent = {} }: LargeOptions = {},
): Promise<LargeCalendar> {
  const parts: string[][] = [];
  let running = 0;
  let most = 0;

  async function part(query: XmlElement): Promise<Reply> {
    const hrefs = query.children.filter(({ name }) => name === "{DAV:}href").map(({ text }) => text);
    parts.push(hrefs);
    running += 1;
    most = Math.max(most, running);
    const reply = await bent.part?.(hrefs, parts.length);
    running -= 1;
    return reply ?? multistatus(...hrefs.map((href) => answerFor(href, stored)));
  }

  const server = await serve(async (request) => {
    const query = readXml(request.body);
    if (query.name === `${CALDAV}calendar-multiget`) return part(query);
    if (!request.body.includes("calendar-data"))
      return (await bent.names?.(request)) ?? multistatus(...[...stored.keys()].map(naming));
    const whole = [...stored].map(([name, text]) => giving(name, text));
    return bent.whole?.(request) ?? multistatus(...whole);
  });
  const { client } = accountAt(server.url, { ceilings: { multistatus: ceiling, entry: ceiling, inParts } });
  const work = aCalendar(PATH, { url: new URL(PATH, server.url) });
  return { server, client, work, parts, mostAtOnce: () => most };
}

function answerFor(href: string, stored: ReadonlyMap<string, string>): string {
  const name = href.slice(PATH.length);
  const text = stored.get(name);
  return text === undefined ? statusOnly(href, "404 Not Found") : giving(name, text);
}
