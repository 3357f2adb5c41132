import { STATUS_CODES } from "node:http";
import type { Found } from "./locate.ts";
import type { PropertyName, liveProperties } from "./properties.ts";
import type { Reply } from "./reply.ts";
import type { User } from "./store.ts";
import { caldav, CALDAV, clark, dav, writeXml, type Xml } from "./xml.ts";

/** Which properties were asked for. */
export type Wanted = { kind: "named"; names: PropertyName[] } | { kind: "all"; valuesToo: boolean };

type Properties = ReturnType<typeof liveProperties>;

const statusLine = (status: number): Xml => dav("status", `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`);

/** The body travels with calendar reports only (RFC 4791 §9.6). */
const CALENDAR_DATA = clark(CALDAV, "calendar-data");

function element({ namespace, name }: PropertyName, children: (Xml | string)[]): Xml {
  return { namespace, name, attributes: {}, children };
}

/** One response of a resource that exists: what was found, and what was asked for but is not there. */
export function foundResponse(options: {
  found: Found;
  viewer: User;
  wanted: Wanted;
  properties: Properties;
  withData: boolean;
}): Xml {
  const { found, viewer, wanted, properties, withData } = options;
  const present: Xml[] = [];
  const missing: Xml[] = [];
  const names = wanted.kind === "named" ? wanted.names : [...properties.values()].map((row) => row.name);
  for (const name of names) {
    const key = clark(name.namespace, name.name);
    if (withData && key === CALENDAR_DATA && found.kind === "resource") {
      present.push(caldav("calendar-data", found.resource.bytes.toString("utf8")));
      continue;
    }
    const content = properties.get(key)?.read(found, viewer);
    if (content !== undefined) {
      present.push(element(name, wanted.kind === "all" && !wanted.valuesToo ? [] : content));
    } else if (wanted.kind === "named") {
      missing.push(element(name, []));
    }
  }
  const propstats: Xml[] = [];
  if (present.length > 0 || missing.length === 0) {
    propstats.push(dav("propstat", dav("prop", ...present), statusLine(200)));
  }
  if (missing.length > 0) propstats.push(dav("propstat", dav("prop", ...missing), statusLine(404)));
  return dav("response", dav("href", found.href), ...propstats);
}

/** One response of a resource that cannot be shown, under the href it was asked for. */
export function absentResponse(href: string, status: number): Xml {
  return dav("response", dav("href", href), statusLine(status));
}

export function multistatus(responses: Xml[]): Reply {
  return {
    status: 207,
    headers: { "content-type": "application/xml; charset=utf-8" },
    body: writeXml(dav("multistatus", ...responses)),
  };
}
