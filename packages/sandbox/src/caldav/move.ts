import { requireState } from "./conditions.ts";
import type { Exchange } from "./exchange.ts";
import { requireOwnUid, requireSupported, requireWritable, writableCalendar } from "./members.ts";
import { localPath, parsePath, resourcePath, type Target } from "./paths.ts";
import { Refusal, type Reply } from "./reply.ts";

/** MOVE of one calendar object to a calendar of the same account (RFC 4918 §9.9). */
export function move(exchange: Exchange): Reply {
  const { target, store, viewer } = exchange;
  if (target.kind !== "resource") throw new Refusal({ status: 403 });
  const source = store.calendars(viewer.name).get(target.calendar);
  const moved = source?.resources.get(target.name);
  if (source === undefined || moved === undefined) throw new Refusal({ status: 404 });
  requireWritable(source);
  requireState({ ifMatch: exchange.header("if-match"), ifNoneMatch: undefined }, moved.etag);

  const destination = destinationOf(exchange);
  const calendar = writableCalendar(exchange, destination.calendar);
  if (calendar === source && destination.name === target.name) throw new Refusal({ status: 403 });
  const replaced = calendar.resources.get(destination.name);
  if (replaced !== undefined && exchange.header("overwrite")?.toUpperCase() === "F") {
    throw new Refusal({ status: 412 });
  }
  if (moved.object !== undefined) {
    requireSupported(calendar, moved.object.component);
    if (calendar !== source) requireOwnUid(calendar, destination.name, moved.object.uid);
  }

  store.write(calendar, destination.name, moved.bytes);
  store.remove(source, target.name);
  const location = resourcePath(viewer.name, calendar.name, destination.name);
  return replaced === undefined ? { status: 201, headers: { location } } : { status: 204 };
}

function destinationOf(exchange: Exchange): Extract<Target, { kind: "resource" }> {
  const header = exchange.header("destination");
  if (header === undefined) throw new Refusal({ status: 400 });
  const path = localPath(header, exchange.authorities);
  // RFC 4918 §9.9.4: a server that this one does not speak for.
  if (path === undefined) throw new Refusal({ status: 502 });
  const destination = parsePath(path);
  if (destination?.kind !== "resource" || destination.user !== exchange.viewer.name) {
    throw new Refusal({ status: 403 });
  }
  return destination;
}
