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
  /** What a model reads. */
  content: {
    /** The kind of block; the guard writes text alone. */
    type: "text";
    /** The text of the block. */
    text: string;
  }[];
  /** The same as data, for tools with an output schema. */
  structuredContent?: Record<string, unknown>;
  /** True when the tool did not do what it was called for. */
  isError?: boolean;
  /** Data for programs; the guard puts its outcome here. */
  _meta?: Record<string, unknown>;
};

/** The form of an `elicitation/create` question: one required single-select string. */
export type ElicitationForm = {
  /** The kind of elicitation; the other one opens a link. */
  mode: "form";
  /** The whole text of the question. */
  message: string;
  /** The one select, the no first and the yes last. */
  requestedSchema: {
    /** A form is an object. */
    type: "object";
    /** The field, under its name. */
    properties: Record<
      string,
      {
        /** What the field holds. */
        type: "string";
        /** The label that a person sees. */
        title: string;
        /** The choices. */
        enum: string[];
      }
    >;
    /** The name of the field: a form without it is no answer. */
    required: string[];
  };
};

/** The answer of a 2026-07-28 call that waits for a person (`resultType: "input_required"`). */
export type InputRequired = {
  /** Tells it from a result that ends the call. */
  resultType: "input_required";
  /** The question, under the key that its answer comes back with. */
  inputRequests: Record<
    string,
    {
      /** What the client is asked to do. */
      method: "elicitation/create";
      /** The form to show. */
      params: ElicitationForm;
    }
  >;
  /** The seal that the client sends back beside the answer. */
  requestState: string;
};

/** How a person can be reached on this call; the adapters make it, the core only reads it. */
export type Port =
  /** 2025 revisions: the question is sent while the call waits. */
  | {
      /** A person can be asked while the call waits. */
      kind: "push";
      /** Sends the question and resolves with what came back, unread; rejects when nothing did. See `ElicitFailure`. */
      elicit(form: ElicitationForm, options: { timeoutMs: number; signal: AbortSignal }): Promise<unknown>;
      /** Called every 15 seconds while the question is open, to show the client that the call is alive. */
      waiting?(): void;
    }
  /** 2026-07-28: the call goes back with its question and comes again with what it brought. */
  | {
      /** A person can be asked between two calls. */
      kind: "retry";
      /** The `inputResponses` of the request, as they came. */
      responses?: unknown;
      /** The `requestState` of the request, as it came. */
      state?: unknown;
    }
  /** No dialog is possible, and why; leads to the two-call token. */
  | {
      /** Nobody can be asked. */
      kind: "none";
      /** Why not: what the client declared, what the operator set, or what the connection is like. */
      reason: "no-capability" | "url-only" | "switched-off" | "nobody-connected" | "not-implemented";
    };

/** Why a guarded call did not run; stands in the result's `_meta["confirm-guard/outcome"]`. */
export type Why =
  /** The person declined, or chose the no. */
  | "declined"
  /** The dialog was closed without an answer. */
  | "cancelled"
  /** The answer was accepted without the exact yes, for example empty. */
  | "not-yes"
  /** The person has just got rid of a question about the same thing, so nobody was asked again. */
  | "recently-declined"
  /** Nobody answered within `answerWithinMs`. */
  | "timed-out"
  /** The client failed to show the question, or sent something that is no answer. */
  | "client-failed"
  /** The call was cancelled, its connection closed, or another open call had its request id. */
  | "call-cancelled"
  /** What would be touched is no longer what was asked about. */
  | "changed"
  /** The token was issued for something else, has expired or was used. */
  | "wrong-token"
  /** The first of the two calls: nobody was asked, and the text holds a token. */
  | "token-issued"
  /** The limits on questions are reached, so nobody was asked. */
  | "too-many"
  /** The store of open questions failed: nobody was asked, or the answer was not used. */
  | "store-failed"
  /** The question could not be delivered to the client. */
  | "cannot-ask";
