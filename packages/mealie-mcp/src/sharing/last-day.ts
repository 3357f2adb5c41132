import { addDays } from "../days.ts";
import { refused } from "../errors.ts";

/** As long as Mealie itself lets a share link live when it is given no date; it never takes that to mean for ever. */
const DEFAULT_DAYS = 30;

/**
 * The last day of a share link. It is worked out here and sent, so that the day a person is shown is the day that counts.
 *
 * @throws MealieError (`bad-input`) for a day that is over: older versions open such a link all the same (M14)
 */
export function lastDayOf(wanted: string | undefined, today: string): string {
  if (wanted !== undefined && wanted < today)
    throw refused("bad-input", `\`expires_on\` is over: today is ${today}.`);
  return wanted ?? addDays(today, DEFAULT_DAYS);
}
