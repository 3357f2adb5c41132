import { ownProperty } from "./answer.ts";
import type { Core } from "./core.ts";
import { isCurrent } from "./decide.ts";
import { keyedDigest, openSeal, type SealKey } from "./seal.ts";
import { ownedValue, storeKey } from "./store.ts";
import { takeToken, tokenDigest } from "./token.ts";
import type { Port } from "./types.ts";

/** The one request key that a guard reserves among a call's input requests. */
export const REQUEST_KEY = "confirm";

/** What a call brought along and what of it could be taken; the meaning of an answer is read later. */
export type Brought =
  | { kind: "nothing" }
  | { kind: "store-failed" }
  | {
      kind: "answer";
      key: SealKey;
      call: string;
      full: string;
      raw: unknown;
      questionId: string;
      answeredInMs: number;
    }
  | { kind: "token"; key: SealKey; full: string | undefined; questionId: string };

/**
 * Takes what came, in the only store access on the way to a run. What does not open, is not current, is not this
 * principal's or was taken before is nothing at all, so that it leads to a fresh question.
 */
export async function takeBrought(
  core: Core,
  port: Port,
  caller: { principal: string; token: string | undefined },
): Promise<Brought> {
  if (port.kind === "retry") return takeAnswer(core, port, caller.principal);
  if (port.kind === "none" && caller.token !== undefined)
    return spendToken(core, caller.token, caller.principal);
  return { kind: "nothing" };
}

async function takeAnswer(
  core: Core,
  port: Extract<Port, { kind: "retry" }>,
  principal: string,
): Promise<Brought> {
  const raw = ownProperty(port.responses, REQUEST_KEY);
  if (raw === undefined) return { kind: "nothing" };
  const opened = openSeal(core.keys, port.state);
  if (!opened.ok) return { kind: "nothing" };
  const { key, body } = opened;
  const now = core.clock.now();
  const check = {
    now,
    answerWithinMs: core.answerWithinMs,
    principal: keyedDigest(key, "principal", principal),
  };
  if (!isCurrent(body, check)) return { kind: "nothing" };
  const taken = await unlessFailed(() => core.store.take(storeKey("ask", body.nonce)));
  if (taken === undefined) return { kind: "store-failed" };
  if (taken.value !== ownedValue(body)) return { kind: "nothing" };
  return {
    kind: "answer",
    key,
    call: body.call,
    full: body.full,
    raw,
    questionId: body.nonce,
    answeredInMs: Math.max(0, now - body.issued),
  };
}

async function spendToken(core: Core, token: string, principal: string): Promise<Brought> {
  const questionId = tokenDigest(token).slice(0, 16);
  const taken = await unlessFailed(() => takeToken(core.store, token));
  if (taken === undefined) return { kind: "store-failed" };
  const claim = taken.value;
  const key = core.keys.find(
    (candidate) => keyedDigest(candidate, "principal", principal) === claim?.principal,
  );
  return key === undefined
    ? { kind: "token", key: core.keys[0], full: undefined, questionId }
    : { kind: "token", key, full: claim?.full, questionId };
}

/** Only what the store throws is a failure of the store. */
async function unlessFailed<T>(take: () => Promise<T>): Promise<{ value: T } | undefined> {
  try {
    return { value: await take() };
  } catch {
    return undefined;
  }
}
