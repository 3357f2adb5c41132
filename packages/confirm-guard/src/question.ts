import { digestOf } from "./canonical.ts";
import { GuardUsageError } from "./errors.ts";
import { type Fact, factText } from "./facts.ts";
import { quote } from "./text/quote.ts";
import type { ElicitationForm } from "./types.ts";
import {
  CALLER_HEADING,
  CHANGED_LEAD,
  DECISION_TITLE,
  declinedLead,
  DEFAULT_NO,
  restOfValues,
} from "./wording.ts";

/** A value the caller typed: plain text, or `{ path }` for an id or path, where only printable ASCII stands as it is. */
export type CallerValue =
  | string
  | {
      /** The id or path as the caller typed it. */
      readonly path: string;
    };

/**
 * What a person is asked. All words are the server's own; only `callerValues` holds words of somebody else, and those
 * are escaped and stand under a heading that says so. Never put text into it that was read from elsewhere.
 *
 * @example
 * ```ts
 * const question: Question = {
 *   action: "delete a recurring event and all 3 of its occurrences",
 *   consequence: "The calendar keeps no history, so this cannot be undone.",
 *   facts: { "Starts on": factDate({ date: "2026-09-14" }), "Invited people": 4 },
 *   callerValues: { Calendar: { path: "/calendars/team/" } },
 *   yes: "Yes, delete it",
 *   no: "No, keep it",
 * };
 * ```
 */
export type Question = {
  /** What happens, starting with a verb in lower case and without a full stop; at most 400 bytes. */
  action: string;
  /** Why it cannot be taken back and what else happens, in sentences; at most 1,000 bytes. */
  consequence: string;
  /** At most 10 numbers, dates and checked ids that the server worked out itself, by label. */
  facts?: Record<string, Fact>;
  /** What the caller typed, by label; at most 10 are shown. */
  callerValues?: Record<string, CallerValue>;
  /** The choice that does it: 1 to 40 printable characters, with the verb in it. */
  yes: string;
  /** The safe choice, shown first; `No, change nothing` unless given. */
  no?: string;
};

/** What stands before a question that is not the first of its kind. */
export type Lead = { changed: boolean; declinedAgoMs?: number };

/** The words that make careful clients refuse a form; no word of ours may hold one. */
export const SECRET_WORDS = /pass(?:word)?|token|secret|api[_ -]?key|card|cvv|otp/iu;

/** The one property of the form; also what an answer must carry. */
export const DECISION = "decision";

const MAX_MESSAGE_BYTES = 3_499;
const MAX_CALLER_VALUES = 10;
const BOUNDS = { action: 400, consequence: 1_000, facts: 10, label: 40, choice: 40 } as const;

const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
const LABEL = /^[A-Za-z0-9][A-Za-z0-9 '()/-]{0,39}$/u;

/** The form of the dialog: the safe choice first and no default, so that a careless client answers no. */
export function formOf(server: string, question: Question, lead: Lead): ElicitationForm {
  return {
    mode: "form",
    message: messageOf(server, question, lead),
    requestedSchema: {
      type: "object",
      properties: {
        [DECISION]: { type: "string", title: DECISION_TITLE, enum: [noOf(question), question.yes] },
      },
      required: [DECISION],
    },
  };
}

export function noOf(question: Question): string {
  return question.no ?? DEFAULT_NO;
}

/** The text a person reads. Reads well with all line breaks collapsed, since several clients collapse them. */
export function messageOf(server: string, question: Question, lead: Lead = { changed: false }): string {
  checkWords(question);
  const leads = [
    ...(lead.changed ? [CHANGED_LEAD] : []),
    ...(lead.declinedAgoMs === undefined ? [] : [declinedLead(lead.declinedAgoMs)]),
  ];
  const own = [
    ...leads,
    `${server}: ${question.action}.`,
    "",
    question.consequence,
    ...factLines(question.facts ?? {}),
  ].join("\n");
  const room = MAX_MESSAGE_BYTES - bytesOf(own);
  if (room < 0) throw badQuestion(`it is longer than ${MAX_MESSAGE_BYTES} bytes`);
  const values = callerLines(question.callerValues ?? {}, room);
  return values.length === 0 ? own : `${own}\n\n${values.join("\n")}`;
}

function factLines(facts: Record<string, Fact>): string[] {
  return Object.entries(facts).map(([label, fact]) => `${label}: ${factText(fact)}`);
}

/**
 * As many values as fit. What is left out is still covered: by its number, and by a digest of all values, so that two
 * different calls never look the same.
 */
function callerLines(values: Record<string, CallerValue>, room: number): string[] {
  const entries = Object.entries(values);
  if (entries.length === 0) return [];
  const lines = entries.slice(0, MAX_CALLER_VALUES).map(([label, value]) => `  ${label}: ${quoted(value)}`);
  const digest = digestOf(
    entries.map(([label, value]) => [label, rawOf(value).toWellFormed(), kindOf(value)]),
  ).slice(0, 8);
  for (let shown = lines.length; shown >= 0; shown--) {
    const hidden = entries.length - shown;
    const candidate = [
      CALLER_HEADING,
      ...lines.slice(0, shown),
      ...(hidden === 0 ? [] : [`  ${restOfValues(hidden, digest)}`]),
    ];
    if (bytesOf(candidate.join("\n")) + 2 <= room) return candidate;
  }
  throw badQuestion("its own words leave no room for the caller's values");
}

function quoted(value: CallerValue): string {
  return quote(rawOf(value), { kind: kindOf(value) });
}

function rawOf(value: CallerValue): string {
  return typeof value === "string" ? value : value.path;
}

function kindOf(value: CallerValue): "text" | "path" {
  return typeof value === "string" ? "text" : "path";
}

/** @throws GuardUsageError when the question could not be shown as it is meant. */
export function checkWords(question: Question): void {
  checkSentence("action", question.action, BOUNDS.action);
  checkSentence("consequence", question.consequence, BOUNDS.consequence);
  if (question.action.endsWith(".")) throw badQuestion("its action ends with a full stop");
  const no = noOf(question);
  checkSentence("yes choice", question.yes, BOUNDS.choice);
  checkSentence("no choice", no, BOUNDS.choice);
  if (question.yes === no) throw badQuestion("its two choices are the same");
  const facts = Object.keys(question.facts ?? {});
  if (facts.length > BOUNDS.facts) throw badQuestion(`it has more than ${BOUNDS.facts} facts`);
  for (const label of [...facts, ...Object.keys(question.callerValues ?? {})]) {
    if (!LABEL.test(label)) throw badQuestion("a label is not 1 to 40 plain characters");
  }
  for (const value of Object.values(question.callerValues ?? {})) {
    if (typeof value !== "string" && typeof value?.path !== "string") {
      throw badQuestion("a caller value is neither a string nor a path");
    }
  }
}

function checkSentence(name: string, text: unknown, maxBytes: number): void {
  if (typeof text !== "string" || text.trim() === "") throw badQuestion(`its ${name} is missing`);
  if (bytesOf(text) > maxBytes) throw badQuestion(`its ${name} is longer than ${maxBytes} bytes`);
  if (UNPRINTABLE.test(text)) throw badQuestion(`its ${name} holds a line break or an invisible character`);
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

function badQuestion(rule: string): GuardUsageError {
  return new GuardUsageError("bad-question", `The question cannot be asked: ${rule}. Nothing was done.`);
}
