import { Rule, ruleOf, Trait, traitsOf } from "./code-points.ts";
import {
  carriesMark,
  countMark,
  has,
  isNeeded,
  NOTHING,
  type Position,
  startBase,
  startLine,
} from "./position.ts";

/** What {@link clean} found, in code points; `images` and `html` in places. Never the text itself. */
export type CleanReport = {
  /** Invisible code points removed: zero-width, tags, selectors, direction overrides. */
  hidden: number;
  /** Control characters removed or made visible. */
  controls: number;
  /** Combining marks removed because too many stood on one base, or none did. */
  marks: number;
  /** Line breaks of other kinds that became a line feed. */
  breaks: number;
  /** Private-use, noncharacter and unpaired surrogate code points replaced by U+FFFD. */
  private: number;
  /** Places where a markdown image could begin. */
  images: number;
  /** Places where an HTML tag or an autolink could begin. */
  html: number;
  /** The text was longer than `maxChars`. */
  truncated: boolean;
};

const REPLACEMENT = "\ufffd";
const VISIBLE_ESCAPE = "\u241b";
const EXCLAMATION = 0x21;
const LESS_THAN = 0x3c;
const LINE_FEED = 0x0a;
const TAG_CANCEL = 0xe007f;

const suspicious = /[^\t\n -~]|!\[|<[a-z/!?]/i;
const strange = /[^\t\n -~]/;
const flagOfRegion = /\p{RGI_Emoji_Tag_Sequence}/vy;

/** Whether images and HTML are broken, and the report that what was done is added to. */
export type SweepOptions = { defuse: boolean; report: CleanReport };

/** One pass over a text by the rules of code-points.ts. */
export function sweep(raw: string, { defuse, report }: SweepOptions): string {
  const first = raw.search(defuse ? suspicious : strange);
  if (first === -1) return raw;
  const text = wellFormed(raw, report);
  const before = first === 0 ? NOTHING : text.charCodeAt(first - 1);
  const position: Position = {
    text,
    at: first,
    previous: before,
    visible: before === LINE_FEED ? NOTHING : before,
    inheritedMarks: 0,
    scriptMarks: 0,
    ideographSelectors: 0,
    rightToLeft: undefined,
  };
  let out = "";
  let copied = 0;
  let width = 1;
  for (; position.at < text.length; position.at += width) {
    const codePoint = text.codePointAt(position.at) ?? 0;
    width = codePoint > 0xffff ? 2 : 1;
    if (codePoint >= 0x20 && codePoint < 0x7f) {
      if (defuse && formsTrigger(position.visible, codePoint)) {
        out += `${text.slice(copied, position.at)} `;
        copied = position.at;
        if (position.visible === LESS_THAN) report.html += 1;
        else report.images += 1;
      }
      startBase(position, codePoint);
      continue;
    }
    const flag = codePoint === 0x1f3f4 ? regionFlagAt(text, position.at) : 0;
    if (flag > 0) {
      width = flag;
      startBase(position, TAG_CANCEL);
      continue;
    }
    const stead = decide(position, codePoint, report);
    if (stead === undefined) continue;
    out += text.slice(copied, position.at) + stead;
    copied = position.at + width;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

function wellFormed(raw: string, report: CleanReport): string {
  if (raw.isWellFormed()) return raw;
  const text = raw.toWellFormed();
  for (let at = 0; at < raw.length; at += 1)
    if (raw.charCodeAt(at) !== text.charCodeAt(at)) report.private += 1;
  return text;
}

function formsTrigger(visible: number, next: number): boolean {
  if (visible === EXCLAMATION) return next === 0x5b;
  if (visible !== LESS_THAN) return false;
  const lower = next | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || next === 0x2f || next === 0x21 || next === 0x3f;
}

/** What stands in the place of a code point: undefined for itself, an empty string for nothing. */
function decide(position: Position, codePoint: number, report: CleanReport): string | undefined {
  const traits = traitsOf(codePoint);
  switch (ruleOf(traits)) {
    case Rule.hidden:
      return drop(report, "hidden");
    case Rule.keep:
    case Rule.blackFlag:
      startBase(position, codePoint);
      return undefined;
    case Rule.visibleFormat:
      // Does not keep the halves of a trigger apart: some clients strip every format character.
      position.previous = codePoint;
      return undefined;
    case Rule.inheritedMark:
    case Rule.scriptMark:
      if (!carriesMark(position, traits)) return drop(report, "marks");
      countMark(position, traits);
      position.previous = codePoint;
      position.visible = codePoint;
      return undefined;
    case Rule.lineBreak:
      return breakLine(position, codePoint, report);
    case Rule.control:
      return drop(report, "controls");
    case Rule.escape:
      report.controls += 1;
      startBase(position, VISIBLE_ESCAPE.charCodeAt(0));
      return VISIBLE_ESCAPE;
    case Rule.meaningless:
      report.private += 1;
      startBase(position, REPLACEMENT.charCodeAt(0));
      return REPLACEMENT;
    case Rule.blank:
      report.hidden += 1;
      startBase(position, 0x20);
      return " ";
    case Rule.brailleBlank:
      if (has(position.previous, Trait.braille)) {
        startBase(position, codePoint);
        return undefined;
      }
      report.hidden += 1;
      startBase(position, 0x20);
      return " ";
    default:
      if (!isNeeded(position, codePoint, ruleOf(traits))) return drop(report, "hidden");
      position.previous = codePoint;
      return undefined;
  }
}

function drop(report: CleanReport, kind: "hidden" | "controls" | "marks"): string {
  report[kind] += 1;
  return "";
}

function breakLine(position: Position, codePoint: number, report: CleanReport): string | undefined {
  if (codePoint === LINE_FEED) {
    startLine(position);
    return undefined;
  }
  report.breaks += 1;
  if (codePoint === 0x0d && position.text.charCodeAt(position.at + 1) === LINE_FEED) return "";
  startLine(position);
  return "\n";
}

/** The length of a region flag (England, Scotland, Wales) that begins here, else 0. */
function regionFlagAt(text: string, at: number): number {
  flagOfRegion.lastIndex = at;
  return flagOfRegion.test(text) ? flagOfRegion.lastIndex - at : 0;
}
