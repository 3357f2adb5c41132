import { untrusted, type Untrusted } from "confirm-guard";
import { HttpFailure, type HttpFailureCode, isRecord, isRefusedBeforehand } from "server-kit";
import { MealieError, type MealieErrorCode, nothingChanged } from "../errors.ts";
import type { ApiPath } from "./path.ts";
import { missingRight } from "./rights.ts";

/** What was asked of Mealie; a refused write says that nothing was changed. */
export type Act = "read" | "write";

/**
 * An answer that is no success, and no 401: that one is told by the guarded fetch. For a write, 200, 201 and 204 alone are
 * a success: all others, such as 202, leave open what becomes of it.
 */
export type Refused = { status: number; text: string; type: string; path: ApiPath };

type Known = { code: MealieErrorCode; sentence: string };

const BY_STATUS = new Map<number, Known>([
  [400, { code: "refused", sentence: "Mealie refused this request." }],
  [404, { code: "not-found", sentence: "Mealie has nothing there (any more)." }],
  [405, { code: "unsupported", sentence: "This version of Mealie does not offer that." }],
  [408, { code: "timed-out", sentence: "Mealie gave up waiting for the other site." }],
  [409, { code: "conflict", sentence: "Mealie already has one like this." }],
  [413, { code: "too-large", sentence: "Mealie says that this is too large." }],
  [422, { code: "refused", sentence: "Mealie does not take these values." }],
  [429, { code: "rate-limited", sentence: "Mealie asks for fewer requests; try again in a minute." }],
]);

/**
 * A write that was none, although its answer is a success: some routes answer with a sentence, and say in a field beside
 * it that they have failed. Undefined for any other answer.
 */
export function failureInside(body: unknown): MealieError | undefined {
  if (!isRecord(body) || body["error"] !== true) return undefined;
  const { message } = body;
  const foreign = typeof message === "string" ? untrusted(message.slice(0, MAX_WORDS)) : undefined;
  return nothingChanged(new MealieError("refused", "Mealie says that it did not do this.", { foreign }));
}

/** Answers of a proxy that says nothing about what became of the request behind it. */
const GATEWAY = new Set([408, 499, 502, 503, 504, 520, 521, 522, 523, 524]);

/**
 * Mealie's refusal as a tool reports it. The status decides; Mealie's own words are foreign text and go along boxed, but
 * never a page, and never `detail.exception`, which holds SQL and other people's content.
 */
export function refusalOf(refused: Refused, act: Act): MealieError {
  const { status } = refused;
  if (isPage(refused) && !GATEWAY.has(status))
    return notMealie(act === "write" && !isRefusedBeforehand(status) ? "unknown" : act);
  const known = knownRefusal(refused);
  if (known !== undefined) {
    const error = new MealieError(known.code, known.sentence, { foreign: wordsOf(refused.text) });
    return act === "write" ? nothingChanged(error) : error;
  }
  const where = GATEWAY.has(status) ? "A proxy in front of Mealie" : "Mealie itself";
  if (act === "read")
    return new MealieError("server-error", `${where} failed with status ${status}; try again in a while.`, {
      foreign: wordsOf(refused.text),
    });
  return new MealieError(
    "write-unknown",
    `${where} answered with status ${status}, so it is not certain whether the change was made. Look before repeating it.`,
    { foreign: wordsOf(refused.text) },
  );
}

function knownRefusal({ status, text, path }: Refused): Known | undefined {
  if (status === 403) return { code: "forbidden", sentence: missingRight(path) };
  // Mealie answers so when it has given up an import, and says so; a proxy answers so for a Mealie that may go on.
  if (status === 408 && detailWords(parse(text)) === undefined) return undefined;
  return BY_STATUS.get(status);
}

function notMealie(act: Act | "unknown"): MealieError {
  const sentence =
    "What answered is not Mealie's API. Check that MEALIE_URL is the address of the instance itself.";
  if (act === "unknown")
    return new MealieError("write-unknown", `${sentence} It is not certain whether the change was made.`);
  const error = new MealieError("not-mealie", sentence);
  return act === "write" ? nothingChanged(error) : error;
}

function isPage({ text, type }: Refused): boolean {
  return /html/i.test(type) || /^\s*<(?:!doctype|html)/i.test(text.slice(0, 200));
}

const CODES = new Map<HttpFailureCode, MealieErrorCode>([
  ["credentials-refused", "credentials-refused"],
  ["timed-out", "timed-out"],
  ["too-large", "too-large"],
  ["broken-answer", "not-mealie"],
]);

/** A request without a usable answer. The guarded fetch's sentences are ours. */
export function failureOf(failure: HttpFailure, act: Act): MealieError {
  const { delivery, code, message } = failure;
  if (act === "write" && (delivery === "unknown" || (delivery === "answered" && !saysRefused(failure))))
    return new MealieError(
      "write-unknown",
      /not known/.test(message)
        ? message
        : `${message} It is not certain whether the change was made; look before repeating it.`,
    );
  const error = new MealieError(CODES.get(code) ?? "unreachable", message);
  return act === "write" ? nothingChanged(error) : error;
}

function saysRefused({ status }: HttpFailure): boolean {
  return status !== undefined && isRefusedBeforehand(status);
}

/** Whether an answer may mean that this version has no such route, so that another one is worth a try. */
export function isMissingRoute(error: unknown): boolean {
  return error instanceof MealieError && (error.code === "not-found" || error.code === "unsupported");
}

const MAX_WORDS = 600;
const MAX_DETAILS = 5;

/** What drivers of databases say holds statements and other people's content, wherever a version of Mealie puts it. */
const OF_A_DATABASE = /\[(?:SQL|parameters):|sqlalche|sqlite3\.|psycopg/i;

/** What Mealie says about it, out of the shapes its errors have; undefined when it says nothing that may be shown. */
export function wordsOf(text: string): Untrusted | undefined {
  const words = detailWords(parse(text));
  return words === undefined || OF_A_DATABASE.test(words) ? undefined : untrusted(words.slice(0, MAX_WORDS));
}

function detailWords(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined;
  const { detail } = body;
  if (typeof detail === "string") return detail;
  if (Array.isArray(detail)) {
    const lines = detail.slice(0, MAX_DETAILS).flatMap((one: unknown) => lineOf(one) ?? []);
    return lines.length === 0 ? undefined : lines.join("\n");
  }
  if (!isRecord(detail)) return undefined;
  const words = detail["message"] ?? detail["details"];
  return typeof words === "string" ? words : undefined;
}

/** One complaint of a 422: where and what, without the input, which may be long and is the caller's own. */
function lineOf(one: unknown): string | undefined {
  if (typeof one === "string") return one;
  if (!isRecord(one) || typeof one["msg"] !== "string") return undefined;
  const place = Array.isArray(one["loc"]) ? one["loc"].map(String).join(".") : "";
  return place === "" ? one["msg"] : `${place}: ${one["msg"]}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
