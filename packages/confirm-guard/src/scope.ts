import { bindAct, type BindingOf } from "./target.ts";
import type { GuardedCall } from "./call.ts";
import { digestOf } from "./canonical.ts";
import type { Core } from "./core.ts";
import { safeClientName, safeEra } from "./events.ts";
import type { Question } from "./question.ts";
import type { JsonValue, Port } from "./types.ts";

/** What stays the same through all rounds of one call. */
export type Scope = {
  core: Core;
  tool: string;
  era: string | undefined;
  client: string | undefined;
  principal: string;
  token: string | undefined;
  signal: AbortSignal;
  connection: object | undefined;
  /** The call came with a token, a state or responses, whatever they are worth. */
  carried: boolean;
  about(ask: { subject: JsonValue; question: Question }): Subject;
};

/** What the last `prepare` asks about, with the digests that an approval of it is bound to. */
export type Subject = {
  question: Question;
  binding: BindingOf;
  /** Names the same thing for the same person, whatever the other arguments are. */
  declineKey: string;
};

export function scopeOf(core: Core, port: Port, call: Omit<GuardedCall<unknown>, "prepare" | "run">): Scope {
  const { tool } = call;
  const audience = call.audience === undefined ? core.audience : call.audience;
  const principal = call.principal ?? "";
  const person = call.person ?? principal;
  const bind = bindAct({ audience, server: core.server, tool, args: call.args });
  // Models fill optional strings with "": that is no token.
  const token = call.token === "" ? undefined : call.token;
  return {
    core,
    tool,
    era: safeEra(call.era),
    client: safeClientName(call.client),
    principal,
    token,
    signal: call.signal ?? new AbortController().signal,
    connection: call.connection,
    carried: token !== undefined || carriesRetry(port),
    about: ({ subject, question }) => ({
      question,
      binding: bind(subject),
      declineKey: digestOf([audience, core.server, tool, subject, person]),
    }),
  };
}

function carriesRetry(port: Port): boolean {
  return port.kind === "retry" && (port.responses !== undefined || port.state !== undefined);
}
