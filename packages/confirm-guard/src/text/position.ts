import { Rule, ruleOf, Trait, traitsOf } from "./code-points.ts";

const INHERITED_MARKS_PER_BASE = 4;
const SCRIPT_MARKS_PER_BASE = 8;
const IDEOGRAPH_SELECTORS_PER_TEXT = 8;
const LINE_FEED = 0x0a;

/** No neighbour on this side: the line begins or the text ends. */
export const NOTHING = -1;

/** Where the pass stands, and what of the kept text decides about the next code point. */
export type Position = {
  readonly text: string;
  /** Index of the code point under decision. */
  at: number;
  /** The last code point that was kept, and the last that can be seen. */
  previous: number;
  visible: number;
  inheritedMarks: number;
  scriptMarks: number;
  ideographSelectors: number;
  /** Whether this line holds a right-to-left letter; undefined while nobody has asked. */
  rightToLeft: boolean | undefined;
};

export function startBase(position: Position, codePoint: number): void {
  position.previous = codePoint;
  position.visible = codePoint;
  position.inheritedMarks = 0;
  position.scriptMarks = 0;
}

export function startLine(position: Position): void {
  startBase(position, LINE_FEED);
  position.visible = NOTHING;
  position.rightToLeft = undefined;
}

export function carriesMark(position: Position, traits: number): boolean {
  // At the start of a line a mark would sit on what we print before it.
  if (position.visible === NOTHING) return false;
  return ruleOf(traits) === Rule.inheritedMark
    ? position.inheritedMarks < INHERITED_MARKS_PER_BASE
    : position.scriptMarks < SCRIPT_MARKS_PER_BASE;
}

export function countMark(position: Position, traits: number): void {
  if (ruleOf(traits) === Rule.inheritedMark) position.inheritedMarks += 1;
  else position.scriptMarks += 1;
}

/** Whether an invisible code point does work where it stands. What was kept before it decides, never what was dropped. */
export function isNeeded(position: Position, codePoint: number, rule: number): boolean {
  const { previous } = position;
  switch (rule) {
    case Rule.joiner:
      return (
        has(previous, Trait.joining) || (endsPictograph(position) && has(nextOf(position), Trait.pictograph))
      );
    case Rule.nonJoiner:
      return has(previous, Trait.joining) && joinsNext(position);
    case Rule.direction:
      return !isDirection(previous) && lineIsRightToLeft(position);
    case Rule.styleSelector:
      return has(previous, Trait.emoji);
    case Rule.glyphSelector:
      return has(previous, Trait.han | Trait.math);
    case Rule.ideographSelector:
      if (!has(previous, Trait.han) || position.ideographSelectors === IDEOGRAPH_SELECTORS_PER_TEXT)
        return false;
      position.ideographSelectors += 1;
      return true;
    case Rule.mongolianSelector:
      return has(previous, Trait.mongolian);
    case Rule.mongolianSeparator:
      return has(previous, Trait.mongolian) || isRule(previous, Rule.mongolianSelector);
    default:
      return false;
  }
}

export function has(codePoint: number, traits: number): boolean {
  return codePoint !== NOTHING && (traitsOf(codePoint) & traits) !== 0;
}

function isRule(codePoint: number, rule: number): boolean {
  return codePoint !== NOTHING && ruleOf(traitsOf(codePoint)) === rule;
}

function isDirection(codePoint: number): boolean {
  return isRule(codePoint, Rule.direction);
}

function nextOf(position: Position): number {
  return position.text.codePointAt(position.at + 1) ?? NOTHING;
}

/** A pictograph, alone or with its style or skin tone, which is always kept directly after it. */
function endsPictograph(position: Position): boolean {
  const { previous } = position;
  if (has(previous, Trait.pictograph)) return true;
  return (
    has(position.visible, Trait.pictograph | Trait.skinTone) &&
    (previous === 0xfe0f || has(previous, Trait.skinTone))
  );
}

function joinsNext(position: Position): boolean {
  const next = nextOf(position);
  if (!has(next, Trait.joining)) return false;
  const traits = traitsOf(next);
  const rule = ruleOf(traits);
  if (rule === Rule.inheritedMark || rule === Rule.scriptMark) return carriesMark(position, traits);
  // Selectors and hidden vowels count as marks of their script as well, but may be dropped.
  return rule === Rule.keep;
}

function lineIsRightToLeft(position: Position): boolean {
  position.rightToLeft ??= holdsRightToLeft(position.text, position.at);
  return position.rightToLeft;
}

/** Looks at the whole line once, so that a line full of direction marks stays linear. */
function holdsRightToLeft(text: string, at: number): boolean {
  const scan = (from: number, step: 1 | -1): boolean => {
    for (let index = from; index >= 0 && index < text.length; index += step) {
      const codePoint = text.codePointAt(index) ?? 0;
      if (isRule(codePoint, Rule.lineBreak)) return false;
      if (has(codePoint, Trait.rightToLeft)) return true;
    }
    return false;
  };
  return scan(at, -1) || scan(at, 1);
}
