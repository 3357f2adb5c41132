import { TooCostly } from "../cost.ts";
import { instantOfTime, type EntryTime } from "../entry-time.ts";
import { startIsOnRule } from "../recurrence-input.ts";
import type { Rule } from "../rule.ts";
import { UTC, type Zone } from "../zone.ts";

/** What a caller should know of a start that its rule does not name (F92). */
export function offRuleNotes(rules: readonly (Rule | string)[], start: EntryTime, viewer: Zone): string[] {
  const begins = {
    wall: start.wall,
    instant: instantOfTime(start, viewer),
    zone: start.form === "utc" ? UTC : (start.zone ?? viewer),
    allDay: start.form === "date",
  };
  const named = rules.some((rule) => typeof rule === "string" || isNamedBy(rule, begins));
  return named || rules.length === 0
    ? []
    : ["The start is not a date that the rule names; it is the first occurrence all the same."];
}

function isNamedBy(rule: Rule, begins: Parameters<typeof startIsOnRule>[1]): boolean {
  try {
    return startIsOnRule(rule, begins);
  } catch (error) {
    if (error instanceof TooCostly) return true;
    throw error;
  }
}
