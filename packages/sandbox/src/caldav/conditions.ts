import { Refusal } from "./reply.ts";
import { dav, writeXml, type Xml } from "./xml.ts";

/** A DAV:error answer that names the violated condition (RFC 4918 §16). */
export function violated(status: number, condition: Xml): Refusal {
  return new Refusal({
    status,
    headers: { "content-type": "application/xml; charset=utf-8" },
    body: writeXml(dav("error", condition)),
  });
}

/** One entity tag of a list; the rest of a malformed list is left unread and so matches nothing. */
const LISTED_TAG = /[ \t]*(?<weak>W\/)?(?<tag>"[^"]*")[ \t]*(?:,|$)/y;

function listed(header: string): { weak: boolean; tag: string }[] {
  const tags: { weak: boolean; tag: string }[] = [];
  LISTED_TAG.lastIndex = 0;
  for (let match = LISTED_TAG.exec(header); match !== null; match = LISTED_TAG.exec(header)) {
    tags.push({ weak: match.groups?.["weak"] !== undefined, tag: match.groups?.["tag"] ?? "" });
  }
  return tags;
}

/** RFC 9110 §13.1.1: strong comparison, so a weak tag never matches. */
function matchesStrongly(header: string, etag: string | undefined): boolean {
  if (etag === undefined) return false;
  return header.trim() === "*" || listed(header).some(({ weak, tag }) => !weak && tag === etag);
}

/** RFC 9110 §13.1.2: weak comparison. */
function matchesWeakly(header: string, etag: string | undefined): boolean {
  if (etag === undefined) return false;
  return header.trim() === "*" || listed(header).some(({ tag }) => tag === etag);
}

export type ConditionalHeaders = { ifMatch: string | undefined; ifNoneMatch: string | undefined };

/** Refuses with 412 when the request was made for another state than this one. */
export function requireState(headers: ConditionalHeaders, etag: string | undefined): void {
  const { ifMatch, ifNoneMatch } = headers;
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, etag)) throw new Refusal({ status: 412 });
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, etag)) throw new Refusal({ status: 412 });
}

/** Whether a read may be answered with 304. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, etag);
}
