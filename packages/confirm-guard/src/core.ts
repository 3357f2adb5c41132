import type { Clock, Repeat } from "./clock.ts";
import type { DecisionEvent } from "./events.ts";
import type { LimitKeeper, Limits } from "./limits.ts";
import type { OpenRequests } from "./open-requests.ts";
import type { SealKey } from "./seal.ts";
import type { GuardStore } from "./store.ts";
import type { Random } from "./token.ts";
import type { JsonValue } from "./types.ts";

/** What one guard holds; made once by `createGuard`, read by everything that serves its calls. */
export type Core = {
  server: string;
  audience: JsonValue;
  /** False when the operator switched dialogs off. */
  elicitation: boolean;
  /** The first seals, all of them open. */
  keys: readonly [SealKey, ...SealKey[]];
  store: GuardStore;
  answerWithinMs: number;
  tokenTtlMs: number;
  limits: Limits;
  keeper: LimitKeeper;
  /** Connections whose client answered that it has no dialogs after all. */
  withoutMethod: WeakSet<object>;
  /** When a connection last said that it can show pushed dialogs; monotonic. */
  couldPush: WeakMap<object, number>;
  openRequests: OpenRequests;
  onDecision: ((event: DecisionEvent) => void) | undefined;
  /** Tells the operator, once, that a client seems not to show questions. */
  warnNotShown(): void;
  clock: Clock;
  repeat: Repeat;
  random: Random;
};
