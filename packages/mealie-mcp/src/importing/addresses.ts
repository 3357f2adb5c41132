import { isIP } from "node:net";
import { isPublicAddress } from "../api/public-address.ts";
import type { HostLookup } from "../api/public-url.ts";
import { refused } from "../errors.ts";

const MAX_HOSTS = 25;
const MAX_ADDRESSES = 2_000;

/**
 * Refuses a document that names addresses which are not public: Mealie fetches the picture of what it imports, from
 * inside its network, and older versions refuse nothing. Every address counts, since which of them Mealie takes for the
 * picture cannot be told from here. The hosts of the first ones are looked up as well.
 *
 * @throws MealieError (`bad-input`)
 */
export async function refusePrivateAddresses(document: string, reach: Reach): Promise<void> {
  const hosts = hostsIn(document);
  if ([...hosts].some(isOfNetwork)) throw refused("bad-input", PRIVATE);
  const named = [...hosts].filter((host) => isIP(host) === 0).slice(0, MAX_HOSTS);
  const found = await Promise.all(named.map((host) => addressesOf(host, reach)));
  if (!found.flat().every(isPublicAddress)) throw refused("bad-input", PRIVATE);
}

type Reach = { lookup: HostLookup; signal: AbortSignal };

/** A host that cannot be found cannot be reached either. */
async function addressesOf(host: string, { lookup, signal }: Reach): Promise<readonly string[]> {
  signal.throwIfAborted();
  return lookup(host).catch(() => []);
}

const PRIVATE =
  "This document names the address of a picture or page that is not on the public internet, and Mealie would fetch it from inside its own network.";

/** Up to the first character that ends an address in JSON, HTML or text. */
const ADDRESS = /https?:(?:\\?\/){2}[^\s"'<>`]{1,2048}/giu;

function hostsIn(document: string): Set<string> {
  const hosts = new Set<string>();
  let seen = 0;
  for (const [match] of document.matchAll(ADDRESS)) {
    const text = match.replaceAll("\\/", "/");
    if (URL.canParse(text)) hosts.add(new URL(text).hostname.replace(/^\[|\]$/g, "").replace(/\.$/, ""));
    seen += 1;
    if (seen >= MAX_ADDRESSES) break;
  }
  return hosts;
}

function isOfNetwork(host: string): boolean {
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return !host.includes(".") || host.endsWith(".localhost");
}
