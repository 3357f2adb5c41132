import { atOnce, breathing, type Piecewise } from "../breath.ts";
import { CaldavError } from "../errors.ts";
import { readHref } from "./href.ts";
import { NAME } from "./names.ts";
import { child, childrenNamed, createXmlReader, type XmlElement, XmlRefused } from "./xml.ts";

/** One resource that a multistatus speaks about. */
export type DavResponse = {
  /** The path as the server spelled it, byte for byte, without scheme and host. */
  href: string;
  url: URL;
  /** Present when the server answers for the resource as a whole, as in a 404 among found ones. */
  status?: number;
  /** The properties that the server found (status 200), by `{namespace}name`. */
  props: ReadonlyMap<string, XmlElement>;
};

export type Multistatus = {
  responses: DavResponse[];
  /** Responses without an href that can be used: none at all, too long, or pointing nowhere safe. */
  unreadable: number;
  syncToken?: string;
};

const PAGE_WITHIN = 200;
const PAGE = /^\s*<(?:!doctype\s+)?html\b/i;
const MAX_RESPONSES = 50_000;
const NO_PROPS: ReadonlyMap<string, XmlElement> = new Map();
const STATUS_LINE = /^HTTP\/[0-9.]{1,8} +([1-5][0-9]{2})(?: |$)/;

/** An answer that is read as it comes. */
export type MultistatusReader = {
  write: (text: string) => void;
  /**
   * Ends it. Hrefs are resolved against the address that answered, which redirects may make another one than was asked.
   *
   * @throws CaldavError `not-caldav`
   */
  end: (options: { baseUrl: URL }) => Promise<Multistatus>;
};

/**
 * Reads a multistatus strictly. What counts is the text: it must be XML to its end with the root `DAV:multistatus`;
 * the content type decides nothing (F14), and a text that breaks off is a failure, never a shorter list.
 *
 * @param options.baseUrl - the address that answered; hrefs are resolved against it.
 * @throws CaldavError `not-caldav`
 */
export function readMultistatus(text: string, options: { baseUrl: URL }): Multistatus {
  const answer = createAnswer();
  answer.write(text);
  return atOnce(resolved(answer.end(), options.baseUrl));
}

/** As {@link readMultistatus}; an answer of many entries does not keep other requests waiting, nor is it held as a whole. */
export function createMultistatusReader(): MultistatusReader {
  const { write, end } = createAnswer();
  return { write, end: async ({ baseUrl }) => breathing(resolved(end(), baseUrl)) };
}

/** One response, as far as it can be understood without knowing who answered. */
type Stated = Pick<DavResponse, "status" | "props"> & { hrefs: string[] };

type Contents = { responses: Stated[]; syncToken: string | undefined };

/** Why a text is no answer is said at its end, so that one that is too large or breaks off is told as that. */
function createAnswer(): { write: (text: string) => void; end: () => Contents } {
  const responses: Stated[] = [];
  let syncToken: string | undefined;
  let listed = 0;
  const reader = createXmlReader({
    taken: (element) => {
      if (element.name === NAME.syncToken) syncToken ??= element.text.trim();
      if (element.name !== NAME.response) return;
      listed += 1;
      if (listed <= MAX_RESPONSES) responses.push(statedIn(element));
    },
  });
  let beginning = "";
  let begun = false;
  let refused: { error: unknown } | undefined;

  function read(text: string): void {
    if (!begun && PAGE.test(text.slice(0, PAGE_WITHIN))) throw notCaldav("it is a web page");
    begun = true;
    reader.write(text);
  }

  function write(text: string): void {
    if (refused !== undefined) return;
    try {
      if (!begun) beginning += text;
      if (begun) read(text);
      else if (beginning.length >= PAGE_WITHIN) read(beginning);
    } catch (error) {
      refused = { error };
      responses.length = 0;
    }
  }

  function end(): Contents {
    if (refused !== undefined) throw refused.error;
    if (!begun) read(beginning);
    const root = reader.end();
    if (root.name !== NAME.multistatus) throw notCaldav("it is no multistatus");
    if (listed > MAX_RESPONSES) throw notCaldav("it lists too many resources");
    return { responses, syncToken };
  }

  return {
    write,
    end: () => {
      try {
        return end();
      } catch (error) {
        throw error instanceof XmlRefused ? notCaldav(error.message) : error;
      }
    },
  };
}

function statedIn(response: XmlElement): Stated {
  const hrefs = childrenNamed(response, NAME.href).map(({ text }) => text);
  const status = statusOf(response);
  return {
    hrefs,
    ...(status !== undefined && { status }),
    // RFC 4918 section 14.24: several hrefs share a status, never properties; else one text could stand for many entries.
    props: hrefs.length > 1 ? NO_PROPS : foundProps(response),
  };
}

function* resolved({ responses: stated, syncToken }: Contents, baseUrl: URL): Piecewise<Multistatus> {
  const responses: DavResponse[] = [];
  let unreadable = 0;
  for (const { hrefs, ...rest } of stated) {
    yield undefined;
    if (hrefs.length === 0) unreadable += 1;
    for (const sent of hrefs) {
      const href = readHref(sent, baseUrl);
      if (href === undefined) unreadable += 1;
      else responses.push({ href: href.path, url: href.url, ...rest });
    }
  }
  return { responses, unreadable, ...(syncToken !== undefined && { syncToken }) };
}

/** The text of a property, or undefined when the server did not find it. */
export function propText(response: DavResponse, name: string): string | undefined {
  return response.props.get(name)?.text;
}

function notCaldav(why: string): CaldavError {
  return new CaldavError(
    "not-caldav",
    `This is not a CalDAV answer: ${why}. Nothing of it was used; check that CALDAV_URL is a CalDAV address.`,
  );
}

/** RFC 4918 section 14.22: only the properties under a 200 were found; the others are named, without a value. */
function foundProps(response: XmlElement): ReadonlyMap<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  for (const propstat of childrenNamed(response, NAME.propstat)) {
    if ((statusOf(propstat) ?? 200) !== 200) continue;
    for (const prop of childrenNamed(propstat, NAME.prop))
      for (const property of prop.children) if (!found.has(property.name)) found.set(property.name, property);
  }
  return found;
}

/** A status line that nobody can read counts as a server error, so that it never passes for success. */
function statusOf(element: XmlElement): number | undefined {
  const line = child(element, NAME.status)?.text.trim();
  if (line === undefined) return undefined;
  const digits = STATUS_LINE.exec(line)?.[1];
  return digits === undefined ? 500 : Number(digits);
}
