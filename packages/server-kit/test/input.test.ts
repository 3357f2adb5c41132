import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { parseInput } from "../src/input.ts";

const SCHEMA = z.strictObject({
  id: z.string().min(1),
  when: z.iso.date().optional(),
  code: z.string().regex(/^x/).optional(),
  tags: z.array(z.string().max(3)).min(1).max(2).optional(),
  nested: z.strictObject({ on: z.boolean() }).optional(),
  either: z.union([z.string(), z.number()]).nullable().optional(),
  map: z.record(z.string(), z.number()).optional(),
  step: z.number().multipleOf(5).gt(0).optional(),
  even: z
    .number()
    .refine((value) => value % 2 === 0, "must be even")
    .optional(),
});

const messageFor = (raw: unknown): string => {
  const parsed = parseInput({ input: SCHEMA, guarded: false }, raw);
  if (parsed.ok) throw new Error("expected a refusal");
  return parsed.message;
};

describe("a sentence about bad input", () => {
  it.each([
    [{ id: "a", when: "hunter2" }, "`when` must be a date (YYYY-MM-DD)"],
    [{ id: "a", code: "hunter2" }, "`code` does not have the form that its description asks for"],
    [{ id: "a", tags: ["hunter2"] }, "`tags[0]` must be at most 3 characters long"],
    [{ id: "a", tags: [] }, "`tags` must not be empty"],
    [{ id: "a", nested: { on: "hunter2" } }, "`nested.on` must be true or false"],
    [{ id: "a", nested: {} }, "`nested.on` is missing"],
    [{ id: "a", nested: { on: true, hunter2: 1 } }, "a parameter is unknown in `nested`"],
    [{ id: "a", either: true }, "`either` does not have the form"],
    [{ id: "", nested: { on: true } }, "`id` must not be empty"],
    [{ id: "a", map: { hunter2: "x" } }, "`map.…` must be a number"],
    [{ id: "a", map: { "hunter2 hunter2": "x" } }, "`map.…` must be a number"],
    [{ id: "a", step: 3 }, "`step` must be a multiple of 5"],
    [{ id: "a", step: 0 }, "`step` must be more than 0"],
    [{ id: "a", even: 3 }, "`even` must be even"],
    [{ id: null }, "`id` must be text"],
    [
      { id: 7, when: 7, code: 7, tags: 7 },
      "`id` must be text; `when` must be text; `code` must be text; and 1 more.",
    ],
    ["hunter2", "the arguments must be an object"],
    [["hunter2"], "the arguments must be an object"],
  ])("for %j says: %s", (raw, expected) => {
    const message = messageFor(raw);
    expect(message).toContain(expected);
    expect(message).not.toContain("hunter2");
  });

  it("repeats nothing of what came, whatever it is", () => {
    const words = fc.stringMatching(/^[A-Z]{9,20}$/);
    const keys = fc.constantFrom("id", "when", "tags", "nested", "map", "other");
    const leaks = (word: string, value: unknown): boolean =>
      JSON.stringify(parseInput({ input: SCHEMA, guarded: true }, value)).includes(word);
    fc.assert(
      fc.property(words, keys, (word, key) => {
        const bad = { id: 1, [key]: key === "id" ? 1 : { [word]: word } };
        const values = [bad, { ...bad, [key]: [word] }, { [word]: word }, { id: "a", map: { [word]: word } }];
        expect(values.filter((value) => leaks(word, value))).toEqual([]);
      }),
    );
    expect(leaks("WORD", { id: "WORD" })).toBe(true);
  });

  it("is one line", () => {
    expect(messageFor({ id: 1, "a\nb": 1, when: "\n" })).not.toContain("\n");
  });
});

describe("confirm_token", () => {
  const parse = (token: unknown) =>
    parseInput({ input: SCHEMA, guarded: true }, { id: "a", confirm_token: token });

  it("is taken out of the arguments of a guarded tool", () => {
    expect(parse("t0k")).toEqual({ ok: true, args: { id: "a" }, token: "t0k" });
  });

  it.each([undefined, null, ""])("counts as not given when it is %o", (token) => {
    expect(parse(token)).toEqual({ ok: true, args: { id: "a" }, token: undefined });
  });

  it.each([7, {}, ["t"], "t".repeat(129)])("is refused when it cannot be one", (token) => {
    expect(parse(token)).toMatchObject({ ok: false });
  });
});

it("no arguments at all are the empty object", () => {
  expect(parseInput({ input: z.strictObject({}), guarded: false }, undefined)).toMatchObject({
    ok: true,
    args: {},
  });
});
