import { HttpFailure } from "../errors.ts";
import type { Reach } from "./hosts.ts";
import { isRefusedBeforehand } from "./refused-beforehand.ts";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_LOCATION = 8 * 1024;

export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

export type RedirectPolicy = {
  reach: Reach;
  /** Methods that change nothing; all others are never sent anywhere else than where they were meant to go. */
  safeMethods: ReadonlySet<string>;
  max: number;
  /** What the person who set the server up can do about a redirect that is not followed: a sentence. */
  advice: string;
};

export type Hop = { method: string; from: URL; status: number; location: string | null; followed: number };

const refused = (why: string, { status }: Hop, advice = ""): HttpFailure =>
  new HttpFailure(
    "redirect-refused",
    `The server sent a redirect${why}.${advice === "" ? "" : ` ${advice}`}`,
    {
      delivery: "answered",
      status,
    },
  );

/**
 * Where a redirect leads, if it may be followed: the same origin, the same host from http to https, or an allowed
 * host; the method stays what it was (RFC 9110 section 15.4 leaves that open for methods other than POST).
 *
 * @throws HttpFailure `redirect-refused`
 */
export const nextAddress = (hop: Hop, policy: RedirectPolicy): URL => {
  if (!policy.safeMethods.has(hop.method)) {
    throw new HttpFailure(
      "redirect-refused",
      isRefusedBeforehand(hop.status)
        ? "The server answered a write with a redirect, and writes are not sent on to another address; nothing was changed."
        : "The server answered a write with a redirect to another page, as some do after they have carried it out. Whether the change was made is not known; look before repeating it.",
      { delivery: "answered", status: hop.status },
    );
  }
  if (hop.status === 303 && hop.method !== "GET")
    throw refused(" to another kind of request; it is not followed", hop);
  if (policy.max === 0) throw refused(", and redirects are not followed", hop, policy.advice);
  if (hop.followed >= policy.max) throw refused(` after ${policy.max} others; it is not followed`, hop);
  if (
    hop.location === null ||
    hop.location.length > MAX_LOCATION ||
    !URL.canParse(hop.location, hop.from.href)
  ) {
    throw refused(" without a usable address", hop);
  }
  const next = new URL(hop.location, hop.from.href);
  next.hash = "";
  if (hop.from.protocol === "https:" && next.protocol !== "https:")
    throw refused(" away from https; it is not followed", hop);
  if (!policy.reach.allows(next)) {
    throw refused(" to another host than the configured one; it is not followed", hop, policy.advice);
  }
  return next;
};
