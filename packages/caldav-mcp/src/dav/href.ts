import { isPlainId } from "confirm-guard";

/** An href of an answer: where it points, and its path exactly as the server spelled it. */
export type Href = { url: URL; path: string };

/** Longest href that anything looks at; a longer one is refused before it is walked. */
export const MAX_HREF_LENGTH = 8_192;

/** Longest path of a calendar and longest name of an entry; ids are made of the two. */
export const MAX_PATH_LENGTH = 1_024;

const CONTROL_OR_BACKSLASH = /[\p{Cc}\p{Cs}\\]/u;
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;
const HIDDEN_SEPARATOR = /%(?:00|2e|2f|5c)/i;

/**
 * Resolves an href against the address that answered. Undefined when it cannot be used safely: too long, another
 * scheme, a query, a fragment, credentials, control characters, or dot segments, which a URL parser would fold away
 * so that the path asked for is no longer the path that was sent.
 */
export function readHref(sent: string, base: URL): Href | undefined {
  if (sent.length > MAX_HREF_LENGTH) return undefined;
  const href = sent.trim();
  if (href === "" || href.includes("?") || href.includes("#")) return undefined;
  if (CONTROL_OR_BACKSLASH.test(href) || DOT_SEGMENT.test(href)) return undefined;
  const parsed = URL.parse(href, base.href);
  if (parsed === null) return undefined;
  const url = sameHostOverTls(parsed, base);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  return { url, path: pathAsSent(href, url) };
}

/** True when `path` may be printed as an id and come back unchanged. */
export function fitsId(path: string): boolean {
  return path.length <= MAX_PATH_LENGTH && path.startsWith("/") && !path.includes("\\") && isPlainId(path);
}

/** True when `name` can be the name of an entry: one path segment that no server can read as anything else. */
export function isResourceName(name: string): boolean {
  if (name === "" || name.length > MAX_PATH_LENGTH || name.startsWith(".")) return false;
  return !/[/?#]/.test(name) && !CONTROL_OR_BACKSLASH.test(name) && !HIDDEN_SEPARATOR.test(name);
}

/**
 * The address of an entry: the calendar's address plus one non-empty segment. Undefined when the name is none, or
 * when the URL parser makes anything else of the two. Every request for an entry goes through here.
 */
export function entryUrl(calendar: URL, resource: string): URL | undefined {
  if (!isResourceName(resource)) return undefined;
  const collection = asCollection(calendar);
  const url = URL.parse(collection.href + resource);
  if (url === null || url.origin !== collection.origin || url.search !== "" || url.hash !== "")
    return undefined;
  if (!url.pathname.startsWith(collection.pathname)) return undefined;
  // A name that the parser changes (spaces, letters that need an escape) is not the name that a server gave.
  return url.pathname.slice(collection.pathname.length) === resource ? url : undefined;
}

/**
 * The name of an entry that an answer lists under a calendar, as it goes into a request: as the server spells it, but
 * for characters that a request line cannot carry. Undefined when the href is not exactly one segment below it. Servers spell one path in several ways (`%40` and `@`), so the calendar's part is compared
 * decoded.
 */
export function resourceUnder(calendar: URL, entry: Href): string | undefined {
  if (!isWithin(calendar, entry.url)) return undefined;
  const { pathname } = entry.url;
  const name = pathname.slice(pathname.lastIndexOf("/") + 1);
  if (!isResourceName(name)) return undefined;
  return pathname.split("/").length === spelledSegments(calendar).length ? name : undefined;
}

/** True when `url` is `collection` or lies below it, on the same origin, however the two are spelled. */
export function isWithin(collection: URL, url: URL): boolean {
  if (collection.origin !== url.origin) return false;
  const parents = spelledSegments(collection).slice(0, -1);
  const own = spelledSegments(url);
  return parents.every((segment, index) => isSameSegment(segment, own[index]));
}

/** True when both name the same collection or entry, however they are spelled. */
export function isSamePlace(one: URL, other: URL): boolean {
  if (one.origin !== other.origin) return false;
  const [segments, others] = [spelledSegments(one), spelledSegments(other)];
  // Asked for each entry of a listing: what differs in length is not worth decoding.
  if (segments.length !== others.length) return false;
  return segments.every((segment, index) => isSameSegment(segment, others[index]));
}

/** The items without those at a place that an earlier one is at, in time linear in their number. */
export function onePerPlace<Item>(items: readonly Item[], urlOf: (item: Item) => URL): Item[] {
  const places = new Map<string, Item>();
  for (const item of items) {
    const key = placeKey(urlOf(item));
    if (!places.has(key)) places.set(key, item);
  }
  return [...places.values()];
}

/** One text for each place: the same for all spellings of one path. */
export function placeKey(url: URL): string {
  return url.origin + spelledSegments(url).map(decoded).join("/");
}

/** The address with the slash at its end that relative names need. */
export function asCollection(url: URL): URL {
  if (url.pathname.endsWith("/")) return url;
  const collection = new URL(url);
  collection.pathname = `${url.pathname}/`;
  return collection;
}

/** The last segment of a calendar's path, without slashes. */
export function lastSegment(path: string): string {
  const end = path.endsWith("/") ? path.length - 1 : path.length;
  return path.slice(path.lastIndexOf("/", end - 1) + 1, end);
}

/** Of the address as a collection, whether it ends with a slash or not, in the spelling that it has. */
function spelledSegments({ pathname }: URL): string[] {
  const segments = pathname.split("/");
  if (!pathname.endsWith("/")) segments.push("");
  return segments;
}

function isSameSegment(one: string, other: string | undefined): boolean {
  return one === other || (other !== undefined && decoded(one) === decoded(other));
}

/** A slash stays encoded, so that `a%2Fb` never compares equal to `a/b`. */
function decoded(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment.replaceAll(/%2f/gi, "%252F"));
  } catch {
    return segment;
  }
}

/** A proxy that ends TLS often makes its server write `http://` hrefs for the host the client reached by https. */
function sameHostOverTls(url: URL, base: URL): URL {
  if (url.protocol !== "http:" || base.protocol !== "https:") return url;
  if (url.hostname !== base.hostname || url.port !== "" || base.port !== "") return url;
  const upgraded = new URL(url);
  upgraded.protocol = "https:";
  return upgraded;
}

function pathAsSent(href: string, url: URL): string {
  const origin = ABSOLUTE.exec(href)?.[0];
  if (origin !== undefined) return href.slice(origin.length) || "/";
  return href.startsWith("/") && !href.startsWith("//") ? href : url.pathname;
}
