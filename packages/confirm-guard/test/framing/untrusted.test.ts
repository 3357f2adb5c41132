/* oxlint-disable typescript/no-base-to-string, typescript/restrict-template-expressions -- what a box must survive */
import { format, inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { clean, GuardUsageError, quote, untrusted } from "../../src/index.ts";
import * as entryPoint from "../../src/index.ts";

const SECRET = "Dinner with Grace at eight";
const PLACEHOLDER = "[untrusted text]";

describe("a box", () => {
  const box = untrusted(SECRET);

  it.each<[string, () => string]>([
    ["String()", () => String(box)],
    ["a template", () => `${box}`],
    ["+", () => box + ""],
    ["join", () => [box].join("")],
    ["JSON.stringify", () => JSON.stringify(box).slice(1, -1)],
    ["util.inspect", () => inspect(box)],
    ["util.format", () => format("%s", box)],
    ["new Error", () => String(Reflect.construct(Error, [box]).message)],
    ["toLocaleString", () => box.toLocaleString()],
  ])("gives the placeholder to %s", (_name, convert) => {
    expect(convert()).toBe(PLACEHOLDER);
  });

  it("keeps the text out of everything that can be reached from it", () => {
    const reachable = [
      inspect(box, { customInspect: false, showHidden: true, depth: 9 }),
      JSON.stringify({ a: [box] }),
      inspect({ a: { b: [box] } }, { depth: 9 }),
      Reflect.ownKeys(box).join(","),
      inspect(structuredClone({ ...box })),
      inspect(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(box)), { depth: 9 }),
    ];
    for (const text of reachable) expect(text).not.toContain("Grace");
  });

  it("cannot be changed or rebuilt", () => {
    expect(Object.isFrozen(box)).toBe(true);
    const forged: unknown = Object.create(Object.getPrototypeOf(box));
    expect(() => Reflect.apply(clean, undefined, [forged])).toThrow(GuardUsageError);
  });

  it("is opened by the framing functions alone", () => {
    expect(clean(box).text).toBe(SECRET);
    expect(Object.keys(entryPoint)).not.toContain("reveal");
    expect(() => Reflect.apply(quote, undefined, [box])).toThrow(GuardUsageError);
  });
});

it.each([undefined, null, 1, {}, ["a"]])("boxes strings only, not %j", (value) => {
  expect(() => Reflect.apply(untrusted, undefined, [value])).toThrow(GuardUsageError);
});
