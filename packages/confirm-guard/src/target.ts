import { canonicalJson, sha256 } from "./canonical.ts";
import type { Binding } from "./decide.ts";
import { keyedDigest, type SealKey } from "./seal.ts";
import type { JsonValue } from "./types.ts";

/** Raised when what is hashed changes its shape, so that no old digest fits by accident. */
const VERSION = 1;

/** Everything an approval stands for, save the state of the target. */
export type Act = { audience: JsonValue; server: string; tool: string; args: JsonValue };

/** The digests that an approval is bound to, under any key of the guard. */
export type BindingOf = (key: SealKey) => Binding;

/**
 * Fixes the act once, so that arguments changed by the program while a person reads cannot slip in.
 *
 * @throws GuardUsageError (`not-json`) when audience or arguments are not plain JSON.
 */
export function bindAct(act: Act): (subject: JsonValue) => BindingOf {
  const parts = [VERSION, act.audience, act.server, act.tool, act.args];
  const text = canonicalJson(parts);
  const call = sha256(text);
  return (subject) => {
    // The subject becomes the last member of the list.
    const full = sha256(`${text.slice(0, -1)},${canonicalJson(subject)}]`);
    const known = new Map<SealKey, Binding>();
    return (key) => {
      const binding = known.get(key) ?? {
        call: keyedDigest(key, "call", call),
        full: keyedDigest(key, "full", full),
      };
      known.set(key, binding);
      return binding;
    };
  };
}

/**
 * One thing in one version: the subject of a question about a single entry. An approval for it is void as soon as the
 * version differs.
 *
 * @param identity - what names the thing for ever, such as its UUID or path.
 * @param version - what changes whenever the thing changes, such as its ETag or `updatedAt`.
 *
 * @example
 * ```ts
 * const subject = exact("/calendars/team/42.ics", '"5f3c"');
 * ```
 */
export function exact(identity: JsonValue, version: JsonValue): JsonValue {
  return { exact: [identity, version] };
}

/**
 * Several things whose order means something, such as the source and the target of a merge: an approval for (a, b)
 * does not fit (b, a).
 *
 * @example
 * ```ts
 * const subject = ordered({ from: "12" }, { into: "34" });
 * ```
 */
export function ordered(...members: readonly JsonValue[]): JsonValue {
  return { ordered: members };
}

/**
 * Several things whose order means nothing; doubles count once. An approval for {a} does not fit {a, b}.
 *
 * @throws GuardUsageError (`not-json`) when a member is not plain JSON.
 *
 * @example
 * ```ts
 * const subject = set(["b", "a", "a"]); // the same subject as set(["a", "b"])
 * ```
 */
export function set(members: readonly JsonValue[]): JsonValue {
  const byText = new Map(members.map((member) => [canonicalJson(member), member]));
  const sorted = [...byText].sort(([left], [right]) => (left < right ? -1 : 1));
  return { set: sorted.map(([, member]) => member) };
}
