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
    "When the account is busy, not with what, over all calendars together; with `free_for_minutes` also when it is free. Transparent, cancelled and declined events leave it free; all-day ones take the whole day. Default: from now on, for 7 days; at most 366. Free time is given only when everything could be read (`complete`).",
  input: z.strictObject({
    from: schema.momentInput.optional(),
    to: schema.moment.optional().describe("As `from`; a date includes that day."),
    timezone: schema.timezone,
    calendars: schema.calendarIds,
    free_for_minutes: z
      .number()
      .int()
      .min(1)
      .max(527_040)
      .optional()
      .describe("Also give the free times of at least this length."),
    day_start: clock
      .optional()
      .describe("HH:MM in `timezone`: free times from then on in a day. Default: 00:00."),
    day_end: clock.optional().describe("As `day_start`: free times until then. Default: 24:00."),
    weekdays: z.array(z.enum(WEEKDAYS)).min(1).max(7).optional().describe("Free times on these days only."),
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
