import type { Element } from "@xmldom/xmldom";
import { violated } from "./conditions.ts";
import type { Exchange } from "./exchange.ts";
import { objectMatches, readFilter } from "./filter.ts";
import { freeBusyQuery } from "./free-busy.ts";
import { type Found, locate, members } from "./locate.ts";
import { absentResponse, foundResponse, multistatus } from "./multistatus.ts";
import { localPath, parsePath } from "./paths.ts";
import { readWanted } from "./propfind.ts";
import type { Budget } from "./recurrence.ts";
import { Refusal, type Reply } from "./reply.ts";
import {
  CALDAV,
  caldav,
  childElements,
  childNamed,
  childrenNamed,
  DAV,
  dav,
  isNamed,
  readXml,
  type Xml,
} from "./xml.ts";

/** Milliseconds that one query may spend on recurrence rules. */
const RULE_BUDGET = 1000;

export function report(exchange: Exchange): Reply {
  const found = locate(exchange.store, exchange.target);
  if (found === undefined) throw new Refusal({ status: 404 });
  const body = readXml(exchange.body.toString("utf8"));
  refuseUnofferedData(body);
  if (isNamed(body, CALDAV, "calendar-query")) return calendarQuery(exchange, found, body);
  if (isNamed(body, CALDAV, "calendar-multiget")) return calendarMultiget(exchange, body);
  if (isNamed(body, CALDAV, "free-busy-query"))
    return freeBusyQuery(exchange, found, body, budgetOf(exchange));
  throw violated(403, dav("supported-report"));
}

/** Server-side expansion and limits are not offered; an answer without them would look like one with them. */
function refuseUnofferedData(body: Element): void {
  const prop = childNamed(body, DAV, "prop");
  const data = prop === undefined ? undefined : childNamed(prop, CALDAV, "calendar-data");
  const asked = data === undefined ? [] : childElements(data);
  if (asked.some((element) => element.localName !== "comp")) {
    throw violated(403, caldav("supported-calendar-data"));
  }
}

function budgetOf(exchange: Exchange): Budget {
  const began = exchange.elapsed();
  return { isSpent: () => exchange.elapsed() - began > RULE_BUDGET };
}

function calendarQuery(exchange: Exchange, found: Found, body: Element): Reply {
  const { store, viewer, properties } = exchange;
  const filter = readFilter(body);
  const wanted = readWanted(body);
  const budget = budgetOf(exchange);

  const responses: Xml[] = [];
  const scope = found.kind === "resource" ? [found] : members(store, found, viewer);
  for (const one of scope) {
    if (one.kind !== "resource") continue;
    const { object } = one.resource;
    // A body that nobody can read is listed rather than lost.
    if (object !== undefined && !objectMatches(object, filter, budget)) continue;
    responses.push(foundResponse({ found: one, viewer, wanted, properties, withData: true }));
  }
  return multistatus(responses);
}

function calendarMultiget(exchange: Exchange, body: Element): Reply {
  const { store, viewer, properties, authorities } = exchange;
  const wanted = readWanted(body);
  const responses = childrenNamed(body, DAV, "href").map((element) => {
    const href = (element.textContent ?? "").trim();
    const path = localPath(href, authorities);
    const target = path === undefined ? undefined : parsePath(path);
    if (target?.kind !== "resource" || target.user !== viewer.name) return absentResponse(href, 404);
    const found = locate(store, target);
    if (found === undefined) return absentResponse(href, 404);
    return foundResponse({ found, viewer, wanted, properties, withData: true });
  });
  return multistatus(responses);
}
