import { createHash } from "node:crypto";

import { GuardUsageError } from "./errors.ts";

/** Deeper than anything a person could review; it also keeps the recursion off the end of the stack. */
const MAX_DEPTH = 200;

/**
 * RFC 8785 canonical JSON: equal values give equal text, different values different text. A property that is
 * `undefined` counts as left out; everything else that JSON cannot carry is refused instead of being dropped.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

/** SHA-256 of the canonical JSON, in hex. */
export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}

/** SHA-256 of a text's UTF-8, in hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

function write(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw notJson(`something nested deeper than ${MAX_DEPTH} levels`);
  if (value === null) return "null";
  if (typeof value === "string") return writeString(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  if (typeof value === "number") return writeNumber(value);
  if (Array.isArray(value)) return writeArray(value, depth);
  if (typeof value === "object") return writeObject(value, depth);
  throw notJson(`a value of type ${typeof value}`);
}

/** RFC 8785 section 3.2.2.3: numbers as ECMAScript writes them; minus zero becomes 0. */
function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw notJson("a number that is not finite");
  return JSON.stringify(value);
}

function writeString(value: string): string {
  if (!value.isWellFormed()) throw notJson("a string with half a surrogate pair");
  return JSON.stringify(value);
}

function writeArray(value: readonly unknown[], depth: number): string {
  const parts: string[] = [];
  for (let index = 0; index < value.length; index++) {
    if (!Object.hasOwn(value, index)) throw notJson("an array with a hole");
    parts.push(write(value[index], depth + 1));
  }
  return `[${parts.join(",")}]`;
}

function writeObject(value: object, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw notJson("an object that is not a plain one");
  if (Object.getOwnPropertySymbols(value).length > 0) throw notJson("a property named by a symbol");
  const parts: string[] = [];
  // RFC 8785 section 3.2.3: sorted by UTF-16 code units, which is what sort() compares.
  for (const key of Object.keys(value).sort()) {
    const descriptor = Object.getOwnPropertyDescriptor(value, key);
    if (descriptor === undefined || !Object.hasOwn(descriptor, "value")) throw notJson("a computed property");
    const member: unknown = descriptor.value;
    if (member === undefined) continue;
    parts.push(`${writeString(key)}:${write(member, depth + 1)}`);
  }
  return `{${parts.join(",")}}`;
}

function notJson(what: string): GuardUsageError {
  return new GuardUsageError(
    "not-json",
    `Arguments, audience and subject must be plain JSON, but there is ${what}. Nothing was asked and nothing was done.`,
  );
}
