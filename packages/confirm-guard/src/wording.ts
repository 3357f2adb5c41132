import type { Port, Why } from "./types.ts";

/** Every sentence of the guard's questions and refusals; those of the frame stand in framing/fence.ts and compose.ts. */

export const DECISION_TITLE = "Decision";
export const DEFAULT_NO = "No, change nothing";

export const CALLER_HEADING = "Values below come from the caller, not from this server:";

export const CHANGED_LEAD = "This changed while you were deciding.";

export const WAITING_MESSAGE = "Waiting for a person to answer the question.";

const NOTHING = "Nothing was changed.";
const NOT_SHOWN =
  'The question may not have been shown; "When no question appears" in the confirm-guard documentation explains why.';
const SAME_PROOF =
  "It proves only that the call was made twice with the same arguments, and nothing more: nobody has approved anything.";

export function declinedLead(agoMs: number): string {
  return `You said no to this ${Math.max(1, Math.round(agoMs / 1000))} s ago.`;
}

export function restOfValues(count: number, digest: string): string {
  return `and ${count} more (sha256 ${digest} of all)`;
}

/** Why a call that did not run stops; a token that was issued has its own text. */
export type StopWhy = Exclude<Why, "token-issued">;

export type StopDetails = {
  /** How long a question may rest. */
  answerWithinMs: number;
  /** How often the person said no to this in the last 10 minutes. */
  noes: number;
  /** An answer came faster than anybody can read. */
  quick: boolean;
  /** The store failed when the answer was already here. */
  answered: boolean;
  /** Another open call of the connection had the same request id. */
  sameRequestId: boolean;
};

export function stopText(why: StopWhy, details: StopDetails): string {
  if (details.quick && (why === "declined" || why === "cancelled" || why === "not-yes")) {
    return `${QUICK_SENTENCES[why]} ${NOTHING} ${NOT_SHOWN}`;
  }
  const sentences = STOP_SENTENCES[why];
  return typeof sentences === "string" ? sentences : sentences(details);
}

/** A client may have made these up without showing anything. */
const QUICK_SENTENCES: Record<"declined" | "cancelled" | "not-yes", string> = {
  declined: "A no came back faster than anybody reads.",
  cancelled: "The question was closed faster than anybody reads.",
  "not-yes": "Something other than the offered yes came back faster than anybody reads.",
};

const STOP_SENTENCES: Record<StopWhy, string | ((details: StopDetails) => string)> = {
  declined: `The person said no. ${NOTHING}`,
  cancelled: `The question was closed without an answer. ${NOTHING}`,
  "not-yes": `What came back was not the yes that the question offers, so it does not count. ${NOTHING}`,
  "recently-declined": ({ noes }) =>
    noes === 0
      ? `A question about this ended without a yes in the last 10 minutes, and a confirm_token cannot take its place. ${NOTHING}`
      : `The person has said no to this ${times(noes)} in the last 10 minutes and was not asked again. ${NOTHING}`,
  "timed-out": ({ answerWithinMs }) =>
    `No answer came within ${minutes(answerWithinMs)}. ${NOTHING} ${NOT_SHOWN}`,
  "client-failed": `The client failed to show the question or sent something that is not an answer. ${NOTHING}`,
  "call-cancelled": ({ sameRequestId }) =>
    sameRequestId
      ? `Two open calls had the same request id, so that neither could be cancelled by itself; both were ended. ${NOTHING}`
      : `The call was cancelled. ${NOTHING}`,
  changed: `What this call would touch is no longer what was asked about, so no answer fits it. ${NOTHING} Call again to start from how it is now.`,
  "wrong-token": `The confirm_token does not fit this call: it was issued for something else, has expired or was used. ${NOTHING} A call without confirm_token gets a new one.`,
  "too-many": `Too many questions are open or were asked in the last 10 minutes, so nobody was asked. ${NOTHING}`,
  "store-failed": ({ answered }) =>
    `The store of open questions failed, so ${answered ? "the answer was not used" : "nobody was asked"}. ${NOTHING}`,
  "cannot-ask": `The question could not be delivered to the client, so nobody was asked. ${NOTHING}`,
};

export type TokenTextParts = {
  server: string;
  reason: Extract<Port, { kind: "none" }>["reason"];
  token: string;
  tokenTtlMs: number;
  /** The question as the dialog would show it. */
  description: string;
};

/** What the first of the two calls answers: everything the dialog would say, and how little the token proves. */
export function tokenText(parts: TokenTextParts): string {
  return [
    `${NOTHING} ${NOBODY_ASKED[parts.reason](parts.server)}`,
    parts.description,
    `Show this to the person you work for. If they want it, call again within ${minutes(parts.tokenTtlMs)} with the same arguments and confirm_token "${parts.token}". ${SAME_PROOF}`,
  ].join("\n\n");
}

const NOBODY_ASKED: Record<TokenTextParts["reason"], (server: string) => string> = {
  "no-capability": () => "The client cannot show a dialog, so nobody was asked.",
  "url-only": () => "The client can open links but cannot show a dialog, so nobody was asked.",
  "switched-off": (server) => `${server} was started with the dialog off, so nobody was asked.`,
  "nobody-connected": () =>
    "This connection has no way back to a person, so no dialog can be shown and nobody was asked.",
  "not-implemented": () => "The client announced dialogs but has none, so nobody was asked.",
};

export function switchedOffLine(server: string): string {
  return `${server}: ELICITATION=false — guarded tools fall back to the two-call token`;
}

export function secondGuardLine(server: string): string {
  return `${server}: a second guard was made for the same server and audience; an answer to one is no answer to the other, so make the guard once, at module scope`;
}

export function notShownLine(server: string): string {
  return `${server}: a question came back unanswered, or answered faster than anybody reads; the client may not have shown it`;
}

function minutes(ms: number): string {
  const count = Math.max(1, Math.round(ms / 60_000));
  return count === 1 ? "1 minute" : `${count} minutes`;
}

function times(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${count} times`;
}
