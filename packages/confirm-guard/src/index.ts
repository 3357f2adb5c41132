/**
 * The guard itself, and the framing of foreign text. Knows no SDK and needs no other package.
 *
 * @module confirm-guard
 */
export { createGuard, type Guard, type GuardOptions, type SharedGuard } from "./guard.ts";
export type { FoundOf, GuardedCall, Prepared } from "./call.ts";
export type { Clock, Repeat } from "./clock.ts";
export type { CallerValue, Question } from "./question.ts";
export { SECRET_WORDS } from "./question.ts";
export {
  factDate,
  factHost,
  factId,
  type Fact,
  type FactDate,
  type FactDateInput,
  type FactHost,
  type FactId,
} from "./facts.ts";
export { exact, ordered, set } from "./target.ts";
export { readElicitation } from "./environment.ts";
export { ElicitFailure, GuardUsageError, type ElicitFailureReason, type GuardUsageCode } from "./errors.ts";
export type { DecisionEvent } from "./events.ts";
export type { Limits } from "./limits.ts";
export type { GuardStore } from "./store.ts";
export type { Random } from "./token.ts";
export { OUTCOME_META_KEY } from "./outcome.ts";
export { CONFIRM_TOKEN, CONFIRM_TOKEN_DESCRIPTION, confirmTokenField } from "./confirm-token.ts";
export type { ElicitationForm, InputRequired, JsonValue, Port, ToolResult, Why } from "./types.ts";
export { untrusted, type Untrusted } from "./text/untrusted.ts";
export { frame, type Frame } from "./framing/frame.ts";
export type { FrameOptions } from "./framing/fence.ts";
export { FRAME_INSTRUCTIONS } from "./framing/instructions.ts";
export type { ReservedKey } from "./framing/compose.ts";
export { untrustedResult, type ResultOptions, type WithoutReservedKeys } from "./framing/result.ts";
export { signals, type SignalName } from "./framing/signals.ts";
export { clean, type Cleaned, type CleanOptions, type CleanReport } from "./text/clean.ts";
export { isPlainId } from "./text/plain.ts";
export { quote, type QuoteOptions } from "./text/quote.ts";
