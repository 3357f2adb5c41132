import { CONFIRM_TOKEN, confirmTokenField } from "confirm-guard/server";
import type { z } from "zod";

import { isRecord } from "./record.ts";
import { type JsonSchema, withoutChecks, withoutClosing, withPlainUnions } from "./shown-schema.ts";

export type { JsonSchema } from "./shown-schema.ts";

type Properties = Record<string, unknown>;

const withProperties = (schema: JsonSchema, added: Properties): JsonSchema => ({
  ...schema,
  properties: { ...(isRecord(schema["properties"]) ? schema["properties"] : {}), ...added },
});

const TARGET = { target: "draft-2020-12" } as const;

/** MCP reads a schema that names no dialect as draft 2020-12; named, it would be read again with every tool. */
const withoutDialect = ({ $schema: _dialect, ...schema }: JsonSchema): JsonSchema => schema;

/**
 * The input schema of a tool as a model is shown it, with `confirm_token` on a guarded one. It is never narrower than
 * what the tool takes.
 */
export const advertisedInput = ({ input, guarded }: { input: z.ZodObject; guarded: boolean }): JsonSchema => {
  const schema = withoutDialect(input["~standard"].jsonSchema.input(TARGET));
  const whole = guarded ? withProperties(schema, { [CONFIRM_TOKEN]: confirmTokenField }) : schema;
  return withPlainUnions(withoutClosing(withoutChecks(whole)));
};

/** What the frame puts around foreign data, in the order in which it stands. */
const FRAME_PROPERTIES: Properties = {
  notice: { type: "string", description: "What the text under untrusted_text is" },
  untrusted: { type: "boolean", const: true },
  source: { type: "string", description: "Where that text comes from" },
  signals: {
    type: "array",
    items: { type: "string" },
    description: "Patterns of injection seen in that text",
  },
  altered: { type: "array", items: { type: "string" }, description: "Paths of text that cleaning changed" },
  truncated: { type: "object", additionalProperties: true, description: "What was left out of this answer" },
  reminder: { type: "string" },
};

/** True when a schema has a property `untrusted_text` anywhere: such an answer is framed. */
export const holdsForeignText = (schema: unknown): boolean => {
  if (Array.isArray(schema)) return schema.some(holdsForeignText);
  if (!isRecord(schema)) return false;
  const properties = schema["properties"];
  if (isRecord(properties) && Object.hasOwn(properties, "untrusted_text")) return true;
  return Object.values(schema).some(holdsForeignText);
};

/**
 * The output schema of a tool, with the frame's own keys where foreign text can stand in the answer. Its objects stay
 * closed: a client that checks answers sees a key that no schema names.
 */
export const advertisedOutput = (output: z.ZodObject): JsonSchema => {
  const schema = withoutChecks(withoutDialect(output["~standard"].jsonSchema.output(TARGET)));
  return holdsForeignText(schema) ? withProperties(schema, FRAME_PROPERTIES) : schema;
};
