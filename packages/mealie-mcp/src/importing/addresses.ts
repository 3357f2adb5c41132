import { isIP } from "node:net";
import { isPublicAddress } from "../api/public-address.ts";
import { type HostLookup, hostOf, isLocalName } from "../api/public-url.ts";
import { refused } from "../errors.ts";
import { readingsOf } from "./escapes.ts";

const MAX_NAMES = 100;

/**
 * Refuses a document that names addresses which are not public: Mealie fetches the picture of what it imports, from
 * inside its network, and older versions refuse nothing. Every address counts, since which of them Mealie takes for the
 * picture cannot be told from here; and so does one that readers may read differently.
 *
 * @throws MealieError (`bad-input`)
 */
export async function refusePrivateAddresses(document: string, reach: Reach): Promise<void> {
  const names = new Set<string>();
  for (const host of hostsIn(document)) {
    if (isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host)) throw refused("bad-input", PRIVATE);
    if (isIP(host) === 0) names.add(host);
  }
  if (names.size > MAX_NAMES)
    throw refused(
      "bad-input",
      `This document names more than ${MAX_NAMES} hosts, too many to look up. Pass the schema.org JSON of its recipe alone.`,
    );
  const found = await Promise.all([...names].map((name) => addressesOf(name, reach)));
  if (!found.every((addresses) => addresses.length > 0 && addresses.every(isPublicAddress)))
    throw refused("bad-input", PRIVATE);
}

type Reach = { lookup: HostLookup; signal: AbortSignal };

/** None for a host that is not found: Mealie's own network may know it all the same. */
async function addressesOf(host: string, { lookup, signal }: Reach): Promise<readonly string[]> {
  signal.throwIfAborted();
  return lookup(host).catch(() => []);
}

const PRIVATE =
  "This document names the address of a picture or page that is not on the public internet or cannot be looked up, and Mealie would fetch it from inside its own network. Pass the recipe without that address.";

/** What stands before strings of JSON, values of attributes and texts of elements. */
const BEFORE = ['"', "'", "=", ">"] as const;

/** A value that is an address, with everything up to its path: in Python, a user name may hold any character. */
const WHOLE = /^(https?:)?\/\/([^/?#]{1,2048})/iu;

/** An address somewhere in a text, up to the first character that ends one. */
const WITHIN = /https?:\/\/(?:[^\s"'<>`/?#\\@]{0,255}@)?([^\s"'<>`/?#\\@]{1,2048})/giu;

const AUTHORITY = /^(?:[\p{L}\p{M}\p{N}._-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/iu;

/** How an address may begin, escaped or not. */
const BEGINNING = /^[\s\p{Cc}]*[h&\\/]/iu;

function hostsIn(document: string): Set<string> {
  const authorities = new Set<string>();
  for (const before of BEFORE)
    for (const part of document.split(before)) {
      if (!BEGINNING.test(part)) continue;
      for (const reading of readingsOf(valueOf(part, before))) {
        const [, scheme, authority] = WHOLE.exec(reading.replaceAll(/\p{Cc}/gu, "").trimStart()) ?? [];
        // Without a scheme it is an address in an attribute, and a comment in a script.
        if (authority !== undefined && (scheme !== undefined || before !== ">")) authorities.add(authority);
      }
    }
  if (![...authorities].every((authority) => AUTHORITY.test(authority))) throw refused("bad-input", PRIVATE);
  for (const reading of readingsOf(document).flatMap((text) => [text, text.replaceAll(/<[^<>]*>/gu, "")]))
    for (const [, authority = ""] of reading.matchAll(WITHIN))
      if (AUTHORITY.test(authority)) authorities.add(authority);
  return new Set([...authorities].map(hostNamed));
}

/** A value between quotes ends at the next one, one without quotes at a blank or a bracket, and a text at the next tag. */
function valueOf(part: string, before: (typeof BEFORE)[number]): string {
  if (before === "=") return /^[^\s<>"'`]*/u.exec(part)?.[0] ?? "";
  return before === ">" ? (part.split("<", 1)[0] ?? "") : part;
}

/** @throws MealieError (`bad-input`) for what is no host */
function hostNamed(authority: string): string {
  if (!URL.canParse(`http://${authority}/`)) throw refused("bad-input", PRIVATE);
  return hostOf(new URL(`http://${authority}/`));
}
