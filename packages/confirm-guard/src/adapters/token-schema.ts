import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";

import {
  CONFIRM_TOKEN,
  CONFIRM_TOKEN_ISSUE,
  isConfirmToken,
  splitConfirmToken,
  withConfirmTokenField,
} from "./confirm-token.ts";

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
