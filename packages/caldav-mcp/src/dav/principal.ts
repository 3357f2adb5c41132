import { CaldavError } from "../errors.ts";
import type { Property } from "./bodies.ts";
import { CALENDAR_PROPERTIES, hrefIn, hrefsIn } from "./calendar-properties.ts";
import type { DavAnswer, DavCall, DavClient } from "./client.ts";
import { isSamePlace, onePerPlace, readHref } from "./href.ts";
import type { DavResponse } from "./multistatus.ts";
import { NAME } from "./names.ts";

/** Whose account it is, as far as the server tells. */
export type Principal = {
  url: URL | undefined;
  homes: URL[];
  /** Mail addresses in lower case, without repetitions. */
  addresses: string[];
  scheduleInbox: boolean;
  scheduleOutbox: boolean;
};

/** What the configured address leads to. */
export type Start = {
  principal: Principal | undefined;
  /** The answer of the configured address itself, when it is a DAV resource: it may be a calendar or a home. */
  own: { response: DavResponse; url: URL } | undefined;
};

const PRINCIPAL_PROPERTIES: readonly Property[] = [
  "c:calendar-home-set",
  "c:calendar-user-address-set",
  "c:schedule-inbox-URL",
  "c:schedule-outbox-URL",
];

const START_PROPERTIES: readonly Property[] = [
  "d:current-user-principal",
  ...PRINCIPAL_PROPERTIES,
  ...CALENDAR_PROPERTIES,
];

const MAIL_ADDRESS = /^[^\s\p{C}@<>"]{1,128}@[^\s\p{C}@<>"]{1,255}$/u;

/** Failures that say "not here", after which another address is worth a try; every other one ends the search. */
const NOT_HERE: ReadonlySet<string> = new Set(["not-caldav", "not-found", "unsupported", "forbidden"]);

/**
 * Finds the principal as RFC 6764 section 6 says, from a root, a sub-path or a calendar's own address: the configured
 * address first, then the well-known one, then the root. Only PROPFIND decides. Refused credentials end the search at
 * once, since each further try would be one more failed login.
 */
export async function findPrincipal(client: DavClient, configured: URL, call: DavCall): Promise<Start> {
  let own: Start["own"];
  let firstFailure: unknown;
  const places = [configured, new URL("/.well-known/caldav", configured), new URL("/", configured)];
  for (const [index, place] of places.entries()) {
    if (index > 0 && isSamePlace(place, configured)) continue;
    try {
      const answer = await client.propfind(place, { properties: START_PROPERTIES, depth: "0" }, call);
      const response = selfOf(answer);
      const principal = await principalFrom(client, answer, response, call);
      if (index === 0 && response !== undefined) own = { response, url: answer.url };
      if (principal !== undefined) return { principal, own };
      if (isCalendar(own?.response)) return { principal: undefined, own };
    } catch (error) {
      if (!(error instanceof CaldavError) || endsSearch(error, own)) throw error;
      firstFailure ??= error;
    }
  }
  if (own === undefined && firstFailure !== undefined) throw firstFailure;
  return { principal: undefined, own };
}

/** Once the configured address has answered, trouble elsewhere on the host does not take it away. */
function endsSearch({ code }: CaldavError, own: Start["own"]): boolean {
  return own === undefined ? !NOT_HERE.has(code) : code === "credentials-refused";
}

async function principalFrom(
  client: DavClient,
  answer: DavAnswer,
  response: DavResponse | undefined,
  call: DavCall,
): Promise<Principal | undefined> {
  const href = hrefIn(response, NAME.currentUserPrincipal);
  const url = href === undefined ? undefined : readHref(href, answer.url)?.url;
  const here = response === undefined ? undefined : readPrincipal(response, answer.url, url);
  if (url === undefined) return here !== undefined && here.homes.length > 0 ? here : undefined;
  if (here !== undefined && here.homes.length > 0 && isSamePlace(url, answer.url)) return here;
  const named = await client.propfind(url, { properties: PRINCIPAL_PROPERTIES, depth: "0" }, call);
  const self = selfOf(named);
  return self === undefined ? undefined : readPrincipal(self, named.url, url);
}

function readPrincipal(response: DavResponse, base: URL, url: URL | undefined): Principal {
  const homes = hrefsIn(response, NAME.calendarHomeSet).flatMap((href) => readHref(href, base)?.url ?? []);
  return {
    url,
    homes: onePerPlace(homes, (home) => home),
    addresses: [
      ...new Set(hrefsIn(response, NAME.calendarUserAddressSet).flatMap((href) => mailAddress(href) ?? [])),
    ],
    scheduleInbox: hrefIn(response, NAME.scheduleInboxUrl) !== undefined,
    scheduleOutbox: hrefIn(response, NAME.scheduleOutboxUrl) !== undefined,
  };
}

/** A depth 0 answer speaks about one resource, however it spells it. */
function selfOf({ responses, url }: DavAnswer): DavResponse | undefined {
  const found = responses.filter(({ status }) => status === undefined || status === 200);
  return (
    found.find((response) => isSamePlace(response.url, url)) ?? (found.length === 1 ? found[0] : undefined)
  );
}

export function isCalendar(response: DavResponse | undefined): boolean {
  return response?.props.get(NAME.resourcetype)?.children.some(({ name }) => name === NAME.calendar) ?? false;
}

function mailAddress(href: string): string | undefined {
  if (href.length > 1_024 || !/^mailto:/i.test(href)) return undefined;
  const written = href.slice("mailto:".length);
  try {
    const address = decodeURIComponent(written).toLowerCase();
    return MAIL_ADDRESS.test(address) ? address : undefined;
  } catch {
    return undefined;
  }
}
