import { atOnce, breathing, type Piecewise } from "../breath.ts";
import { CaldavError } from "../errors.ts";
import { readHref } from "./href.ts";
import { NAME } from "./names.ts";
import { child, childrenNamed, type XmlElement, xmlPiecewise, XmlRefused } from "./xml.ts";

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

const PAGE = /^\s*<(?:!doctype\s+)?html\b/i;
const MAX_RESPONSES = 50_000;
const NO_PROPS: ReadonlyMap<string, XmlElement> = new Map();
const STATUS_LINE = /^HTTP\/[0-9.]{1,8} +([1-5][0-9]{2})(?: |$)/;

/**
 * Reads a multistatus strictly. What counts is the text: it must be XML to its end with the root `DAV:multistatus`;
 * the content type decides nothing (F14), and a text that breaks off is a failure, never a shorter list.
 *
 * @param options.baseUrl - the address that answered; hrefs are resolved against it.
 * @throws CaldavError `not-caldav`
 */
export function readMultistatus(text: string, options: { baseUrl: URL }): Multistatus {
  return atOnce(multistatusPiecewise(text, options));
}

/** As {@link readMultistatus}; an answer of many entries does not keep other requests waiting. */
export function readLongMultistatus(text: string, options: { baseUrl: URL }): Promise<Multistatus> {
  return breathing(multistatusPiecewise(text, options));
}

function* multistatusPiecewise(text: string, options: { baseUrl: URL }): Piecewise<Multistatus> {
  if (PAGE.test(text.slice(0, 200))) throw notCaldav("it is a web page");
  const root = yield* rootPiecewise(text);
  if (root.name !== NAME.multistatus) throw notCaldav("it is no multistatus");
  const elements = childrenNamed(root, NAME.response);
  if (elements.length > MAX_RESPONSES) throw notCaldav("it lists too many resources");

  const responses: DavResponse[] = [];
  let unreadable = 0;
  for (const element of elements) {
    yield undefined;
    const hrefs = childrenNamed(element, NAME.href);
    if (hrefs.length === 0) unreadable += 1;
    const status = statusOf(element);
    // RFC 4918 section 14.24: several hrefs share a status, never properties; else one text could stand for many entries.
    const props = hrefs.length > 1 ? NO_PROPS : foundProps(element);
    for (const { text: sent } of hrefs) {
      const href = readHref(sent, options.baseUrl);
      if (href === undefined) unreadable += 1;
      else responses.push({ href: href.path, url: href.url, ...(status !== undefined && { status }), props });
    }
  }
  const syncToken = child(root, NAME.syncToken)?.text.trim();
  return { responses, unreadable, ...(syncToken !== undefined && { syncToken }) };
}

/** The text of a property, or undefined when the server did not find it. */
export function propText(response: DavResponse, name: string): string | undefined {
  return response.props.get(name)?.text;
}

function* rootPiecewise(text: string): Piecewise<XmlElement> {
  try {
    return yield* xmlPiecewise(text);
  } catch (error) {
    throw error instanceof XmlRefused ? notCaldav(error.message) : error;
  }
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
