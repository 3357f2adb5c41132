export const YES = { action: "accept", content: { decision: "Yes, delete it" } };

/** Answers that are not the yes of the question, by what is wrong with them. */
export const NOT_YES: [string, unknown][] = [
  ["an accept with nothing in it", { action: "accept", content: {} }],
  ["an accept without content", { action: "accept" }],
  ["an accept with null", { action: "accept", content: null }],
  ["true", { action: "accept", content: { decision: true } }],
  ["the word true", { action: "accept", content: { decision: "true" } }],
  ["confirm: true", { action: "accept", content: { confirm: true } }],
  ["a number", { action: "accept", content: { decision: 1 } }],
  ["the index of the yes", { action: "accept", content: { decision: "1" } }],
  ["the no", { action: "accept", content: { decision: "No, keep it" } }],
  ["the yes in other letters", { action: "accept", content: { decision: "yes, delete it" } }],
  ["the yes with a space after it", { action: "accept", content: { decision: "Yes, delete it " } }],
  ["the yes of another question", { action: "accept", content: { decision: "Yes, do it" } }],
  ["the yes in a list", { action: "accept", content: { decision: ["Yes, delete it"] } }],
  ["the yes in an object", { action: "accept", content: { decision: { value: "Yes, delete it" } } }],
  ["the yes under another name", { action: "accept", content: { choice: "Yes, delete it" } }],
  ["the yes as the whole content", { action: "accept", content: "Yes, delete it" }],
  ["the content as a list", { action: "accept", content: [{ decision: "Yes, delete it" }] }],
  ["a decline that carries the yes", { ...YES, action: "decline" }],
  ["a cancel that carries the yes", { ...YES, action: "cancel" }],
  ["an action in capitals", { ...YES, action: "ACCEPT" }],
  ["an action that is no string", { ...YES, action: true }],
  ["an action that nobody defined", { ...YES, action: "approve" }],
  ["no action", { content: YES.content }],
  [
    "a prototype that says yes",
    JSON.parse('{"action":"accept","content":{"__proto__":{"decision":"Yes, delete it"}}}'),
  ],
  ["a prototype that accepts", JSON.parse(`{"__proto__":${JSON.stringify(YES)}}`)],
];

/** What is no answer at all on 2026-07-28: the SDK drops it, and the question stays open. */
export const NO_ANSWER: [string, unknown][] = [
  ["a wrapped answer", { method: "elicitation/create", result: YES }],
  ["an answer in a list", [YES]],
  ["a bare string", "Yes, delete it"],
  ["a bare true", true],
  ["null", null],
];
