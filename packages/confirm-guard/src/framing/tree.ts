import { GuardUsageError } from "../errors.ts";
import { clean } from "../text/clean.ts";
import { isPlain } from "../text/plain.ts";
import { type SignalName, signals } from "./signals.ts";
import { isUntrusted, reveal, type Untrusted } from "../text/untrusted.ts";

/** Data whose strings are safe to print in both channels. */
export type CleanValue = null | boolean | number | string | CleanValue[] | CleanObject;
export type CleanObject = { [key: string]: CleanValue };

/** What cleaning noticed on the way; paths are those of the data. */
export type Findings = {
  readonly altered: string[];
  readonly shortened: string[];
  readonly signals: Set<SignalName>;
};

export function noFindings(): Findings {
  return { altered: [], shortened: [], signals: new Set() };
}

/** The one key whose value, at any depth, other people wrote. */
export const FOREIGN_KEY = "untrusted_text";

const DEPTH = 32;
/** More than any result can show; what stands behind it is not worth reading. */
const FIELD_UNITS = 262_144;
const FIELD_CODE_POINTS = 80_000;
const keyGrammar = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/**
 * Copies a value: strings under `untrusted_text` cleaned, all other strings checked. What would put foreign text
 * outside that key is a fault of the program and throws, with a path and without the text.
 */
export function cleanTree(value: unknown, path: string, findings: Findings): CleanValue {
  return walk(value, { path, foreign: false, depth: 0 }, findings);
}

type Place = { path: string; foreign: boolean; depth: number };

function walk(value: unknown, place: Place, findings: Findings): CleanValue {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return checkNumber(value, place);
  if (typeof value === "string")
    return place.foreign ? foreignText(value, place, findings) : checkPlain(value, place);
  if (isUntrusted(value)) return foreignText(value, place, findings);
  if (typeof value !== "object") throw misuse(place, `a ${typeof value} cannot be sent`);
  if (place.depth === DEPTH) throw misuse(place, `it is nested deeper than ${DEPTH} levels`);
  const depth = place.depth + 1;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      walk(item, { ...place, path: `${place.path}[${index}]`, depth }, findings),
    );
  }
  return walkObject(value, { ...place, depth }, findings);
}

function walkObject(value: object, place: Place, findings: Findings): CleanObject {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype)
    throw misuse(place, "only plain objects can be sent");
  const entries: [string, CleanValue][] = [];
  for (const [key, item] of Object.entries(value) as [string, unknown][]) {
    if (item === undefined) continue;
    // A key is printed as it stands, so it must be the program's own word.
    if (!keyGrammar.test(key) || key === "__proto__") throw misuse(place, "a key is not a plain name");
    const path = place.path === "" ? key : `${place.path}.${key}`;
    const foreign = place.foreign || key === FOREIGN_KEY;
    entries.push([key, walk(item, { path, foreign, depth: place.depth }, findings)]);
  }
  return Object.fromEntries(entries);
}

function foreignText(value: string | Untrusted, place: Place, findings: Findings): string {
  if (!place.foreign) throw misuse(place, `boxed text may stand under ${FOREIGN_KEY} only`);
  const whole = reveal(value);
  const raw = whole.slice(0, FIELD_UNITS);
  const { text, changed, report } = clean(raw, { maxChars: FIELD_CODE_POINTS });
  if (changed) findings.altered.push(place.path);
  if (report.truncated || raw !== whole) findings.shortened.push(place.path);
  for (const name of signals(raw)) findings.signals.add(name);
  return text;
}

function checkNumber(value: number, place: Place): number {
  if (Number.isFinite(value)) return value;
  throw misuse(place, "a number must be finite");
}

function checkPlain(value: string, place: Place): string {
  if (isPlain(value)) return value;
  throw misuse(place, `a string outside ${FOREIGN_KEY} must be one plain line without <, > or "`);
}

function misuse(place: Place, problem: string): GuardUsageError {
  return new GuardUsageError(
    "bad-frame",
    `Result data at ${place.path === "" ? "the top" : place.path}: ${problem}.`,
  );
}
