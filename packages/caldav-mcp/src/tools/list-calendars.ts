import { framed, READ } from "server-kit";
import { z } from "zod";
import type { Calendar } from "../dav/calendars.ts";
import { defineTool } from "./define.ts";
import { foreignText } from "./schemas.ts";

const calendar = z.object({
  id: z.string(),
  components: z.array(z.enum(["event", "task", "journal"])),
  read_only: z.boolean(),
  subscribed: z.boolean(),
  colour: z.string().optional(),
  untrusted_text: z.object({ name: foreignText.optional(), description: foreignText.optional() }),
});

export const listCalendars = defineTool({
  name: "list_calendars",
  title: "List calendars",
  description:
    "Lists the account's calendars: id, name, what each takes (events, tasks, journal entries), and whether it can be written to.",
  input: z.strictObject({}),
  output: z.object({
    calendars: z.array(calendar),
    count: z.number().int(),
    withheld: z.number().int().describe("Calendars that the configuration keeps out of reach"),
    skipped: z.number().int().describe("Collections that cannot be used: no calendars, or beyond the bounds"),
  }),
  annotations: READ,
  essential: true,
  run: async (_args, call) => {
    const discovery = await call.deps.discover(call);
    return framed(
      {
        count: discovery.calendars.length,
        withheld: discovery.withheld,
        skipped: discovery.skipped,
        calendars: discovery.calendars.map(calendarView),
      },
      { records: "calendars" },
    );
  },
});

function calendarView({ id, components, readOnly, subscribed, colour, name, description }: Calendar) {
  return {
    id,
    components,
    read_only: readOnly,
    subscribed,
    ...(colour === undefined ? {} : { colour }),
    untrusted_text: {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    },
  };
}
