import { z } from "zod";

/** What a tool list says, and how long it is: all of it, and the part that clients show a model. */
export type ToolList = { tools: number; facts: number; all: number; shown: number };

type Schema = {
  properties?: Record<string, Schema> | undefined;
  items?: Schema | undefined;
  anyOf?: Schema[] | undefined;
  oneOf?: Schema[] | undefined;
};
const schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    properties: z.record(z.string(), schema).optional(),
    items: schema.optional(),
    anyOf: z.array(schema).optional(),
    oneOf: z.array(schema).optional(),
  }),
);
const toolList = z.object({
  tools: z.array(
    z.looseObject({ name: z.string(), description: z.string().optional(), inputSchema: schema.optional() }),
  ),
});

/**
 * Facts are the tools and their arguments, those inside of arguments included, also where an argument may be one thing or
 * another. Clients show a model name, description and input of a tool; titles, annotations and the shape of the answer are
 * for the client itself.
 */
export function measureToolList(result: unknown): ToolList {
  const { tools } = toolList.parse(result);
  const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return {
    tools: tools.length,
    facts: tools.reduce((sum, { inputSchema }) => sum + 1 + countArguments(inputSchema), 0),
    all: JSON.stringify(tools).length,
    shown: JSON.stringify(shown).length,
  };
}

function countArguments(input: Schema | undefined): number {
  if (input === undefined) return 0;
  const { properties = {}, items, anyOf = [], oneOf = [] } = input;
  const own = Object.values(properties);
  return [...own, items, ...anyOf, ...oneOf].reduce((sum, one) => sum + countArguments(one), own.length);
}
