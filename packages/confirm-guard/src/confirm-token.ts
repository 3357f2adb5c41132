import { GuardUsageError } from "./errors.ts";

/** The argument in which a caller quotes the token back, where no dialog is possible. */
export const CONFIRM_TOKEN = "confirm_token";

/** Longest value that is looked at; a real token is much shorter. */
export const CONFIRM_TOKEN_MAX_LENGTH = 128;

/** What a caller is told whose token is not even a short string. */
export const CONFIRM_TOKEN_ISSUE = `Expected a string of at most ${CONFIRM_TOKEN_MAX_LENGTH} characters`;

/** What a model is told about {@link CONFIRM_TOKEN}. */
export const CONFIRM_TOKEN_DESCRIPTION =
  "Leave this out. Only when an earlier call of this tool with the same arguments answered with a confirm_token, and the person you work for wants it done, pass that value here.";

/**
 * The JSON Schema of {@link CONFIRM_TOKEN}, for servers that write their input schemas themselves.
 *
 * @example
 * ```ts
 * const inputSchema = { type: "object", properties: { id: { type: "string" }, [CONFIRM_TOKEN]: confirmTokenField } };
 * ```
 */
export const confirmTokenField = Object.freeze({
  /** A token is text. */
  type: "string",
  /** Longer than any token is. */
  maxLength: CONFIRM_TOKEN_MAX_LENGTH,
  /** What a model is told about it. */
  description: CONFIRM_TOKEN_DESCRIPTION,
});

/** The arguments without the token, so that neither schema nor tool ever sees it. */
export function splitConfirmToken(input: unknown): { rest: unknown; token: unknown } {
  if (
    typeof input !== "object" ||
    input === null ||
    Array.isArray(input) ||
    !Object.hasOwn(input, CONFIRM_TOKEN)
  ) {
    return { rest: input, token: undefined };
  }
  const entries = Object.entries(input).filter(([key]) => key !== CONFIRM_TOKEN);
  return { rest: Object.fromEntries(entries), token: Reflect.get(input, CONFIRM_TOKEN) };
}

/** Whether a value may be handed on as a token. */
export function isConfirmToken(token: unknown): token is string | undefined {
  return token === undefined || (typeof token === "string" && token.length <= CONFIRM_TOKEN_MAX_LENGTH);
}

/** What a tool gets whose own schema has the field. */
export function declaredByTool(): GuardUsageError {
  return new GuardUsageError(
    "bad-options",
    `${CONFIRM_TOKEN} is added by the guard; the tool must not declare it.`,
  );
}

type JsonSchema = Record<string, unknown>;

/**
 * Adds the token to an object schema, and to the branches of a union, which would refuse it otherwise.
 *
 * @throws GuardUsageError (`bad-options`) when the schema has a property of that name already.
 */
export function withConfirmTokenField(schema: JsonSchema): JsonSchema {
  const properties = asSchema(schema["properties"]);
  if (Object.hasOwn(properties, CONFIRM_TOKEN)) throw declaredByTool();
  return {
    ...schema,
    ...branches(schema, "anyOf"),
    ...branches(schema, "oneOf"),
    properties: { ...properties, [CONFIRM_TOKEN]: confirmTokenField },
  };
}

function branches(schema: JsonSchema, keyword: "anyOf" | "oneOf"): JsonSchema {
  const members = schema[keyword];
  if (!Array.isArray(members)) return {};
  return { [keyword]: members.map((member) => withConfirmTokenField(asSchema(member))) };
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
