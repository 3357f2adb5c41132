import { KitError } from "./errors.ts";
import { isRecord } from "./json-rpc.ts";
import { sleep, within } from "./waiting.ts";

/** A question as the person saw it: the text, the choices of its required single-select, and all that was sent. */
export type SeenQuestion = {
  /** The text of the question. */
  message: string;
  /** In the order shown; a confirm-guard question has the no first and the yes last. Empty when there is no select. */
  choices: readonly string[];
  /** The `params` of the `elicitation/create` request as the client's SDK handed them over. */
  params: unknown;
};

/**
 * What the person does with one question.
 *
 * - `"yes"`: accepts with the last choice, `"no"`: accepts with the first
 * - `"decline"`, `"cancel"`: the two ways to leave the dialog
 * - `"empty"`: accepts with `{}`, as a client in an approve-everything mode does
 * - `"silent"`: never answers
 * - `"fails"`: the client answers with a JSON-RPC error instead of a result, as one whose dialog has crashed does; on
 *   2026-07-28, where no server waits for an answer, the client's own call rejects with KitError `scripted`
 * - `{ slow, after }`: does what `slow` says, `after` so many milliseconds or when that promise has settled
 * - `{ answer }`: whatever the function returns or resolves to is handed to the client's SDK as the result; when it
 *   throws, the client answers with an error. What an SDK refuses to send (an unknown action) becomes a client error
 *   too: use `connectRaw` to send it all the same.
 */
export type ScriptedAnswer =
  | NamedAnswer
  | "silent"
  | {
      /** What the person does in the end. */
      slow: NamedAnswer;
      /** When: after so many milliseconds, or once this has settled. */
      after: number | Promise<unknown>;
    }
  | {
      /** Makes up the result, or the promise of one. */
      answer(question: SeenQuestion): unknown;
    };

/** What a {@link ScriptedAnswer} can be in one word, and what a slow one can come to. */
export type NamedAnswer = "yes" | "no" | "decline" | "cancel" | "empty" | "fails";

/** What a {@link scriptedPerson} needs beside its script. */
export type PersonOptions = {
  /**
   * Waits so many milliseconds, for slow answers; a timer unless given. With a function of its own, a test decides when
   * the time is over.
   */
  wait?: (ms: number) => Promise<unknown>;
};

/** Made by {@link scriptedPerson}. */
export type ScriptedPerson = {
  /** Every question so far, oldest first, unexpected ones included. */
  readonly questions: readonly SeenQuestion[];
  /** How many questions came after the script was used up, or had no choice that the script could pick. */
  readonly unexpected: number;
  /** Whether every answer of the script has been given. */
  readonly usedUp: boolean;
  /**
   * Waits until question number `n` (counted from 1) has been asked, and returns it: for tests that act while a
   * dialog is open.
   *
   * @throws KitError `timed-out` when it is not asked within `timeoutMs` (10 s)
   */
  question(n: number, timeoutMs?: number): Promise<SeenQuestion>;
  /** Answers the `params` of one `elicitation/create` request; `connect` calls it, and so may a client of your own. */
  respond(params: unknown): Promise<unknown>;
};

/**
 * A person who answers elicitation questions from a script, one entry per question. Questions beyond the script are
 * answered with cancel and counted in `unexpected`.
 *
 * @example
 * ```ts
 * const person = scriptedPerson(["no", "yes"]);
 * const connection = await connect(target, { era: "2026", person });
 * await connection.callTool("delete_event", { id: "e1" });
 * expect(person.questions[0]?.choices).toEqual(["No, change nothing", "Yes, delete it"]);
 * ```
 *
 * @example
 * ```ts
 * const reading = Promise.withResolvers<void>();
 * const slow = scriptedPerson([{ slow: "no", after: reading.promise }]);
 * const answer = slow.respond(question);
 * reading.resolve();
 * expect(await answer).toMatchObject({ action: "accept" });
 * ```
 */
export function scriptedPerson(
  script: readonly ScriptedAnswer[],
  { wait = sleep }: PersonOptions = {},
): ScriptedPerson {
  const questions: SeenQuestion[] = [];
  const watchers = new Map<number, PromiseWithResolvers<SeenQuestion>>();
  let unexpected = 0;
  let given = 0;

  return {
    questions,
    get unexpected() {
      return unexpected;
    },
    get usedUp() {
      return given >= script.length;
    },
    async question(n, timeoutMs) {
      const seen = questions[n - 1];
      if (seen !== undefined) return seen;
      const watcher = watchers.get(n) ?? Promise.withResolvers<SeenQuestion>();
      watchers.set(n, watcher);
      return await within(watcher.promise, `question number ${n}`, timeoutMs);
    },
    async respond(params) {
      const { field, question } = readQuestion(params);
      questions.push(question);
      watchers.get(questions.length)?.resolve(question);

      const answer = script[given];
      given += 1;
      const named = typeof answer === "object" && "slow" in answer ? answer.slow : answer;
      const choosing = named === "yes" || named === "no";
      if (answer === undefined || named === undefined || (choosing && field === undefined)) {
        unexpected += 1;
        return { action: "cancel" };
      }
      if (named === "silent") return await new Promise(() => undefined);
      if (typeof named === "object") return await named.answer(question);
      if (typeof answer === "object" && "slow" in answer)
        await Promise.allSettled([typeof answer.after === "number" ? wait(answer.after) : answer.after]);
      return chosen(named, field, question);
    },
  };
}

/** The yes to a question, for scripts that look around before they give it. */
export function yesTo({ params }: SeenQuestion): unknown {
  const { field, question } = readQuestion(params);
  return chosen("yes", field, question);
}

function chosen(
  answer: NamedAnswer,
  field: string | undefined,
  { choices }: SeenQuestion,
): { action: string; content?: Record<string, unknown> } {
  const picked = (choice: string | undefined) => ({ action: "accept", content: { [String(field)]: choice } });
  if (answer === "yes") return picked(choices.at(-1));
  if (answer === "no") return picked(choices[0]);
  if (answer === "empty") return { action: "accept", content: {} };
  // The SDKs of both lines make a JSON-RPC error of it.
  if (answer === "fails") throw new KitError("scripted", "This client fails, as its script says.");
  return { action: answer };
}

/** Finds the first required string property that offers choices, as `enum` or as titled `oneOf`. */
function readQuestion(params: unknown): { field: string | undefined; question: SeenQuestion } {
  if (!isRecord(params)) throw new KitError("usage", "An elicitation question needs params.");
  const message = typeof params["message"] === "string" ? params["message"] : "";
  const schema = isRecord(params["requestedSchema"]) ? params["requestedSchema"] : {};
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];

  for (const [field, property] of Object.entries(properties)) {
    const choices = required.includes(field) ? readChoices(property) : [];
    if (choices.length > 0) return { field, question: { message, choices, params } };
  }
  return { field: undefined, question: { message, choices: [], params } };
}

function readChoices(property: unknown): string[] {
  if (!isRecord(property) || property["type"] !== "string") return [];
  const listed: unknown = property["enum"];
  if (Array.isArray(listed)) return listed.filter((choice) => typeof choice === "string");
  const titled: unknown = property["oneOf"];
  if (!Array.isArray(titled)) return [];
  return titled
    .map((entry: unknown) => (isRecord(entry) ? entry["const"] : undefined))
    .filter((choice) => typeof choice === "string");
}
