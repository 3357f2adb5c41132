import { findIana } from "windows-iana";
import { ianaZone } from "./iana-zone.ts";
import { ownString } from "./own-string.ts";
import type { Zone } from "./zone.ts";

const MAX_TZID = 255;
const MAX_CACHED = 500;
const known = new Map<string, Zone | undefined>();

/**
 * The zone of a TZID that needs no document: an IANA name in any case, one behind a vendor's prefix
 * (`/freeassociation.sourceforge.net/Europe/Berlin`), or a Windows name (`W. Europe Standard Time`).
 */
export function zoneOfTzid(tzid: string): Zone | undefined {
  const name = tzid.trim().replaceAll('"', "");
  if (name === "" || name.length > MAX_TZID) return undefined;
  if (known.has(name)) return known.get(name);
  if (known.size >= MAX_CACHED) known.clear();
  const zone = ianaZone(name) ?? prefixedZone(name) ?? windowsZone(name);
  known.set(ownString(name), zone);
  return zone;
}

/** Finds the zone of a TZID, in the document that uses it where nothing else knows the name. */
export type ZoneFinder = (tzid: string) => Zone | undefined;

function prefixedZone(name: string): Zone | undefined {
  if (!name.startsWith("/")) return undefined;
  const segments = name.split("/");
  for (const count of [3, 2, 1]) {
    const zone = segments.length > count ? ianaZone(segments.slice(-count).join("/")) : undefined;
    if (zone !== undefined) return zone;
  }
  return undefined;
}

const WINDOWS_NAME = /^[A-Za-z0-9 .()+-]{3,60}$/;

function windowsZone(name: string): Zone | undefined {
  if (!WINDOWS_NAME.test(name)) return undefined;
  // Territory 001 is the one that stands for the whole Windows zone.
  const [first] = findIana(name, "001");
  return first === undefined ? undefined : ianaZone(first);
}
