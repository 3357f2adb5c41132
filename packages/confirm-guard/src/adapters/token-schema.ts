import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";

import {
  CONFIRM_TOKEN,
  CONFIRM_TOKEN_ISSUE,
  isConfirmToken,
  splitConfirmToken,
  withConfirmTokenField,
} from "../confirm-token.ts";
import { GuardUsageError } from "../errors.ts";

/** A program in JavaScript may hand over a schema of a library that has no such method. */
type Described = Partial<StandardSchemaWithJSON["~standard"]>;

/** What SDK v2 would take for a success, handing on a value that nothing has taken the token out of. */
const INVALID = { message: "Invalid arguments" };

/**
 * Looks at a tool's schema before the tool is registered, so that the fault shows where the server is built and not
 * when a client lists its tools.
 *
 * @throws GuardUsageError (`bad-options`) when the schema declares `confirm_token` or cannot tell its JSON Schema.
 */
export function refuseOwnToken(schema: StandardSchemaWithJSON): void {
  const { jsonSchema, vendor }: Described = schema["~standard"];
  if (jsonSchema === undefined) {
    const rule =
      "inputSchema must tell its JSON Schema (`~standard.jsonSchema`), as those of zod 4.2 or newer do";
    const name = typeof vendor === "string" ? vendor : "unknown";
    throw new GuardUsageError("bad-options", `guardedTool: ${rule}; this one, of ${name}, does not.`);
  }
  withConfirmTokenField(jsonSchema.input({ target: "draft-2020-12" }));
}

/** The tool's schema with `confirm_token` beside it; what it parses to keeps the two apart. */
export function tokenAware<Args>(
  schema: StandardSchemaWithJSON<unknown, Args>,
): StandardSchemaWithJSON<unknown, { args: Args; token?: string }> {
  const inner = schema["~standard"];
  return {
    "~standard": {
      version: 1,
      vendor: "confirm-guard",
      validate: async (input) => {
        const { rest, token } = splitConfirmToken(input);
        if (!isConfirmToken(token)) {
          return {
            issues: [{ message: CONFIRM_TOKEN_ISSUE, path: [CONFIRM_TOKEN] }],
          };
        }
        const parsed = await inner.validate(rest);
        // Some validators tell of a success with null here; an empty list is a failure all the same.
        if (parsed.issues) return { issues: parsed.issues.length > 0 ? parsed.issues : [INVALID] };
        return { value: token === undefined ? { args: parsed.value } : { args: parsed.value, token } };
      },
      jsonSchema: {
        input: (options) => withConfirmTokenField(inner.jsonSchema.input(options)),
        output: (options) => inner.jsonSchema.output(options),
      },
    },
  };
}
