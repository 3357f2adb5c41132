import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { canonicalJson } from "../../src/canonical.ts";
import { exact, ordered, set } from "../../src/index.ts";
import { sealKey } from "../../src/seal.ts";
import { bindAct } from "../../src/target.ts";

const text = (value: unknown): string => canonicalJson(value);

describe("a set of targets", () => {
  it("is the same in every order and with doubles", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (ids) => {
        const whole = ids.filter((id) => id.isWellFormed());
        expect(text(set([...whole, ...whole].toReversed()))).toBe(text(set(whole)));
      }),
    );
  });

  it("is not the same when one more belongs to it", () => {
    expect(text(set(["a"]))).not.toBe(text(set(["a", "b"])));
  });

  it("tells members apart that only look alike", () => {
    expect(text(set(["1", 1]))).not.toBe(text(set(["1"])));
    expect(text(set([["a", "b"]]))).not.toBe(text(set(["a", "b"])));
  });
});

describe("an ordered pair", () => {
  it("is another one the other way round", () => {
    expect(text(ordered("a", "b"))).not.toBe(text(ordered("b", "a")));
  });

  it("is no set and no exact target", () => {
    const texts = [ordered("a", "b"), set(["a", "b"]), exact("a", "b"), ["a", "b"]].map(text);
    expect(new Set(texts).size).toBe(4);
  });
});

describe("a binding", () => {
  const key = sealKey(new Uint8Array(32).fill(5));
  const act = { audience: "x", server: "s", tool: "t", args: { a: 1 } };

  it("keeps the call when only the subject differs, and nothing otherwise", () => {
    const bind = bindAct(act);
    const [one, two] = [bind("v1")(key), bind("v2")(key)];
    expect(one.call).toBe(two.call);
    expect(one.full).not.toBe(two.full);
    expect(bindAct({ ...act })("v1")(key)).toEqual(one);
  });

  it("cannot be confused by values that move from one part into the next", () => {
    const acts = [
      { ...act, server: "s", tool: "t" },
      { ...act, server: "st", tool: "" },
      { ...act, audience: ["x", "s"], server: "t", tool: "" },
      { ...act, args: { a: "1" } },
      { ...act, args: null },
    ];
    const digests = acts.flatMap((other) => Object.values(bindAct(other)(null)(key)));
    expect(new Set(digests).size).toBe(digests.length);
  });

  it("is another one under another key", () => {
    const bound = bindAct(act)("v1");
    expect(bound(key)).not.toEqual(bound(sealKey(new Uint8Array(32).fill(6))));
  });
});
