import {
  type AnySchema,
  getObjectShape,
  normalizeObjectSchema,
  objectFromShape,
  safeParseAsync,
  type SchemaOutput,
  type ShapeOutput,
  type ZodRawShapeCompat,
} from "@modelcontextprotocol/sdk/server/zod-compat.js";
import { toJsonSchemaCompat } from "@modelcontextprotocol/sdk/server/zod-json-schema-compat.js";
import * as z from "zod/v4-mini";

import {
  CONFIRM_TOKEN,
  CONFIRM_TOKEN_ISSUE,
  declaredByTool,
  isConfirmToken,
  splitConfirmToken,
  withConfirmTokenField,
} from "../confirm-token.ts";

/** What SDK v1 takes as an input schema: a raw shape or a schema, of zod 3 or zod 4. */
export type InputSchema = ZodRawShapeCompat | AnySchema;

/** What an input schema parses to. */
export type ArgsOf<Input extends InputSchema> = Input extends ZodRawShapeCompat
  ? ShapeOutput<Input>
  : Input extends AnySchema
    ? SchemaOutput<Input>
    : never;

/** What the SDK hands on for a guarded tool: the tool's own arguments, and the token that came beside them. */
export type ParsedCall<Args> = { args: Args; token: string | undefined };

/** The tool's schema with `confirm_token` beside it; what it parses to keeps the two apart. */
export function tokenAware<Input extends InputSchema>(
  input: Input,
): z.ZodMiniType<ParsedCall<ArgsOf<Input>>> {
  const own = schemaOf(input);
  if (declaresToken(own)) throw declaredByTool();

  const split = z.check<Record<string, unknown>>(async (payload) => {
    const { rest, token } = splitConfirmToken(payload.value);
    if (!isConfirmToken(token)) {
      const issue = { message: CONFIRM_TOKEN_ISSUE, path: [CONFIRM_TOKEN] };
      payload.issues.push({ code: "custom", input: undefined, ...issue });
      return;
    }
    const parsed = await safeParseAsync(own, rest);
    if (parsed.success) payload.value = { args: parsed.data, token };
    else payload.issues.push(...issuesOf(parsed.error));
  });
  // Made with its check instead of by `.check()`: the JSON Schema of a derived schema needs that of its parent.
  const outer = new z.ZodMiniObject({ type: "object", shape: {}, catchall: z.unknown(), checks: [split] });
  // zod's own hook for a schema that knows its JSON Schema; the SDK lists what it returns.
  outer._zod.toJSONSchema = () => withConfirmTokenField(listed(own));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the check replaces the value
  return outer as unknown as z.ZodMiniType<ParsedCall<ArgsOf<Input>>>;
}

function schemaOf(input: InputSchema): AnySchema {
  return isSchema(input) ? input : objectFromShape(input);
}

function isSchema(input: InputSchema): input is AnySchema {
  return "_zod" in input || "_def" in input;
}

function declaresToken(schema: AnySchema): boolean {
  return Object.hasOwn(getObjectShape(schema) ?? {}, CONFIRM_TOKEN);
}

/** SDK v1 lists the properties of an object schema only; a union, say, it lists as an object of anything. */
function listed(schema: AnySchema): Record<string, unknown> {
  const object = normalizeObjectSchema(schema);
  return object === undefined
    ? { type: "object", properties: {} }
    : toJsonSchemaCompat(object, { strictUnions: true, pipeStrategy: "input" });
}

type Issue = { code: "custom"; input: undefined; message: string; path: PropertyKey[] };

/** The issues of either zod as those of the outer schema, without the values they are about. */
function issuesOf(error: unknown): Issue[] {
  const issues: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "issues") : [];
  const found = Array.isArray(issues) ? issues.map(issueOf) : [];
  return found.length > 0 ? found : [issueOf(undefined)];
}

function issueOf(issue: unknown): Issue {
  const record: object = typeof issue === "object" && issue !== null ? issue : {};
  const message: unknown = Reflect.get(record, "message");
  const path: unknown = Reflect.get(record, "path");
  return {
    code: "custom",
    input: undefined,
    message: typeof message === "string" ? message : "Invalid arguments",
    path: Array.isArray(path) ? path : [],
  };
}
