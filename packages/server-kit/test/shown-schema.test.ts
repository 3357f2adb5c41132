import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { advertisedInput, advertisedOutput } from "../src/advertised.ts";

/** What a model is shown of one argument. */
const shown = (field: z.ZodType): unknown => {
  const { properties } = z
    .object({ properties: z.looseObject({ field: z.unknown() }) })
    .parse(advertisedInput({ input: z.strictObject({ field }), guarded: false }));
  return properties.field;
};

describe("the schema of an argument, as a model is shown it", () => {
  it("leaves out what only checks, since the server says in a sentence what does not fit", () => {
    expect(shown(z.string().min(1).max(9).describe("A word"))).toEqual({
      type: "string",
      description: "A word",
    });
    expect(shown(z.string().regex(/^x/))).toEqual({ type: "string" });
    expect(shown(z.uuid())).toEqual({ type: "string" });
    expect(shown(z.url())).toEqual({ type: "string" });
    expect(shown(z.number().int().min(1).max(9))).toEqual({ type: "integer" });
    expect(shown(z.number().gt(0).lt(9).multipleOf(2))).toEqual({ type: "number" });
    expect(shown(z.array(z.string().max(9)).min(1).max(9))).toEqual({
      type: "array",
      items: { type: "string" },
    });
  });

  it("keeps what guides: types, values, and what is required", () => {
    expect(shown(z.enum(["a", "b"]))).toEqual({ type: "string", enum: ["a", "b"] });
    expect(shown(z.literal(3))).toMatchObject({ const: 3 });
    expect(shown(z.strictObject({ a: z.string(), b: z.string().optional() }))).toEqual({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      required: ["a"],
    });
  });

  it("takes no argument for a keyword because of its name", () => {
    const named = z.strictObject({
      pattern: z.string().max(9),
      maximum: z.number().max(9),
      anyOf: z.string(),
    });
    expect(shown(named)).toEqual({
      type: "object",
      properties: { pattern: { type: "string" }, maximum: { type: "number" }, anyOf: { type: "string" } },
      required: ["pattern", "maximum", "anyOf"],
    });
  });

  it("says of a map what its values are", () => {
    expect(shown(z.record(z.string(), z.number().max(9)))).toMatchObject({
      type: "object",
      additionalProperties: { type: "number" },
    });
  });

  it("says null within anyOf, whatever it stands beside, and describes the field itself", () => {
    const nullable = (value: unknown, description?: string) => ({
      ...(description === undefined ? {} : { description }),
      anyOf: [value, { type: "null" }],
    });
    expect(shown(z.boolean().nullable())).toEqual(nullable({ type: "boolean" }));
    expect(shown(z.string().max(9).describe("A word").nullable())).toEqual(
      nullable({ type: "string" }, "A word"),
    );
    expect(shown(z.string().describe("A word").nullable().describe("null clears it"))).toEqual(
      nullable({ type: "string", description: "A word" }, "null clears it"),
    );
  });

  it("makes one union of a union within another, and keeps what each of them says", () => {
    const either = z.union([z.string().max(9), z.strictObject({ a: z.number() })]);
    const members = [
      { type: "string" },
      { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
    ];
    expect(shown(either.describe("Either").nullable())).toEqual({
      description: "Either",
      anyOf: [...members, { type: "null" }],
    });
    expect(shown(either.describe("Either").nullable().describe("null clears it"))).toEqual({
      description: "null clears it",
      anyOf: [{ description: "Either", anyOf: members }, { type: "null" }],
    });
  });
});

it("an output stays closed, so that a client sees a key that no schema names", () => {
  const output = z.object({ count: z.number().int(), rows: z.array(z.object({ id: z.string().max(9) })) });
  expect(advertisedOutput(output)).toEqual({
    type: "object",
    properties: {
      count: { type: "integer" },
      rows: {
        type: "array",
        items: {
          type: "object",
          properties: { id: { type: "string" } },
          required: ["id"],
          additionalProperties: false,
        },
      },
    },
    required: ["count", "rows"],
    additionalProperties: false,
  });
});

describe("never narrower than what the tool takes", () => {
  type Shape = { schema: z.ZodType; value: fc.Arbitrary<unknown> };
  const leaf: fc.Arbitrary<Shape> = fc.constantFrom<Shape>(
    { schema: z.string().min(1).max(4), value: fc.string({ minLength: 1, maxLength: 4 }) },
    { schema: z.string().regex(/^x/), value: fc.string().map((text) => `x${text}`) },
    { schema: z.number().int().min(1).max(9), value: fc.integer({ min: 1, max: 9 }) },
    { schema: z.boolean(), value: fc.boolean() },
    { schema: z.enum(["a", "b"]), value: fc.constantFrom("a", "b") },
  );
  const { shape } = fc.letrec<{ shape: Shape }>((tie) => {
    const around = (wrap: (inner: Shape) => Shape) => tie("shape").map(wrap);
    return {
      shape: fc.oneof(
        { maxDepth: 3 },
        leaf,
        around(({ schema, value }) => ({ schema: schema.nullable(), value: fc.option(value) })),
        around(({ schema, value }) => ({
          schema: z.array(schema).min(1).max(3),
          value: fc.array(value, { minLength: 1, maxLength: 3 }),
        })),
        around(({ schema, value }) => ({
          schema: z.strictObject({ pattern: schema, items: schema.optional() }),
          value: fc.record({ pattern: value, items: value }, { requiredKeys: ["pattern"] }),
        })),
        fc.tuple(tie("shape"), tie("shape")).map(([one, other]) => ({
          schema: z.union([one.schema, other.schema]).describe("Either"),
          value: fc.oneof(one.value, other.value),
        })),
      ),
    };
  });
  const taken = shape.chain(({ schema, value }) => value.map((one) => ({ schema, value: one })));

  it("lets through whatever the whole schema does", () => {
    fc.assert(
      fc.property(taken, ({ schema, value }) => {
        const input = z.strictObject({ field: schema });
        expect(input.safeParse({ field: value }).success).toBe(true);
        const wider = z.fromJSONSchema(advertisedInput({ input, guarded: false }));
        expect(wider.safeParse({ field: value }).success).toBe(true);
      }),
    );
  });
});
