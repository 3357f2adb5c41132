import { verdictOf } from "./answer.ts";
import { pushQuestion } from "./ask.ts";
import { type Brought, takeBrought } from "./brought.ts";
import type { GuardedCall, Prepared } from "./call.ts";
import type { Core } from "./core.ts";
import { type Came, decide, type Situation } from "./decide.ts";
import { giveToken, noteApproval, sendBack, stopCall } from "./ending.ts";
import { WINDOW_MS } from "./limits.ts";
import { SAME_REQUEST_ID } from "./open-requests.ts";
import { formOf } from "./question.ts";
import { type Scope, scopeOf, type Subject } from "./scope.ts";
import type { InputRequired, Port, ToolResult } from "./types.ts";

/** What a failed question brought back, whatever an earlier one in the same call did. */
const NO_ANSWER: Brought = { kind: "nothing" };

/** One call among the open ones of its connection, from what it brought to its result. */
export async function runGuarded<Found, Result>(
  core: Core,
  port: Port,
  call: GuardedCall<Found, Result>,
): Promise<Result | ToolResult | InputRequired> {
  const { connection, requestId: id, signal } = call;
  const open = core.openRequests({ connection, id, signal });
  try {
    return await runOpen(core, port, { ...call, signal: open.signal });
  } finally {
    open.close();
  }
}

/**
 * `decide` says what happens next, this only does it; the order of the lines is the guarantee, so they stand in one
 * function.
 */
async function runOpen<Found, Result>(
  core: Core,
  port: Port,
  call: GuardedCall<Found, Result>,
): Promise<Result | ToolResult | InputRequired> {
  const scope = scopeOf(core, port, call);
  // What such a call brought along stays unspent: nobody can tell whose it is.
  if (scope.signal.reason === SAME_REQUEST_ID)
    return stopCall(scope, "call-cancelled", { brought: NO_ANSWER, subject: null });
  const droppedDialogs = hasDroppedDialogs(core, port, call.connection);
  let way = wayToAsk(core, port, call.connection);
  let brought = await takeBrought(core, way, scope);
  let asked = 0;

  for (;;) {
    if (brought.kind === "store-failed") return stopCall(scope, "store-failed", { brought, subject: null });

    const prepared = await call.prepare();
    if (isRefusal(prepared)) return prepared.refuse;
    const subject = prepared.ask === null ? null : scope.about(prepared.ask);
    const step = decide(situationOf(scope, { way, brought, subject, asked, droppedDialogs }));

    if (step.do === "run") {
      if (subject !== null) noteApproval(scope, brought, subject);
      // Nothing may be awaited between the decision and this line.
      return call.run(prepared.found);
    }
    // decide() asks only where there is a subject; the second half is for the compiler.
    if (step.do === "stop" || subject === null) {
      return stopCall(scope, step.do === "stop" ? step.why : "changed", { brought, subject });
    }
    if (step.do === "issue-token" || way.kind === "none") {
      return giveToken(scope, subject, way.kind === "none" ? way.reason : "no-capability");
    }

    const form = formOf(core.server, subject.question, step);
    const closeQuestion = core.keeper.asking(scope.principal, way.kind);
    if (way.kind === "retry") return sendBack(scope, subject, form);

    const pushed = await pushQuestion(core, way, form, scope.signal);
    closeQuestion();
    asked += 1;
    if (pushed.kind === "failed") {
      const { why, openForMs } = pushed;
      return stopCall(scope, why, { brought: NO_ANSWER, subject, openForMs });
    }
    if (pushed.kind === "answered") {
      brought = answerTo(scope, subject, pushed);
      const verdict = verdictOf(pushed.raw, subject.question);
      // A no is final whatever the target has become; only a yes is worth another look at it.
      if (verdict !== "yes") return stopCall(scope, verdict, { brought, subject });
      continue;
    }
    // A client that has just answered a question does have the method, whatever it says now.
    if (asked > 1) return stopCall(scope, "client-failed", { brought: NO_ANSWER, subject });
    if (call.connection !== undefined) core.withoutMethod.add(call.connection);
    way = { kind: "none", reason: "not-implemented" };
    brought = await takeBrought(core, way, scope);
  }
}

/** The way that is really open: the operator's switch and what is known of the client outrank the adapter. */
function wayToAsk(core: Core, port: Port, connection: object | undefined): Port {
  if (!core.elicitation) return { kind: "none", reason: "switched-off" };
  const withoutMethod = connection !== undefined && core.withoutMethod.has(connection);
  return port.kind === "push" && withoutMethod ? { kind: "none", reason: "not-implemented" } : port;
}

/**
 * Whether a connection that could show dialogs a moment ago says now that it cannot. A client may initialize a second
 * time; that must not turn a question that its person did not like into a token.
 */
function hasDroppedDialogs(core: Core, port: Port, connection: object | undefined): boolean {
  if (!core.elicitation || connection === undefined || core.withoutMethod.has(connection)) return false;
  const now = core.clock.monotonic();
  if (port.kind === "push") core.couldPush.set(connection, now);
  const last = core.couldPush.get(connection);
  return port.kind === "none" && last !== undefined && now - last < WINDOW_MS;
}

type Round = {
  way: Port;
  brought: Brought;
  subject: Subject | null;
  asked: number;
  droppedDialogs: boolean;
};

function situationOf(scope: Scope, round: Round): Situation {
  const { core } = scope;
  const { way, brought, subject, asked, droppedDialogs } = round;
  return {
    channel: way.kind === "none" ? "none" : "dialog",
    came: cameOf(brought, subject),
    carried: scope.carried || asked > 0,
    cancelled: scope.signal.aborted,
    target: subject === null ? null : subject.binding("key" in brought ? brought.key : core.keys[0]),
    asked,
    recentNo: subject === null ? { count: 0, agoMs: 0 } : core.keeper.recentNo(subject.declineKey),
    dismissed: subject !== null && core.keeper.wasDismissed(subject.declineKey),
    droppedDialogs,
    declines: core.limits.declines,
    roomToAsk: way.kind === "none" || core.keeper.roomToAsk(scope.principal, way.kind),
  };
}

function cameOf(brought: Brought, subject: Subject | null): Came {
  if (subject === null) return { kind: "nothing" };
  if (brought.kind === "token") return { kind: "token", full: brought.full };
  if (brought.kind !== "answer") return { kind: "nothing" };
  return {
    kind: "answer",
    call: brought.call,
    full: brought.full,
    verdict: verdictOf(brought.raw, subject.question),
  };
}

function answerTo(scope: Scope, subject: Subject, pushed: { raw: unknown; answeredInMs: number }): Brought {
  const { raw, answeredInMs } = pushed;
  const [key] = scope.core.keys;
  const questionId = Buffer.from(scope.core.random(12)).toString("base64url");
  return { kind: "answer", key, ...subject.binding(key), raw, answeredInMs, questionId };
}

function isRefusal<Found, Result>(prepared: Prepared<Found, Result>): prepared is { refuse: Result } {
  return Object.hasOwn(prepared, "refuse");
}
