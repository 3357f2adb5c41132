import { expect } from "vitest";

import { outcomeOf, type RawConnection, type RawResponse, textOf } from "../../src/testing/index.ts";
import { YES } from "./answers.ts";

/** The parameters of a `tools/call`; {@link CALL} is the act that every attack is after. */
export type Call = { name: string; arguments: Record<string, unknown>; _meta?: Record<string, unknown> };

export const CALL: Call = { name: "delete_event", arguments: { id: "e1" } };
export const OTHER_TARGET: Call = { ...CALL, arguments: { id: "e2" } };
export const MALLORYS: Call = { ...CALL, _meta: { "test/principal": "mallory" } };

/** What a yes to {@link CALL} is no yes to. */
export const OTHER_CALLS: [string, Call][] = [
  ["another tool", { ...CALL, name: "delete_calendar" }],
  ["another target", OTHER_TARGET],
  ["one more argument", { ...CALL, arguments: { id: "e1", note: "and its guests" } }],
  ["one argument more, left empty", { ...CALL, arguments: { id: "e1", note: "" } }],
  ["another person", MALLORYS],
];

/** What {@link CALL} does once. */
export const ACT = "delete_event e1";
export const OTHER_ACT = "delete_event e2";

/**
 * How a call ended, in a word: `ran`, `asked` (and whether the question says that something changed), the guard's
 * outcome, `refused` by the tool's schema, or `error` of the protocol.
 */
export function endOf({ result, error }: RawResponse): string {
  if (error !== undefined) return "error";
  if (result?.["resultType"] === "input_required") return askedWith(messageIn(result));
  return outcomeOf(result) ?? (result?.["isError"] === true ? "refused" : "ran");
}

/** How a question begins: `asked` for a plain one. */
export function askedWith(message: string): string {
  if (message.startsWith("guarded-test: ")) return "asked";
  return message.startsWith("This changed while you were deciding.") ? "asked, as changed" : message;
}

function messageIn(result: unknown): string {
  return String(JSON.parse(JSON.stringify(result)).inputRequests?.confirm?.params?.message);
}

/** One of the levers of the attacked server. */
export async function tool(
  raw: RawConnection,
  name: string,
  args: Record<string, unknown> = {},
): Promise<unknown> {
  const { result } = await raw.request("tools/call", { name, arguments: args });
  return JSON.parse(textOf(result));
}

/** The outcomes that the guard has recorded, oldest first. */
export async function recorded(raw: RawConnection): Promise<string[]> {
  const events: { outcome: string }[] = JSON.parse(JSON.stringify(await tool(raw, "events")));
  return events.map(({ outcome }) => outcome);
}

/** Waits until the guard has recorded one outcome more than `before`, and returns it: nobody else hears of some ends. */
export async function nextRecorded(raw: RawConnection, before: number): Promise<string> {
  await expect.poll(async () => (await recorded(raw)).length, { timeout: 15_000 }).toBeGreaterThan(before);
  return (await recorded(raw)).at(-1) ?? "";
}

/** The first leg of a 2026-07-28 call: its state; fails unless there is a question. */
export async function stateOf(raw: RawConnection, call: Call = CALL): Promise<string> {
  const { result } = await raw.request("tools/call", call);
  expect(result).toMatchObject({ resultType: "input_required", requestState: expect.any(String) });
  return String(result?.["requestState"]);
}

/** The second leg: the call again, with whatever is to pass for an answer and a state. */
export async function retry(
  raw: RawConnection,
  requestState?: unknown,
  { call = CALL, answer = YES }: { call?: Call; answer?: unknown } = {},
): Promise<string> {
  return endOf(await raw.request("tools/call", retried(requestState, { call, answer })));
}

/** The parameters of that second leg. */
export function retried(
  requestState?: unknown,
  { call = CALL, answer = YES }: { call?: Call; answer?: unknown } = {},
): Record<string, unknown> {
  const state = requestState === undefined ? {} : { requestState };
  return { ...call, inputResponses: { confirm: answer }, ...state };
}

const QUESTION = "elicitation/create";

/** A 2025 call that waits for an answer to its question. */
export async function openQuestion(raw: RawConnection, call: Call = CALL) {
  const { id, response, breakOff } = raw.start("tools/call", call);
  const question = await raw.nextRequest(QUESTION);
  return {
    callId: id,
    breakOff,
    questionId: question.id,
    message: String(question.params["message"]),
    /** How the call ends. */
    end: async (): Promise<string> => endOf(await response),
    response,
  };
}

/** How many questions have come over a connection. */
export function questionsIn({ wire }: RawConnection): number {
  return wire.filter(({ message }) => message.method === QUESTION).length;
}

/** The token that a first call without dialogs issues; fails unless there is one. */
export async function tokenOf(raw: RawConnection, call: Call = CALL): Promise<string> {
  const { result } = await raw.request("tools/call", call);
  expect(outcomeOf(result)).toBe("token-issued");
  const token = /confirm_token "(?<token>[^"]+)"/u.exec(textOf(result))?.groups?.["token"];
  return String(token);
}

/** The second of the two calls. */
export async function spend(raw: RawConnection, token: unknown, call: Call = CALL): Promise<string> {
  return endOf(
    await raw.request("tools/call", { ...call, arguments: { ...call.arguments, confirm_token: token } }),
  );
}

/** An honest client whose person agrees, or which calls twice where nobody can be asked. */
export async function honestly(raw: RawConnection, client: "dialogs" | "no dialogs"): Promise<string> {
  if (client === "no dialogs") return await spend(raw, await tokenOf(raw));
  if (raw.era === "2026") return await retry(raw, await stateOf(raw));
  const { questionId, end } = await openQuestion(raw);
  await raw.reply(questionId, YES);
  return await end();
}
