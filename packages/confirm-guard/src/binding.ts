import { digestOf } from "./canonical.ts";
import type { Binding } from "./decide.ts";
import { keyedDigest } from "./seal.ts";
import type { JsonValue } from "./types.ts";

/** Raised when what is hashed changes its shape, so that no old digest fits by accident. */
const VERSION = 1;

/** Everything an approval stands for, save the state of the target. */
export type Act = { audience: JsonValue; server: string; tool: string; args: JsonValue };

/** The digests that an approval is bound to, under any key of the guard. */
export type BindingOf = (key: Uint8Array) => Binding;

/**
 * Fixes the act once, so that arguments changed by the program while a person reads cannot slip in.
 *
 * @throws GuardUsageError (`not-json`) when audience or arguments are not plain JSON.
 */
export function bindAct(act: Act): (subject: JsonValue) => BindingOf {
  const parts = [VERSION, act.audience, act.server, act.tool, act.args];
  const call = digestOf(parts);
  const frozen: unknown[] = JSON.parse(JSON.stringify(parts));
  return (subject) => {
    const full = digestOf([...frozen, subject]);
    return (key) => ({ call: keyedDigest(key, "call", call), full: keyedDigest(key, "full", full) });
  };
}
