import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";

import {
  CONFIRM_TOKEN,
  CONFIRM_TOKEN_ISSUE,
  isConfirmToken,
  splitConfirmToken,
  withConfirmTokenField,
} from "../confirm-token.ts";

/**
 * Looks at a tool's schema before the tool is registered, so that the fault shows where the server is built and not
 * when a client lists its tools.
 *
 * @throws GuardUsageError (`bad-options`) when the schema declares `confirm_token`.
 */
export function refuseOwnToken(schema: StandardSchemaWithJSON): void {
  withConfirmTokenField(schema["~standard"].jsonSchema.input({ target: "draft-2020-12" }));
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
        if (parsed.issues !== undefined) return parsed;
        return { value: token === undefined ? { args: parsed.value } : { args: parsed.value, token } };
      },
      jsonSchema: {
        input: (options) => withConfirmTokenField(inner.jsonSchema.input(options)),
        output: (options) => inner.jsonSchema.output(options),
      },
    },
  };
}
