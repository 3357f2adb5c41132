import { own, READ } from "server-kit";
import { z } from "zod";
import { calendarsView, freeBusyView, joinCalendars } from "../../free-busy/answer.ts";
import { busyOfCalendars } from "../../free-busy/calendars.ts";
import { readWanted } from "../../free-busy/wanted.ts";
import { SECOND, WEEKDAYS } from "../../ical/civil.ts";
import { renderInstant } from "../../ical/instants.ts";
import { todayView } from "../../listing/gaps-view.ts";
import { resolveListing } from "../../listing/window.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

const { cursor: _none, ...gaps } = schema.listingGaps;
const clock = z.string().regex(/^\d{2}:\d{2}$/);
const interval = { from: z.string(), to: z.string(), weekday: z.string() };

export const getFreeBusy = defineTool({
  name: "get_free_busy",
  title: "Get busy and free times",
  description:
    "When the account is busy, over all calendars together, without saying with what. Transparent and cancelled events and those that were declined leave it free; whole days are busy from midnight to midnight in `timezone`. With `free_for_minutes` also the gaps of at least that length. Without `from` it begins now, without `to` it covers 7 days; at most 366. Free time is claimed only when every calendar could be read in full (`complete`).",
  input: z.strictObject({
    from: schema.momentInput.optional(),
    to: schema.momentInput.optional().describe("As `from`; a date includes that whole day."),
    timezone: schema.timezone,
    calendars: schema.calendarIds,
    free_for_minutes: z
      .number()
      .int()
      .min(1)
      .max(527_040)
      .optional()
      .describe("Also look for free times of at least so many minutes."),
    day_start: clock
      .optional()
      .describe("HH:MM in `timezone`: free time from this time of the day on. Left out: 00:00."),
    day_end: clock.optional().describe("HH:MM in `timezone`, exclusive; left out: 24:00."),
    weekdays: z
      .array(z.enum(WEEKDAYS))
      .min(1)
      .max(7)
      .optional()
      .describe("Free time on these days only. Left out: every day."),
  }),
  output: z.object({
    timezone: z.string(),
    today: schema.today,
    from: z.string(),
    to: z.string(),
    complete: z
      .boolean()
      .describe("Whether everything was read; if not, more may be busy than what is listed"),
    covers_to: z.string().optional().describe("The answer ends here, earlier than `to`"),
    shortened: z.string().optional().describe("Why it does"),
    count: z.number().int(),
    busy: z
      .array(z.object({ ...interval, kind: z.enum(["busy", "unavailable", "tentative"]) }))
      .describe("Merged, in order, ends exclusive"),
    free: z
      .array(z.object({ ...interval, minutes: z.number().int() }))
      .optional()
      .describe("Whole gaps, in which neither firm nor tentative times lie; only when `complete`"),
    free_unknown: z.string().optional().describe("Why no free time can be told"),
    calendars: z
      .array(
        z.object({
          calendar_id: z.string(),
          computed_by: z
            .enum(["here", "server", "both", "nobody"])
            .describe("From its events here, by the server's own answer, or both"),
          complete: z.boolean(),
        }),
      )
      .describe("The calendars that were looked at"),
    ...gaps,
  }),
  annotations: READ,
  essential: true,
  run: async (args, call) => {
    const account = call.deps;
    const discovery = await account.discover(call);
    const rules = { listing: "get_free_busy", defaultFromDays: 0, defaultToDays: 7, longestDays: 366 };
    const resolved = resolveListing(account, discovery, "event", args, rules);
    const { zone, calendars } = resolved;
    const window = wholeSeconds(resolved.window);
    const wanted = readWanted(args, zone);
    const known = await busyOfCalendars(account, { window, zone, calendars, discovery }, call);
    const joined = joinCalendars(known, window, wanted);
    return own({
      timezone: zone,
      today: todayView(zone, account.now),
      from: renderInstant(window.from, zone).value,
      to: renderInstant(window.to, zone).value,
      ...calendarsView(known, discovery),
      ...freeBusyView(joined, window, { zone, wanted }),
    });
  },
});

/** Servers are asked, and answers are written, in whole seconds. */
function wholeSeconds({ from, to }: { from: number; to: number }): { from: number; to: number } {
  return { from: Math.floor(from / SECOND) * SECOND, to: Math.ceil(to / SECOND) * SECOND };
}
