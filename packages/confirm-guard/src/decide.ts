import type { Verdict } from "./answer.ts";
import type { SealBody } from "./seal.ts";
import type { StopWhy } from "./wording.ts";

/** What the call brought along, after everything that proves nothing was dropped. */
export type Came =
  | { kind: "nothing" }
  /** An answer whose question this guard asked, about the call `call` on the target `full`. */
  | { kind: "answer"; call: string; full: string; verdict: Verdict }
  /** A token; `full` is what it was issued for, or undefined when it opens nothing. */
  | { kind: "token"; full: string | undefined };

/** What the call would do, as keyed digests: without and with the state of its target. */
export type Binding = { call: string; full: string };

/** Everything the next step depends on. */
export type Situation = {
  /** `dialog` when a person can be asked, in whatever way; `none` when only the token is left. */
  channel: "dialog" | "none";
  came: Came;
  /** The call holds responses, a state or a token, or a question was asked in it. */
  carried: boolean;
  cancelled: boolean;
  /** Null when what was prepared needs no question. */
  target: Binding | null;
  /** Questions already asked in this call. */
  asked: number;
  /** How often this person said no to this lately, and how long ago the last time was. */
  recentNo: { count: number; agoMs: number };
  /** A dialog about this ended without a yes lately, in whatever way, when a person had time to read it. */
  dismissed: boolean;
  /** The connection could show dialogs when it began and now says that it cannot. */
  droppedDialogs: boolean;
  /** As many no's as a person has to say to be left alone. */
  declines: number;
  /** The limits leave room for one more question. */
  roomToAsk: boolean;
};

export type Step =
  | { do: "run"; by: "dialog" | "token" | undefined }
  | { do: "ask"; changed: boolean; declinedAgoMs?: number }
  | { do: "issue-token" }
  | { do: "stop"; why: StopWhy };

/** More than this many questions in one call means that the target does not hold still. */
export const MAX_QUESTIONS_PER_CALL = 3;

/** A question may lie this much further ahead than it should: clocks of several instances differ. */
export const CLOCK_SLACK_MS = 60_000;

/** The one place that says what happens next. */
export function decide(situation: Situation): Step {
  const { target, came } = situation;
  if (situation.cancelled) return stop("call-cancelled");
  // An answer or a token belongs to a question; without one now, what was asked about is not what is there.
  if (target === null) return situation.carried ? stop("changed") : { do: "run", by: undefined };
  if (situation.channel === "none") return decideByToken(situation, came, target);
  if (came.kind !== "answer" || came.call !== target.call) return ask(situation, { changed: false });
  if (came.verdict !== "yes") return stop(came.verdict);
  return came.full === target.full ? { do: "run", by: "dialog" } : ask(situation, { changed: true });
}

/**
 * A token proves less than a dialog, so it never takes the place of one that a person got rid of. One no is enough
 * here: where a dialog is possible, a second question lets the person decide; a token would decide without them.
 */
function decideByToken(situation: Situation, came: Came, target: Binding): Step {
  if (situation.droppedDialogs) return stop("cannot-ask");
  if (situation.recentNo.count > 0 || situation.dismissed) return stop("recently-declined");
  if (came.kind !== "token") return { do: "issue-token" };
  return came.full === target.full ? { do: "run", by: "token" } : stop("wrong-token");
}

function ask(situation: Situation, { changed }: { changed: boolean }): Step {
  const { recentNo } = situation;
  if (situation.asked >= MAX_QUESTIONS_PER_CALL) return stop("changed");
  if (recentNo.count >= situation.declines) return stop("recently-declined");
  if (!situation.roomToAsk) return stop("too-many");
  return recentNo.count > 0 ? { do: "ask", changed, declinedAgoMs: recentNo.agoMs } : { do: "ask", changed };
}

function stop(why: StopWhy): Step {
  return { do: "stop", why };
}

/**
 * Whether an opened seal can be an answer at all: of this principal, not run out, and not from a future that only a
 * clock set back explains.
 */
export function isCurrent(
  body: SealBody,
  check: { now: number; answerWithinMs: number; principal: string },
): boolean {
  if (body.principal !== check.principal) return false;
  return body.expires > check.now && body.expires <= check.now + check.answerWithinMs + CLOCK_SLACK_MS;
}
