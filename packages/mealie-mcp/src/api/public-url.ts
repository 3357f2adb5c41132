import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { MealieError } from "../errors.ts";
import { isPublicAddress } from "./public-address.ts";

/** The addresses of a host name, as the resolver of this machine gives them. */
export type HostLookup = (host: string) => Promise<readonly string[]>;

export const lookupHost: HostLookup = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Names that mean something else on every network, or nothing outside of it (RFC 6761, 6762, 8375, 9476). */
const LOCAL_NAMES =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|alt|onion|test|invalid)$/;

/** Whether a host name is one of a local network: one label, such as another container beside Mealie, or such an ending. */
export function isLocalName(host: string): boolean {
  return !host.includes(".") || LOCAL_NAMES.test(host);
}

const MAX_LENGTH = 2_048;

/**
 * An address that Mealie may be told to fetch: http or https, no user name in it, and a host on the internet. Mealie
 * does the fetching, from inside its network, so whatever is private there is refused here; older ones refuse nothing.
 * Mealie resolves the name again and may be redirected: this keeps out what can be told beforehand.
 *
 * @throws MealieError (`bad-input`)
 */
export async function publicUrl(
  text: string,
  { lookup: addressesOf, signal }: { lookup: HostLookup; signal: AbortSignal },
): Promise<URL> {
  const url = text.length <= MAX_LENGTH && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw refuse(`This is not the http or https address of a page, of at most ${MAX_LENGTH} characters.`);
  if (url.username !== "" || url.password !== "")
    throw refuse("An address with a user name or password in it is not passed on.");
  url.hash = "";
  await checkHost(hostOf(url), addressesOf, signal);
  return url;
}

/** The host of a URL: a name without the dot of the root, or an address without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname.replace(/\.$/, "");
}

async function checkHost(host: string, addressesOf: HostLookup, signal: AbortSignal): Promise<void> {
  if (isIP(host) !== 0) {
    if (!isPublicAddress(host)) throw refuse(NOT_PUBLIC);
    return;
  }
  if (isLocalName(host)) throw refuse(NOT_PUBLIC);
  const addresses = await withSignal(addressesOf(host), signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw refuse("The host of this address could not be found, so it is not passed on.");
  });
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw refuse(NOT_PUBLIC);
}

const NOT_PUBLIC =
  "Only addresses on the public internet are passed on to Mealie, and this one leads to a private network or to a machine itself.";

function refuse(sentence: string): MealieError {
  return new MealieError("bad-input", sentence);
}

/** A resolver cannot be stopped, but nobody has to wait for it. */
async function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
