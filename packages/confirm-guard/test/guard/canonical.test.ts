import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { canonicalJson } from "../../src/canonical.ts";

/** RFC 8785 appendix B: IEEE 754 bits and the text they must become. */
const NUMBERS = [
  ["0000000000000000", "0"],
  ["8000000000000000", "0"],
  ["0000000000000001", "5e-324"],
  ["8000000000000001", "-5e-324"],
  ["7fefffffffffffff", "1.7976931348623157e+308"],
  ["ffefffffffffffff", "-1.7976931348623157e+308"],
  ["4340000000000000", "9007199254740992"],
  ["c340000000000000", "-9007199254740992"],
  ["4430000000000000", "295147905179352830000"],
  ["44b52d02c7e14af5", "9.999999999999997e+22"],
  ["44b52d02c7e14af6", "1e+23"],
  ["44b52d02c7e14af7", "1.0000000000000001e+23"],
  ["444b1ae4d6e2ef4e", "999999999999999700000"],
  ["444b1ae4d6e2ef4f", "999999999999999900000"],
  ["444b1ae4d6e2ef50", "1e+21"],
  ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
  ["3eb0c6f7a0b5ed8d", "0.000001"],
  ["41b3de4355555553", "333333333.3333332"],
  ["41b3de4355555554", "333333333.33333325"],
  ["41b3de4355555555", "333333333.3333333"],
  ["41b3de4355555556", "333333333.3333334"],
  ["41b3de4355555557", "333333333.33333343"],
  ["becbf647612f3696", "-0.0000033333333333333333"],
  ["43143ff3c1cb0959", "1424953923781206.2"],
] as const;

describe("canonical JSON", () => {
  it.each(NUMBERS)("writes the number %s as RFC 8785 does", (bits, text) => {
    expect(canonicalJson(Buffer.from(bits, "hex").readDoubleBE())).toBe(text);
  });

  it.each(["7fffffffffffffff", "7ff0000000000000", "fff0000000000000"])("refuses the number %s", (bits) => {
    expect(() => canonicalJson(Buffer.from(bits, "hex").readDoubleBE())).toThrow("plain JSON");
  });

  it("writes the example of RFC 8785 section 3.2.2", () => {
    const input: unknown = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    );
    expect(canonicalJson(input)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it("sorts names by UTF-16 code units as RFC 8785 section 3.2.3 shows", () => {
    const input: unknown = JSON.parse(
      '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}',
    );
    expect([...canonicalJson(input).matchAll(/:"([^"]+)"/gu)].map((match) => match[1])).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  it("tells left out from null, and takes undefined as left out", () => {
    expect(canonicalJson({ a: undefined })).toBe(canonicalJson({}));
    expect(canonicalJson({ a: null })).not.toBe(canonicalJson({}));
  });

  it("sees own keys only, one named __proto__ included", () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
    Reflect.set(Object.prototype, "polluted", 1);
    const text = canonicalJson({ a: 1 });
    Reflect.deleteProperty(Object.prototype, "polluted");
    expect(text).toBe('{"a":1}');
  });

  it.each([
    ["undefined", undefined],
    ["a function", () => 1],
    ["a symbol", Symbol("x")],
    ["a big integer", 1n],
    ["a date", new Date(0)],
    ["a map", new Map()],
    ["a boxed string", Object("x")],
    ["bytes", new Uint8Array(2)],
    ["an object with a prototype of its own", Object.create({ a: 1 })],
    ["a computed property", Object.defineProperty({}, "a", { get: () => 1, enumerable: true })],
    ["a property named by a symbol", { [Symbol("x")]: 1 }],
    ["a hole", Object.assign([], { length: 2 })],
    ["undefined in a list", [undefined]],
    ["half a character", "\udc00"],
    ["half a character in a name", { "\ud800": 1 }],
    ["a nest without a bottom", JSON.parse("[".repeat(5_000) + "]".repeat(5_000))],
  ])("refuses %s", (_name, value) => {
    expect(() => canonicalJson({ value: [value] })).toThrow(
      expect.objectContaining({ name: "GuardUsageError", code: "not-json" }),
    );
  });

  const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => JSON.stringify(value).isWellFormed());

  it("gives equal values equal text, whatever the order of their keys", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
        expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
      }),
      { numRuns: 1_000 },
    );
  });

  it("gives different values different text", () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        const same = canonicalJson(left) === canonicalJson(right);
        // JSON has no minus zero, so compare what JSON can tell apart.
        expect(same).toBe(deepEqual(JSON.parse(JSON.stringify(left)), JSON.parse(JSON.stringify(right))));
      }),
      { numRuns: 2_000 },
    );
  });
});

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, shuffled(member)]),
  );
}

/** Written without any serialiser, so that it cannot share a fault with the code under test. */
function deepEqual(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  if (typeof left !== "object" || left === null || typeof right !== "object" || right === null)
    return left === right;
  const [leftKeys, rightKeys] = [Object.keys(left), Object.keys(right)];
  return (
    leftKeys.length === rightKeys.length &&
    leftKeys.every(
      (key) => Object.hasOwn(right, key) && deepEqual(Reflect.get(left, key), Reflect.get(right, key)),
    )
  );
}
