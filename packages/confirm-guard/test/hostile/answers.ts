export const YES = { action: "accept", content: { decision: "Yes, delete it" } };
export const DECLINE = { action: "decline" };

/** Answers that are not the yes of the question, by what is wrong with them, and what the guard takes each for. */
export const NOT_YES: [what: string, answer: unknown, outcome: string][] = [
  ["an accept with nothing in it", { action: "accept", content: {} }, "not-yes"],
  ["an accept without content", { action: "accept" }, "not-yes"],
  ["an accept with null", { action: "accept", content: null }, "not-yes"],
  ["true", { action: "accept", content: { decision: true } }, "not-yes"],
  ["the word true", { action: "accept", content: { decision: "true" } }, "not-yes"],
  ["confirm: true", { action: "accept", content: { confirm: true } }, "not-yes"],
  ["a number", { action: "accept", content: { decision: 1 } }, "not-yes"],
  ["the index of the yes", { action: "accept", content: { decision: "1" } }, "not-yes"],
  ["the no", { action: "accept", content: { decision: "No, keep it" } }, "declined"],
  ["the yes in other letters", { action: "accept", content: { decision: "yes, delete it" } }, "not-yes"],
  [
    "the yes with a space after it",
    { action: "accept", content: { decision: "Yes, delete it " } },
    "not-yes",
  ],
  ["the yes of another question", { action: "accept", content: { decision: "Yes, do it" } }, "not-yes"],
  ["the yes in a list", { action: "accept", content: { decision: ["Yes, delete it"] } }, "not-yes"],
  [
    "the yes in an object",
    { action: "accept", content: { decision: { value: "Yes, delete it" } } },
    "not-yes",
  ],
  ["the yes under another name", { action: "accept", content: { choice: "Yes, delete it" } }, "not-yes"],
  ["the yes as the whole content", { action: "accept", content: "Yes, delete it" }, "not-yes"],
  ["the content as a list", { action: "accept", content: [{ decision: "Yes, delete it" }] }, "not-yes"],
  ["a decline that carries the yes", { ...YES, action: "decline" }, "declined"],
  ["a cancel that carries the yes", { ...YES, action: "cancel" }, "cancelled"],
  ["an action in capitals", { ...YES, action: "ACCEPT" }, "client-failed"],
  ["an action that is no string", { ...YES, action: true }, "client-failed"],
  ["an action that nobody defined", { ...YES, action: "approve" }, "client-failed"],
  ["no action", { content: YES.content }, "client-failed"],
  [
    "a prototype that says yes",
    JSON.parse('{"action":"accept","content":{"__proto__":{"decision":"Yes, delete it"}}}'),
    "not-yes",
  ],
  ["a prototype that accepts", JSON.parse(`{"__proto__":${JSON.stringify(YES)}}`), "client-failed"],
];

/** No answer on 2026-07-28, where the SDK drops it; on the 2025 revisions an answer of a client that has failed. */
export const WRAPPED = { method: "elicitation/create", result: YES };

/** What is no answer at all, on any revision: the SDK drops it, and the question stays open. */
export const NO_ANSWER: [what: string, answer: unknown][] = [
  ["an answer in a list", [YES]],
  ["a bare string", "Yes, delete it"],
  ["a bare true", true],
  ["null", null],
];
