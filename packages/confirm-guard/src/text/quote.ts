import { createHash } from "node:crypto";
import { GuardUsageError } from "../errors.ts";
import { firstScript, type Script } from "./scripts.ts";

/** How a value is shown: `path` for ids and paths, where only printable ASCII stands as it is; `text` for the rest. */
export type QuoteOptions = {
  /** `path` for an id or path, where only printable ASCII stands as it is; `text` when left out. */
  kind?: "text" | "path";
};

const SHOWN_CODE_POINTS = 120;

/**
 * Shows one value that the caller typed on one line, so that a person can judge what will be done with it. Nothing is
 * removed: what cannot be seen, or passes for something else, appears as `\u{...}`.
 *
 * Two values that look the same here are the same value, except for look-alikes inside one script (Chinese, Japanese
 * and Korean writing count as one) and, beyond 120 shown code points, for a collision of the digest's 32 bits.
 *
 * @param value - what the caller sent, of any length.
 * @param options - `kind: "path"` for ids and paths; default `"text"`.
 *
 * @throws GuardUsageError (`bad-frame`) when `value` is not a string: text of other people is never quoted.
 *
 * @example
 * ```ts
 * import { quote } from "confirm-guard";
 *
 * quote("Work\u202E"); // "Work\\u{202e}"
 * quote("https://example.org"); // "https\\u{3a}//example.org"
 * quote("/calendars/café/", { kind: "path" }); // "/calendars/caf\\u{e9}/"
 * ```
 */
export function quote(value: string, options: QuoteOptions = {}): string {
  if (typeof value !== "string") {
    throw new GuardUsageError("bad-frame", "quote() takes a string that the caller sent, never boxed text.");
  }
  const show = options.kind === "path" ? asciiOnly : inOneScript(firstScript(value));
  let out = "";
  let room = SHOWN_CODE_POINTS;
  let at = 0;
  while (at < value.length) {
    const cluster = clusterAt(value, at);
    const unit = breaksTrigger(value, at) ? escapeAll(cluster) : show(cluster);
    room -= countCodePoints(unit);
    if (room < 0) return cutOff(out, value, at);
    out += unit;
    at += cluster.length;
  }
  return out;
}

function cutOff(shown: string, value: string, at: number): string {
  // A space at the end would run together with ours.
  const end = shown.endsWith(" ") ? 1 : 0;
  const missing = countCodePoints(value.slice(at)) + end;
  return `${shown.slice(0, shown.length - end)} (+${missing} characters, sha256 ${digest(value)})`;
}

const MARKS_PER_BASE = 8;
const oneCluster = new RegExp(`[^]\\p{M}{0,${MARKS_PER_BASE}}`, "uy");

function clusterAt(value: string, at: number): string {
  oneCluster.lastIndex = at;
  return oneCluster.exec(value)?.[0] ?? value.charAt(at);
}

const printableAscii = /^[ -~]$/;

function asciiOnly(cluster: string): string {
  const base = cluster.charAt(0);
  return printableAscii.test(base) ? base + escapeAll(cluster.slice(1)) : escapeAll(cluster);
}

const unseen = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
// Jamo draw the same syllable as the composed letter.
const conjoining = /^[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/;
const rightToLeftSign = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const wordCharacter = /^[\p{L}\p{M}\p{Nd}\p{Nl}]/u;
const letter = /^\p{L}/u;

function inOneScript(script: Script | undefined): (cluster: string) => string {
  return (cluster) => {
    const base = String.fromCodePoint(cluster.codePointAt(0) ?? 0);
    const marks = cluster.slice(base.length);
    if (!standsAlone(base, script)) return escapeAll(cluster);
    if (marks === "") return base;
    const standsAsWritten = letter.test(base) && cluster.normalize("NFC") === cluster;
    return base + (standsAsWritten && everyMarkFits(marks, script) ? marks : escapeAll(marks));
  };
}

function standsAlone(base: string, script: Script | undefined): boolean {
  if (script?.rightToLeft === true) {
    // Digits and signs beside right-to-left letters are drawn in another order than they are written.
    return base === " " || (letter.test(base) && script.used.test(base) && isSeen(base));
  }
  if (/^[ -@[-`{-~]$/.test(base)) return true;
  if (!isSeen(base) || rightToLeftSign.test(base)) return false;
  return wordCharacter.test(base) ? script?.used.test(base) === true && !/^\p{M}/u.test(base) : true;
}

function isSeen(base: string): boolean {
  return !unseen.test(base) && !conjoining.test(base) && base.normalize("NFC") === base;
}

const inheritedMark = /^\p{Script=Inherited}/u;

function everyMarkFits(marks: string, script: Script | undefined): boolean {
  for (const mark of marks) {
    if (unseen.test(mark) || !(inheritedMark.test(mark) || script?.used.test(mark) === true)) return false;
  }
  return true;
}

const entity = /&(?:#\w{1,8}|\w{1,32});/y;

/** Whether the character here would make a link, an image, a tag or an entity, forge our digest, or vanish as a space. */
function breaksTrigger(value: string, at: number): boolean {
  const before = value.charAt(at - 1);
  switch (value.charAt(at)) {
    case "\\":
    case "<":
      return true;
    case " ":
      return at === 0 || at === value.length - 1 || before === " ";
    case ":":
      return (
        value.startsWith("//", at + 1) || value.slice(Math.max(0, at - 6), at).toLowerCase() === "mailto"
      );
    case ".":
      return value.slice(Math.max(0, at - 3), at).toLowerCase() === "www";
    case "[":
      return before === "!" || before === "]";
    case "(":
      return before === "]" || value.charAt(at + 1) === "+";
    case "&":
      entity.lastIndex = at;
      return entity.test(value);
    default:
      return false;
  }
}

function escapeAll(characters: string): string {
  let out = "";
  for (const character of characters) out += `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  return out;
}

function countCodePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count += 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/** Over UTF-8, as `sha256sum` would; ill-formed text, which UTF-8 cannot tell apart, over its UTF-16 units. */
function digest(value: string): string {
  const bytes = Buffer.from(value, value.isWellFormed() ? "utf8" : "utf16le");
  return createHash("sha256").update(bytes).digest("hex").slice(0, 8);
}
