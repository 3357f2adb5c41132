import { own, READ } from "server-kit";
import { z } from "zod";
import type { Discovery } from "../dav/calendars.ts";
import { inspectServer } from "../server-info.ts";
import { defineTool } from "./define.ts";

const seen = z.enum(["yes", "no", "unknown"]);

export const getServerInfo = defineTool({
  name: "get_server_info",
  title: "Get what the calendar server can do",
  description:
    "What the calendar server was seen to do, not what it promises: scheduling, free-busy, text search, moving; also the account's own addresses and limits.",
  input: z.strictObject({}),
  output: z.object({
    origin: z.string(),
    scheduling: seen.describe(
      "Whether the server itself mails invited people. `unknown`: a try failed or showed nothing",
    ),
    free_busy: seen.describe("Whether it answers questions for busy times; if not, they are worked out here"),
    text_search: seen.describe("Whether it searches titles by itself; searching works either way"),
    move: seen.describe("Whether it names MOVE among its methods; this was not tried"),
    dav_features: z.array(z.string()),
    dav_features_unknown: z.number().int().describe("Features with names of no known specification"),
    own_addresses: z.array(z.string()),
    own_addresses_not_shown: z.number().int().describe("Addresses of another form than name@example.org"),
    calendars: z.number().int(),
    calendars_writable: z.number().int(),
    withheld: z.number().int().describe("Calendars that the configuration keeps out of reach"),
    skipped: z.number().int().describe("Collections that cannot be used"),
    limits: z.object({
      largest_entry_bytes: z
        .object({ least: z.number(), most: z.number() })
        .optional()
        .describe("As the calendars state it; not all of them do"),
      events_per_page: z.number().int(),
    }),
    timezone: z.string(),
    warnings: z.array(z.string()),
  }),
  annotations: READ,
  run: async (_args, call) => {
    const account = call.deps;
    const discovery = await account.discover(call);
    const info = await inspectServer(account, discovery, call);
    return own({
      origin: info.origin,
      scheduling: info.scheduling,
      free_busy: info.freeBusy,
      text_search: info.textSearch,
      move: info.move,
      dav_features: info.features.known,
      dav_features_unknown: info.features.unknown,
      own_addresses: info.addresses.known,
      own_addresses_not_shown: info.addresses.others,
      calendars: discovery.calendars.length,
      calendars_writable: discovery.calendars.filter(({ readOnly }) => !readOnly).length,
      withheld: discovery.withheld,
      skipped: discovery.skipped,
      limits: { ...largestEntry(discovery), events_per_page: account.config.maxEvents },
      timezone: account.config.timezone,
      warnings: warningsOf(discovery),
    });
  },
});

function largestEntry({ calendars }: Discovery): Record<string, unknown> {
  const stated = calendars.flatMap(({ maxResourceSize }) => maxResourceSize ?? []);
  if (stated.length === 0) return {};
  return { largest_entry_bytes: { least: Math.min(...stated), most: Math.max(...stated) } };
}

function warningsOf({ addresses, warnings }: Discovery): string[] {
  if (addresses.length > 0) return warnings;
  return [
    ...warnings,
    "No address of the account is known, so invitations to it are not recognised; set CALDAV_USER_EMAIL.",
  ];
}
