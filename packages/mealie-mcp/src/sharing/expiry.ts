import { addDays } from "../days.ts";
import { refused } from "../errors.ts";
import { endOfDay, type GivenMoment, readMoment } from "../moments.ts";

/** As long as Mealie itself lets a share link live when it is given no date; it never takes that to mean for ever. */
const DEFAULT_DAYS = 30;

/**
 * Until when a share link is to work: the end of a day, unless an instant is given. It is worked out here and sent, so
 * that what a person is shown is what counts.
 *
 * @throws MealieError (`bad-input`) for what is over: older versions open such a link all the same (M14)
 */
export function expiryOf(
  wanted: string | undefined,
  { today, zone, now }: { today: string; zone: string; now: number },
): GivenMoment {
  const expiry = readMoment(wanted ?? addDays(today, DEFAULT_DAYS), { zone, of: endOfDay });
  if (Date.parse(expiry.instant) <= now)
    throw refused("bad-input", `\`expires_at\` is over: today is ${today}.`);
  return expiry;
}
