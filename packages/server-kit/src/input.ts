import { CONFIRM_TOKEN, confirmTokenField } from "confirm-guard/server";
import type { z } from "zod";

import { inputMessage } from "./input-problems.ts";
import { isRecord } from "./record.ts";

/** The arguments of a call as the tool wants them, or one sentence on why they are not. */
export type ParsedInput =
  | { ok: true; args: z.output<z.ZodObject>; token: string | undefined }
  | { ok: false; message: string };

const MAX_TOKEN = confirmTokenField.maxLength;

const tokenOf = (brought: unknown): { ok: boolean; token: string | undefined } => {
  if (brought === undefined || brought === null || brought === "") return { ok: true, token: undefined };
  if (typeof brought !== "string" || brought.length > MAX_TOKEN) return { ok: false, token: undefined };
  return { ok: true, token: brought };
};

/** Half a surrogate pair has no UTF-8 form, so it could neither be bound to an approval nor be written. */
const isWellFormed = (value: unknown): boolean => {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(isWellFormed);
};

/**
 * Parses the arguments of one call. On a guarded tool `confirm_token` is taken out first: neither the tool nor the
 * binding of an approval sees it.
 */
export const parseInput = (
  { input: schema, guarded }: { input: z.ZodObject; guarded: boolean },
  raw: unknown,
): ParsedInput => {
  const given = raw ?? {};
  const { [CONFIRM_TOKEN]: brought, ...others } = isRecord(given) ? given : {};
  const takesToken = guarded && isRecord(given);
  const rest = takesToken ? others : given;
  const { ok, token } = tokenOf(takesToken ? brought : undefined);
  if (!ok) {
    return {
      ok: false,
      message: "Nothing was done: `confirm_token` must be the text that the first call returned.",
    };
  }
  const parsed = schema.safeParse(rest);
  if (!parsed.success) return { ok: false, message: inputMessage(parsed.error.issues, rest, schema) };
  if (!isWellFormed(parsed.data)) {
    return {
      ok: false,
      message: "Nothing was done: a text in the arguments holds half a character (a lone surrogate).",
    };
  }
  return { ok: true, args: parsed.data, token };
};
