import { isUnchanged } from "./conditions.ts";
import type { Exchange } from "./exchange.ts";
import { locate } from "./locate.ts";
import { Refusal, type Reply } from "./reply.ts";

/** GET and HEAD of a calendar object; collections have no body of their own. */
export function read(exchange: Exchange): Reply {
  const found = locate(exchange.store, exchange.target);
  if (found === undefined) throw new Refusal({ status: 404 });
  if (found.kind !== "resource") throw new Refusal({ status: 405 });
  const { bytes, etag, modified } = found.resource;
  const headers = {
    etag,
    "last-modified": modified.toUTCString(),
    "content-type": "text/calendar; charset=utf-8",
  };
  if (isUnchanged(exchange.header("if-none-match"), etag)) return { status: 304, headers };
  return { status: 200, headers, body: bytes };
}
