import { GuardUsageError } from "../errors.ts";

const PLACEHOLDER = "[untrusted text]";

declare const sealed: unique symbol;

/**
 * A string that somebody else wrote, closed up so that it cannot slip into a message by accident.
 *
 * `String(box)`, a template, `+`, `join`, `JSON.stringify`, `util.inspect` and `new Error(box)` all give the
 * placeholder `[untrusted text]`. Only {@link clean}, {@link signals}, {@link frame} and {@link untrustedResult}
 * read what is inside.
 */
export interface Untrusted {
  /** @internal */
  readonly [sealed]: true;
}

// The text lives beside the box, never in it: no key, symbol or prototype of the box leads to it.
const texts = new WeakMap<object, string>();

const face = Object.freeze({
  toString: () => PLACEHOLDER,
  toJSON: () => PLACEHOLDER,
  [Symbol.toPrimitive]: () => PLACEHOLDER,
  [Symbol.for("nodejs.util.inspect.custom")]: () => PLACEHOLDER,
});

/**
 * Boxes a foreign string. Do this where the string enters the program: at the parser, not at the tool.
 *
 * @param text - any string another person or server chose; it is kept exactly as it is.
 * @throws GuardUsageError (`bad-frame`) when `text` is not a string.
 *
 * @example
 * ```ts
 * import { untrusted } from "confirm-guard";
 *
 * const summary = untrusted("Lunch with Ada");
 * `${summary}`; // "[untrusted text]"
 * ```
 */
export function untrusted(text: string): Untrusted {
  if (typeof text !== "string")
    throw new GuardUsageError("bad-frame", "untrusted() takes a string; leave a missing text out instead.");
  const box: Untrusted = Object.freeze(Object.create(face));
  texts.set(box, text);
  return box;
}

/** True for a box made by {@link untrusted}. Package-internal. */
export function isUntrusted(value: unknown): value is Untrusted {
  return typeof value === "object" && value !== null && texts.has(value);
}

/** The text in the box, or the string itself. Package-internal: not exported from the entry point, on purpose. */
export function reveal(value: Untrusted | string): string {
  if (typeof value === "string") return value;
  const text = texts.get(value);
  if (text === undefined)
    throw new GuardUsageError("bad-frame", "Expected a string or a box made by untrusted().");
  return text;
}
