import { readCalendarObject } from "./calendar-object.ts";
import { requireState, violated } from "./conditions.ts";
import type { Exchange } from "./exchange.ts";
import { requireOwnUid, requireSupported, requireWritable, writableCalendar } from "./members.ts";
import { Refusal, type Reply } from "./reply.ts";
import { caldav } from "./xml.ts";

/** Characters that XML 1.0 cannot carry, and so no report could ever return. */
// eslint-disable-next-line no-control-regex
const UNTRANSPORTABLE = /[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;

function conditionalHeaders(exchange: Exchange): {
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
} {
  return { ifMatch: exchange.header("if-match"), ifNoneMatch: exchange.header("if-none-match") };
}

/** The text of a body, if it is UTF-8 that XML can carry. */
export function calendarText(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return UNTRANSPORTABLE.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

export function put(exchange: Exchange): Reply {
  const { target, store, body } = exchange;
  if (target.kind !== "resource") throw new Refusal({ status: 405 });
  const calendar = writableCalendar(exchange, target.calendar);
  const existing = calendar.resources.get(target.name);
  requireState(conditionalHeaders(exchange), existing?.etag);

  const type = exchange.header("content-type") ?? "text/calendar";
  if (!/^text\/calendar\s*(?:;|$)/i.test(type)) throw violated(403, caldav("supported-calendar-data"));
  const text = calendarText(body);
  const object = text === undefined ? "valid-calendar-data" : readCalendarObject(text);
  if (typeof object === "string") throw violated(403, caldav(object));
  requireSupported(calendar, object.component);
  requireOwnUid(calendar, target.name, object.uid);

  const { etag } = store.write(calendar, target.name, body);
  return { status: existing === undefined ? 201 : 204, headers: { etag } };
}

/** DELETE of one calendar object; a calendar is not deleted over the wire. */
export function remove(exchange: Exchange): Reply {
  const { target, store, viewer } = exchange;
  if (target.kind !== "resource") throw new Refusal({ status: 403 });
  const calendar = store.calendars(viewer.name).get(target.calendar);
  const existing = calendar?.resources.get(target.name);
  if (calendar === undefined || existing === undefined) throw new Refusal({ status: 404 });
  requireWritable(calendar);
  requireState(conditionalHeaders(exchange), existing.etag);
  store.remove(calendar, target.name);
  return { status: 204 };
}
