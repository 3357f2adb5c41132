import { isRecord } from "./record.ts";

/** JSON Schema of draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * What only checks a value. The server checks all of it and answers with one sentence, and a description names each
 * bound and form that a caller has to know. In the schema they would be characters that a model reads with every request,
 * and interfaces of models take few of them: OpenAI refuses a request for the format `uri`, Gemini for any but
 * `date-time`, and Anthropic's SDK moves lengths and ranges into the description.
 */
const CHECKS = new Set([
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
]);

/** The schema without what only checks: it lets through whatever the whole one does, and more. */
export const withoutChecks = (schema: JsonSchema): JsonSchema =>
  rewritten(schema, (one) => without(one, (keyword) => CHECKS.has(keyword)));

/**
 * The schema with objects that do not say that they are closed. Where a strict mode wants `additionalProperties: false`,
 * the clients add it themselves (the SDKs of OpenAI, Anthropic and Vercel do); Gemini refuses a whole request for it. An
 * argument that a tool does not have is refused by the server, with the names of those it has.
 */
export const withoutClosing = (schema: JsonSchema): JsonSchema =>
  rewritten(schema, (one) =>
    without(one, (keyword, value) => keyword === "additionalProperties" && value === false),
  );

/**
 * The schema with each union as one flat `anyOf`, described on the field itself. A list of types is fewer characters, but
 * Gemini takes none, and the strict mode of Anthropic's SDK neither; within an `anyOf` all of them know `null`.
 */
export const withPlainUnions = (schema: JsonSchema): JsonSchema =>
  rewritten(schema, (one) => flat(describedOutside(asUnion(one))));

const without = (schema: JsonSchema, leave: (keyword: string, value: unknown) => boolean): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword, value]) => !leave(keyword, value)));

/** zod gives a list of types only to alternatives that say nothing but their type. */
const asUnion = (schema: JsonSchema): JsonSchema => {
  const { type, ...others } = schema;
  return Array.isArray(type) ? { ...others, anyOf: type.map((one: unknown) => ({ type: one })) } : schema;
};

const describedOutside = (schema: JsonSchema): JsonSchema => {
  const [value, none, ...more] = alternativesOf(schema) ?? [];
  if (!isRecord(value) || !isRecord(none) || none["type"] !== "null" || more.length > 0) return schema;
  const { description, ...others } = value;
  if (description === undefined || schema["description"] !== undefined) return schema;
  return { description, ...schema, anyOf: [others, none] };
};

const flat = (schema: JsonSchema): JsonSchema => {
  const alternatives = alternativesOf(schema);
  if (alternatives === undefined) return schema;
  return {
    ...schema,
    anyOf: alternatives.flatMap((one) => (isOnlyUnion(one) ? (alternativesOf(one) ?? []) : [one])),
  };
};

const alternativesOf = (schema: JsonSchema): readonly unknown[] | undefined => {
  const alternatives = schema["anyOf"];
  return Array.isArray(alternatives) ? alternatives : undefined;
};

const isOnlyUnion = (schema: unknown): schema is JsonSchema =>
  isRecord(schema) && Object.keys(schema).length === 1 && Array.isArray(schema["anyOf"]);

/** Each schema within a schema and then the schema itself, rewritten. The names of properties are no keywords. */
const rewritten = (schema: JsonSchema, rewrite: (schema: JsonSchema) => JsonSchema): JsonSchema => {
  const below = (value: unknown): unknown => (isRecord(value) ? rewritten(value, rewrite) : value);
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    switch (keyword) {
      case "properties":
        return [keyword, isRecord(value) ? mapped(value, below) : value];
      case "anyOf":
      case "oneOf":
      case "allOf":
        return [keyword, Array.isArray(value) ? value.map(below) : value];
      case "items":
      case "additionalProperties":
        return [keyword, below(value)];
      default:
        return [keyword, value];
    }
  });
  return rewrite(Object.fromEntries(entries));
};

const mapped = (record: JsonSchema, change: (value: unknown) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
