import { sealQuestion } from "./ask.ts";
import { verdictOf } from "./answer.ts";
import type { Brought } from "./brought.ts";
import { type DecisionEvent, report } from "./events.ts";
import { SAME_REQUEST_ID } from "./open-requests.ts";
import { notRun } from "./outcome.ts";
import { messageOf } from "./question.ts";
import type { Scope, Subject } from "./scope.ts";
import { keyedDigest } from "./seal.ts";
import { issueToken, tokenDigest } from "./token.ts";
import type { ElicitationForm, InputRequired, Port, ToolResult } from "./types.ts";
import { stopText, type StopWhy, tokenText } from "./wording.ts";

/** Faster than anybody reads: such an answer is not a person's no, and the operator hears of it. */
const READING_MS = 300;

function isQuick(brought: Brought): boolean {
  return brought.kind === "answer" && brought.answeredInMs < READING_MS;
}

/** Notes an approval; the act follows at once. */
export function noteApproval(scope: Scope, brought: Brought, subject: Subject): void {
  const { core } = scope;
  core.keeper.approved(subject.declineKey);
  if (isQuick(brought)) core.warnNotShown();
  record(scope, "approved", { brought, subject });
}

/** Ends a call without running it. */
export function stopCall(
  scope: Scope,
  why: StopWhy,
  context: { brought: Brought; subject: Subject | null; openForMs?: number },
): ToolResult {
  const { core } = scope;
  const { brought, subject } = context;
  const quick = isQuick(brought);
  if (subject !== null && wasDismissed(why, { ...context, subject })) {
    core.keeper.dismissed(subject.declineKey);
    if (why === "declined") core.keeper.declined(subject.declineKey);
  }
  if (quick || why === "timed-out") core.warnNotShown();
  record(scope, why, context);
  const answered = brought.kind !== "nothing";
  const { answerWithinMs } = core;
  const noes = subject === null ? 0 : core.keeper.recentNo(subject.declineKey).count;
  const sameRequestId = scope.signal.reason === SAME_REQUEST_ID;
  return notRun(why, stopText(why, { answerWithinMs, noes, quick, answered, sameRequestId }));
}

/** Sends a 2026-07-28 call back with its question. */
export async function sendBack(
  scope: Scope,
  subject: Subject,
  form: ElicitationForm,
): Promise<ToolResult | InputRequired> {
  const { core, principal } = scope;
  const { result, questionId, pending } = sealQuestion(core, form, { principal, binding: subject.binding });
  try {
    await core.store.put(pending.key, pending.value, pending.ttlMs);
  } catch {
    return stopCall(scope, "store-failed", { brought: { kind: "nothing" }, subject });
  }
  record(scope, "asked", { brought: { kind: "nothing" }, subject, questionId });
  return result;
}

/** The first of the two calls where no dialog is possible. */
export async function giveToken(
  scope: Scope,
  subject: Subject,
  reason: Extract<Port, { kind: "none" }>["reason"],
): Promise<ToolResult> {
  const { core } = scope;
  // Rendered first: a question that cannot be shown must not leave a token behind.
  const description = messageOf(core.server, subject.question);
  const [key] = core.keys;
  const claim = {
    principal: keyedDigest(key, "principal", scope.principal),
    full: subject.binding(key).full,
  };
  const { server, tokenTtlMs, random } = core;
  let token: string;
  try {
    token = await issueToken(core.store, claim, { ttlMs: tokenTtlMs, random });
  } catch {
    return stopCall(scope, "store-failed", { brought: { kind: "nothing" }, subject });
  }
  const questionId = tokenDigest(token).slice(0, 16);
  record(scope, "token-issued", { brought: { kind: "nothing" }, subject, questionId });
  return notRun("token-issued", tokenText({ server, reason, token, tokenTtlMs, description }));
}

/** The ways in which a dialog goes away without a yes. */
const WITHOUT_YES: ReadonlySet<StopWhy> = new Set<StopWhy>([
  "declined",
  "cancelled",
  "not-yes",
  "timed-out",
  "client-failed",
  "call-cancelled",
]);

/** A dialog about this subject went away without a yes, and a person had the time to read it. */
function wasDismissed(
  why: StopWhy,
  about: { brought: Brought; subject: Subject; openForMs?: number },
): boolean {
  const { brought, subject, openForMs } = about;
  if (!WITHOUT_YES.has(why)) return false;
  if (openForMs !== undefined) return openForMs >= READING_MS;
  if (brought.kind !== "answer" || isQuick(brought) || !fits(brought, subject)) return false;
  return verdictOf(brought.raw, subject.question) !== "yes";
}

function fits(brought: Brought, subject: Subject): boolean {
  return brought.kind === "answer" && subject.binding(brought.key).full === brought.full;
}

function record(
  scope: Scope,
  outcome: DecisionEvent["outcome"],
  about: { brought: Brought; subject: Subject | null; questionId?: string },
): void {
  const { core } = scope;
  const { brought, subject } = about;
  report(core.onDecision, {
    at: new Date(core.clock.now()).toISOString(),
    server: core.server,
    tool: scope.tool,
    era: scope.era,
    client: scope.client,
    outcome,
    by: brought.kind === "answer" ? "dialog" : brought.kind === "token" ? "token" : undefined,
    answeredInMs: brought.kind === "answer" ? brought.answeredInMs : undefined,
    questionId: about.questionId ?? ("questionId" in brought ? brought.questionId : undefined),
    fingerprint8: subject?.binding(core.keys[0]).full.slice(0, 8),
  });
}
