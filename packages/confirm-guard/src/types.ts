/** A value that survives `JSON.stringify` unchanged; what arguments, subjects and audiences are made of. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** The result of a tool call as both SDK lines send it: content blocks, optional structured content. */
export type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
};

/** The form of an `elicitation/create` question: one required single-select string. */
export type ElicitationForm = {
  mode: "form";
  message: string;
  requestedSchema: {
    type: "object";
    properties: Record<string, { type: "string"; title: string; enum: string[] }>;
    required: string[];
  };
};

/** The answer of a 2026-07-28 call that waits for a person (`resultType: "input_required"`). */
export type InputRequired = {
  resultType: "input_required";
  inputRequests: Record<string, { method: "elicitation/create"; params: ElicitationForm }>;
  requestState: string;
};

/** How a person can be reached on this call; the adapters make it, the core only reads it. */
export type Port =
  | {
      kind: "push";
      elicit(form: ElicitationForm, options: { timeoutMs: number; signal: AbortSignal }): Promise<unknown>;
      waiting?(): void;
    }
  | { kind: "retry"; responses?: unknown; state?: unknown }
  | {
      kind: "none";
      reason: "no-capability" | "url-only" | "switched-off" | "nobody-connected" | "not-implemented";
    };

/** Why a guarded call did not run; stands in the result's `_meta["confirm-guard/outcome"]`. */
export type Why =
  | "declined"
  | "cancelled"
  | "not-yes"
  | "recently-declined"
  | "timed-out"
  | "client-failed"
  | "call-cancelled"
  | "changed"
  | "wrong-token"
  | "token-issued"
  | "too-many"
  | "store-failed"
  | "cannot-ask";
