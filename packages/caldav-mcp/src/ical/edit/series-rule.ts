import { CaldavError } from "../../errors.ts";
import { ruleInWords, writeRule } from "../describe.ts";
import type { EntryComponent } from "../component.ts";
import type { EntryTime } from "../entry-time.ts";
import { ownLine } from "../gate.ts";
import { nameAt } from "../line-table.ts";
import { partsOf, type ContentLine } from "../lines.ts";
import { readRecurrence, type RecurrenceInput } from "../recurrence-input.ts";
import { parseRule, type Rule } from "../rule.ts";
import { formatTimeValue } from "../time-values.ts";
import { lastLineOf, type Edits } from "./edits.ts";
import { changeParts } from "./rule-line.ts";
import type { Shift } from "./shift.ts";
import type { EntryChange } from "./types.ts";

const RULES = new Set(["RRULE", "EXRULE"]);

/**
 * The one rule of a series, given anew. `undefined` when the series has just this rule already.
 *
 * @throws CaldavError `bad-input`
 */
export function setRule(
  edits: Edits,
  master: EntryComponent,
  { recurrence, start }: { recurrence: RecurrenceInput; start: EntryTime },
): Rule | undefined {
  const rule = readRecurrence(recurrence, start);
  const text = writeRule(rule);
  const [old, ...others] = master.rules;
  if (others.length === 0 && old !== undefined && typeof old !== "string" && writeRule(old) === text)
    return undefined;
  const [first, ...more] = linesNamed(master, RULES);
  for (const index of more) edits.remove(index);
  const line = ownLine("RRULE", text);
  if (first !== undefined) edits.replace(first, [line]);
  else edits.insertAfter(lastLineOf(master, ["DTEND", "DUE", "DURATION", "DTSTART"]), [line]);
  return rule;
}

/** Part of a series does not repeat by a rule of its own. @throws CaldavError `bad-input` */
export function refuseRecurrence({ recurrence }: EntryChange): void {
  if (recurrence === undefined) return;
  throw new CaldavError(
    "bad-input",
    "How an entry repeats can be changed for the whole series only. Nothing was changed.",
  );
}

const REPEATING = new Set(["RRULE", "EXRULE", "RDATE", "EXDATE"]);

/** Nothing repeats any more: no rule, no dates, no overrides. How many of those there were. */
export function clearRecurrence(edits: Edits, components: readonly EntryComponent[]): { overrides: number } {
  let overrides = 0;
  for (const component of components) {
    for (const index of linesNamed(component, REPEATING)) edits.remove(index);
    if (component.recurrenceId === undefined) continue;
    overrides += 1;
    edits.removeComponent(component.node);
  }
  return { overrides };
}

export function linesNamed({ node, lines }: EntryComponent, names: ReadonlySet<string>): number[] {
  return node.properties.filter((index) => names.has(nameAt(lines, index)));
}

/** A rule after its series has moved: the same occurrences end it, and days that were those of the start go along. */
export function shiftRuleLine(line: ContentLine, shift: Shift): { line: ContentLine; notes: string[] } {
  const rule = parseRule(partsOf(line)?.value ?? "");
  if (typeof rule === "string") return { line, notes: [] };
  const until = rule.until && formatTimeValue(shift.until(rule.until));
  const changes = {
    ...shift.parts,
    ...(until === undefined || (rule.until && formatTimeValue(rule.until) === until) ? {} : { UNTIL: until }),
  };
  if (Object.keys(changes).length === 0) return { line, notes: [] };
  const changed = changeParts(line, changes);
  const after = parseRule(partsOf(changed)?.value ?? "");
  if (Object.keys(shift.parts).length === 0 || typeof after === "string") return { line: changed, notes: [] };
  return {
    line: changed,
    notes: [
      `The rule named the day of the old start and goes along with it: ${ruleInWords(after, shift.to)}.`,
    ],
  };
}
