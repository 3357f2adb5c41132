import type { Question } from "./question.ts";
import type { JsonValue, ToolResult } from "./types.ts";

/**
 * What `prepare` found out. `ask: null` needs no person; `refuse` ends the call before anybody is asked, so whatever can
 * be refused without a person belongs there. The subject is the identity **and version** of what would be touched.
 * `Result` is what the tool returns: `ToolResult`, or the SDK's own `CallToolResult` behind `guardedTool`.
 */
export type Prepared<Found, Result = ToolResult> =
  | {
      /** What `run` gets. */
      found: Found;
      /** What to ask; null when this call needs nobody's yes. */
      ask: null | {
        /** Identity and version of what would be touched. */
        subject: JsonValue;
        /** The words for the person. */
        question: Question;
      };
    }
  | {
      /** The result that ends the call. */
      refuse: Result;
    };

/**
 * What `run` gets from a `prepare` that returns `Outcome`. The kinds of answer are told apart first: of two object
 * literals the compiler makes one type, in which a refusal has a `found` that is undefined.
 */
export type FoundOf<Outcome> = Outcome extends {
  /** The question, or null; a refusal has none. */
  ask: unknown;
  /** What `prepare` found. */
  found: infer Found;
}
  ? Found
  : never;

/** One call of a guarded tool; see `guard.run`. */
export type GuardedCall<Found, Result = ToolResult> = {
  /** The tool's name; an approval fits no other tool. */
  tool: string;
  /** The parsed arguments without `confirm_token`; plain JSON. */
  args: JsonValue;
  /** The caller's `confirm_token`; used only where no dialog is possible. */
  token?: string | undefined;
  /** Who the answer must come from; answers of others are no answers. One value for all unless given. */
  principal?: string | undefined;
  /**
   * Whose no's count for this call; the principal unless given. Must stay the same when a client connects anew, or a
   * new connection would forget what its person said.
   */
  person?: string | undefined;
  /** Where this call acts, when that differs from the guard's own audience. */
  audience?: JsonValue | undefined;
  /** Aborted when the call is cancelled or its connection closes. */
  signal?: AbortSignal | undefined;
  /** Identity of the connection; what is learned about its client is remembered for as long as it lives. */
  connection?: object | undefined;
  /**
   * The JSON-RPC id of the request. Two open calls with one id on one connection are both ended: a cancel would reach
   * only one of them.
   */
  requestId?: string | number | undefined;
  /** Protocol revision, for the record. */
  era?: string | undefined;
  /** The client's name, for the record; reduced to a safe grammar. */
  client?: string | undefined;
  /**
   * Reads what the call would touch, now. Called before a question and again after its answer; equal states must give
   * equal subjects. Must change nothing.
   */
  prepare(): Promise<Prepared<Found, Result>> | Prepared<Found, Result>;
  /** Does it, with what the last `prepare` found. Reached only with an approval, or when `ask` was null. */
  run(found: Found): Promise<Result> | Result;
};
