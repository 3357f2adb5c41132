import { createHmac } from "node:crypto";

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  keyedDigest,
  looksSealed,
  openSeal,
  seal,
  type SealBody,
  type SealKey,
  sealKey,
} from "../../src/seal.ts";

const KEY = sealKey(new Uint8Array(32).fill(3));
const OTHER = sealKey(new Uint8Array(32).fill(4));

const BODY: SealBody = {
  nonce: "AAECAwQFBgcICQoL",
  call: keyedDigest(KEY, "call", "1"),
  full: keyedDigest(KEY, "full", "2"),
  issued: 1_790_000_000_000,
  expires: 1_790_000_600_000,
  principal: keyedDigest(KEY, "principal", "ada"),
};

/** A state with a valid mac over whatever body is given. */
function sign(key: SealKey, body: string): string {
  const head = `cg1.${key.id}.${Buffer.from(body, "utf8").toString("base64url")}`;
  return `${head}.${createHmac("sha256", key.secret).update(head).digest("base64url")}`;
}

describe("a seal", () => {
  it("opens under the key that made it and gives back what was sealed", () => {
    expect(openSeal([OTHER, KEY], seal(KEY, BODY))).toEqual({ ok: true, key: KEY, body: BODY });
  });

  it("stays far below one kilobyte", () => {
    expect(seal(KEY, BODY).length).toBeLessThan(512);
  });

  it("does not open under another key, and says that it is foreign", () => {
    expect(openSeal([OTHER], seal(KEY, BODY))).toEqual({ ok: false, reason: "foreign" });
  });

  it("refuses every change of one byte, wherever it is", () => {
    const state = seal(KEY, BODY);
    const changed = Array.from(state, (byte, at) =>
      Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))
        .filter((other) => other !== byte)
        .map((other) => state.slice(0, at) + other + state.slice(at + 1)),
    ).flat();
    expect(changed).toHaveLength(state.length * 255);
    expect(changed.filter((text) => openSeal([KEY], text).ok)).toEqual([]);
  });

  it("refuses what is cut, lengthened, doubled or wrapped", () => {
    const state = seal(KEY, BODY);
    for (let length = 0; length < state.length; length += 1) {
      expect(openSeal([KEY], state.slice(0, length)).ok).toBe(false);
    }
    for (const changed of [
      `${state} `,
      `${state}\n`,
      ` ${state}`,
      `${state}=`,
      state + state,
      `"${state}"`,
    ]) {
      expect(openSeal([KEY], changed).ok).toBe(false);
    }
  });

  it("refuses the spare bits of base64url, which decode to the same bytes", () => {
    const state = seal(KEY, BODY);
    const [head, mac] = [state.slice(0, state.lastIndexOf(".") + 1), state.slice(state.lastIndexOf(".") + 1)];
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const twins = alphabet.split("").filter((last) => {
      const twin = mac.slice(0, -1) + last;
      return last !== mac.at(-1) && Buffer.from(twin, "base64url").equals(Buffer.from(mac, "base64url"));
    });
    expect(twins).toHaveLength(3);
    for (const last of twins) expect(openSeal([KEY], head + mac.slice(0, -1) + last).ok).toBe(false);
  });

  it.each([
    ["no JSON", "{"],
    ["no object", "7"],
    ["null", "null"],
    ["a list", "[]"],
    ["another kind", JSON.stringify({ k: "token", n: "n", c: "c", f: "f", i: 1, e: 2, p: "p" })],
    ["a missing part", JSON.stringify({ k: "ask", n: "n", c: "c", f: "f", i: 1, e: 2 })],
    ["a time that is text", JSON.stringify({ k: "ask", n: "n", c: "c", f: "f", i: 1, e: "2", p: "p" })],
    ["a time without an end", '{"k":"ask","n":"n","c":"c","f":"f","i":1,"e":1e999,"p":"p"}'],
    ["its parts in the prototype", '{"__proto__":{"k":"ask","n":"n","c":"c","f":"f","i":1,"e":2,"p":"p"}}'],
  ])("refuses a signed body that is %s", (_name, body) => {
    expect(openSeal([KEY], sign(KEY, body))).toEqual({ ok: false, reason: "malformed" });
  });

  it("refuses more than a kilobyte before it looks at it, even rightly signed", () => {
    const long = sign(
      KEY,
      JSON.stringify({ k: "ask", n: "n".repeat(900), c: "c", f: "f", i: 1, e: 2, p: "p" }),
    );
    expect(long.length).toBeGreaterThan(1_024);
    expect(openSeal([KEY], long)).toEqual({ ok: false, reason: "malformed" });
  });

  it("never throws, whatever comes in", () => {
    const part = fc.string({ unit: "binary", maxLength: 60 });
    const near = fc
      .tuple(fc.constantFrom("cg1", "cg2", ""), part, part, part)
      .map((parts) => parts.join("."));
    const changed = fc
      .tuple(fc.nat(400), part)
      .map(([at, text]) => seal(KEY, BODY).slice(0, at) + text + seal(KEY, BODY).slice(at + text.length));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), near, changed), (state) => {
        expect(openSeal([KEY], state).ok).toBe(state === seal(KEY, BODY));
      }),
      { numRuns: 3_000 },
    );
  });

  it("keeps the purposes of a digest apart", () => {
    const digests = (["call", "full", "principal"] as const).map((purpose) => keyedDigest(KEY, purpose, "x"));
    expect(new Set([...digests, keyedDigest(OTHER, "call", "x")]).size).toBe(4);
  });

  it("is told from the states of others by its first letters", () => {
    expect(looksSealed(seal(KEY, BODY))).toBe(true);
    for (const state of ["v1.a.b", "", undefined, 7, { cg1: "." }]) expect(looksSealed(state)).toBe(false);
  });
});
