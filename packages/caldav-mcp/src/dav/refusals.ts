import { HttpFailure, type HttpFailureCode, isRefusedBeforehand } from "server-kit";
import { CaldavError, type CaldavErrorCode } from "../errors.ts";
import { WriteUnsettled } from "./settle.ts";
import { readXml } from "./xml.ts";

export { isRefusedBeforehand };

/** What was asked of the server; a refused write says that nothing was changed. */
export type Act = "read" | "write";

type Refusal = { code: CaldavErrorCode; sentence: string };

const CREDENTIALS =
  "Check the user name, the password or token, and the URL; many providers want an app password here.";

const BY_STATUS = new Map<number, Refusal>([
  [
    401,
    { code: "credentials-refused", sentence: `The calendar server refused the credentials. ${CREDENTIALS}` },
  ],
  [403, { code: "forbidden", sentence: "The calendar server does not allow this for this account." }],
  [404, { code: "not-found", sentence: "The calendar server has nothing at this place (any more)." }],
  [405, { code: "unsupported", sentence: "The calendar server does not offer this kind of request here." }],
  [410, { code: "not-found", sentence: "The calendar server has nothing at this place any more." }],
  [412, { code: "changed", sentence: "The entry is no longer what it was when it was read." }],
  [413, { code: "too-large", sentence: "The calendar server says that this is too large." }],
  [
    423,
    {
      code: "write-failed",
      sentence: "The calendar server says that this is locked at the moment; try again later.",
    },
  ],
  [
    429,
    {
      code: "rate-limited",
      sentence: "The calendar server asks for fewer requests; try again in a few minutes.",
    },
  ],
  [501, { code: "unsupported", sentence: "The calendar server does not offer this kind of request." }],
  [
    503,
    {
      code: "rate-limited",
      sentence: "The calendar server is not available at the moment; try again in a few minutes.",
    },
  ],
]);

const FULL: Record<Act, Refusal> = {
  read: {
    code: "too-large",
    sentence: "The calendar server would not send an answer this long; ask for a shorter time.",
  },
  write: { code: "write-failed", sentence: "The account has no room left on the calendar server." },
};

/** Preconditions of RFC 4791 section 5.3.2.1, RFC 6638 section 3.2.4 and RFC 4331 that a person can do something about. */
const BY_PRECONDITION = new Map<string, Refusal>([
  [
    "supported-calendar-component",
    {
      code: "unsupported",
      sentence: "This calendar does not take entries of this kind; choose another calendar.",
    },
  ],
  [
    "no-uid-conflict",
    { code: "write-failed", sentence: "The calendar already holds another entry with the same UID." },
  ],
  [
    "unique-scheduling-object-resource",
    { code: "write-failed", sentence: "Another calendar of this account already holds this invitation." },
  ],
  [
    "valid-calendar-data",
    {
      code: "write-failed",
      sentence: "The calendar server does not take the entry as valid iCalendar data.",
    },
  ],
  [
    "valid-calendar-object-resource",
    {
      code: "write-failed",
      sentence: "The calendar server does not take the entry as a valid calendar object.",
    },
  ],
  [
    "max-resource-size",
    { code: "too-large", sentence: "The entry is larger than the calendar server takes." },
  ],
  [
    "max-attendees-per-instance",
    { code: "write-failed", sentence: "The entry invites more people than the calendar server takes." },
  ],
  [
    "max-instances",
    { code: "write-failed", sentence: "The series has more occurrences than the calendar server takes." },
  ],
  ["quota-not-exceeded", FULL.write],
  [
    "need-privileges",
    { code: "forbidden", sentence: "This account has no right to do this in this calendar." },
  ],
]);

const MAX_ERROR_BODY = 65_536;

/** The failure that a status stands for. The body is searched for a known precondition; none of its text is repeated. */
export function refusalOf(status: number, act: Act, body = ""): CaldavError {
  const refusal = preconditionIn(status, body) ?? byStatus(status, act);
  return new CaldavError(refusal.code, withOutcome(refusal.sentence, act));
}

/**
 * Turns a request without a usable answer into what a tool reports, or for a write that may have arrived into
 * {@link WriteUnsettled}. Errors that are not the network's, such as a spent budget, come back as they are.
 */
export function failureOf(error: unknown, act: Act): unknown {
  if (!(error instanceof HttpFailure)) return error;
  if (act === "write" && error.delivery === "unknown") return new WriteUnsettled();
  if (act === "write" && error.delivery === "answered" && !saysRefused(error))
    return new WriteUnsettled(error.status);
  return new CaldavError(BY_FAILURE[error.code], withOutcome(error.message, act));
}

function saysRefused({ status }: HttpFailure): boolean {
  return status !== undefined && isRefusedBeforehand(status);
}

const BY_FAILURE: Record<HttpFailureCode, CaldavErrorCode> = {
  "bad-request": "server-error",
  "bad-address": "unreachable",
  "redirect-refused": "unreachable",
  "credentials-refused": "credentials-refused",
  "timed-out": "timed-out",
  unreachable: "unreachable",
  "untrusted-certificate": "unreachable",
  "broken-answer": "server-error",
  "too-large": "too-large",
};

function byStatus(status: number, act: Act): Refusal {
  if (status === 507) return FULL[act];
  const known = BY_STATUS.get(status);
  if (known !== undefined) return known;
  const code = act === "write" ? "write-failed" : "server-error";
  if (status === 409)
    return { code, sentence: "The calendar server says that this conflicts with what it holds." };
  if (status >= 300 && status < 400)
    return {
      code: act === "write" ? code : "not-caldav",
      sentence: "The calendar server points to another address that is not followed.",
    };
  if (status >= 400 && status < 500)
    return { code, sentence: `The calendar server refused the request (status ${status}).` };
  return { code, sentence: `The calendar server failed (status ${status}); try again in a while.` };
}

/** RFC 4918 section 16: a 403, 409 or 507 names the failed precondition as a child of DAV:error. */
function preconditionIn(status: number, body: string): Refusal | undefined {
  if (![403, 409, 507].includes(status) || body.length > MAX_ERROR_BODY) return undefined;
  try {
    const root = readXml(body);
    if (root.name !== "{DAV:}error") return undefined;
    const names = root.children.map(({ name }) => name.slice(name.indexOf("}") + 1));
    return names.map((name) => BY_PRECONDITION.get(name)).find((refusal) => refusal !== undefined);
  } catch {
    return undefined;
  }
}

function withOutcome(sentence: string, act: Act): string {
  return act === "write" && !/nothing was changed/i.test(sentence)
    ? `${sentence} Nothing was changed.`
    : sentence;
}
