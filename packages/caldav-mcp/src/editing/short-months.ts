import { civilDate, dayOfWall } from "../ical/civil.ts";
import type { CalendarDocument } from "../ical/document.ts";

/** The days that every month has. */
const IN_EVERY_MONTH = 28;

export const SKIPS_MONTHS = "Months and years that do not have its new day have no occurrence.";

/** Whether a series falls on a day of the month that not every month (or year) has, so that it passes those over. */
export function skipsMonths({ master }: CalendarDocument): boolean {
  const start = master?.start;
  if (master === undefined || start === undefined) return false;
  const day = civilDate(dayOfWall(start.wall)).day;
  return master.rules.some((rule) => {
    if (typeof rule === "string") return false;
    const { frequency, byDay, byMonthDay, byYearDay, byWeekNo, bySetPos } = rule;
    const picks = byDay.length + byYearDay.length + byWeekNo.length + bySetPos.length > 0;
    if (picks || (frequency !== "MONTHLY" && frequency !== "YEARLY")) return false;
    const days = byMonthDay.length === 0 ? [day] : byMonthDay;
    return days.every((one) => Math.abs(one) > IN_EVERY_MONTH) && !isYearlyInLongMonth(frequency, start.wall);
  });
}

/** Once a year only the 29th of February is missing in some years. */
function isYearlyInLongMonth(frequency: "MONTHLY" | "YEARLY", wall: number): boolean {
  return frequency === "YEARLY" && civilDate(dayOfWall(wall)).month !== 2;
}
