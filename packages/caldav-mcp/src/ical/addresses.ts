import type { LineParts } from "./line-parts.ts";

/** Longest value that can be a mail address with everything around it. */
const MAX_LENGTH = 1_024;

/**
 * The mail address that a calendar user address means, in lower case: with or without `mailto:` in any case, in quotes
 * or angle brackets, and percent-encoded as mail URLs may be (RFC 6068 section 2). Anything else comes back as written.
 */
export function plainAddress(written: string): string {
  if (written.length > MAX_LENGTH) return written;
  const address = unwrapped(unwrapped(written).replace(/^mailto:/i, ""));
  return decoded(address).trim().toLowerCase();
}

/**
 * Whether an ATTENDEE or ORGANIZER is us. Some servers write an internal path as the address and the mail address into
 * EMAIL (RFC 7986 section 6.2).
 *
 * @param ownAddresses - lower-case, without `mailto:`
 */
export function isOwnPerson({ params, value }: LineParts, ownAddresses: ReadonlySet<string>): boolean {
  return isOwnAddress([value, ...(params.get("EMAIL") ?? [])], ownAddresses);
}

/** Whether one of these spellings is an address of ours. */
export function isOwnAddress(written: readonly string[], ownAddresses: ReadonlySet<string>): boolean {
  return written.some((address) => ownAddresses.has(plainAddress(address)));
}

function unwrapped(text: string): string {
  const bare = text.trim();
  const pair = bare.at(0) === "<" ? ">" : bare.at(0) === '"' ? '"' : undefined;
  return pair !== undefined && bare.length > 1 && bare.endsWith(pair) ? bare.slice(1, -1).trim() : bare;
}

function decoded(address: string): string {
  if (!address.includes("%")) return address;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
