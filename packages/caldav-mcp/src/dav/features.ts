import { CaldavError } from "../errors.ts";
import type { Discovery } from "./calendars.ts";
import type { DavCall, DavClient } from "./client.ts";

/** What the server was found to do for this account; `unknown` when it could not be asked. */
export type Features = {
  /** Whether storing an event with invited people makes the server tell them. */
  scheduling: "yes" | "no" | "unknown";
  /** Whether the server lists MOVE among its methods. */
  move: "yes" | "no" | "unknown";
  /** Tokens of the DAV header that this program knows, in alphabetical order. */
  known: string[];
  /** How many other tokens there are; their text is the server's and stays out. */
  others: number;
};

const KNOWN: ReadonlySet<string> = new Set([
  "1",
  "2",
  "3",
  "access-control",
  "calendar-access",
  "calendar-auto-schedule",
  "calendar-availability",
  "calendar-managed-attachments",
  "calendar-proxy",
  "calendar-schedule",
  "calendarserver-sharing",
  "extended-mkcol",
  "sync-collection",
]);

const UNKNOWN: Features = { scheduling: "unknown", move: "unknown", known: [], others: 0 };

/**
 * Asks the first calendar by OPTIONS what the server can do. One token alone is no promise: scheduling counts as
 * there when the server claims it, names inbox and outbox, and knows a mail address of the account.
 */
export async function probeFeatures(
  client: DavClient,
  discovery: Discovery,
  call: DavCall,
): Promise<Features> {
  const [calendar] = discovery.calendars;
  if (calendar === undefined) return UNKNOWN;
  try {
    const { features, methods } = await client.options(calendar.url, call);
    const known = [...features].filter((token) => KNOWN.has(token)).sort();
    return {
      scheduling: schedulingOf(features, discovery),
      move: methods.size === 0 ? "unknown" : methods.has("MOVE") ? "yes" : "no",
      known,
      others: features.size - known.length,
    };
  } catch (error) {
    if (error instanceof CaldavError) return UNKNOWN;
    throw error;
  }
}

/** RFC 6638 section 2. Half of the signs is neither a yes nor a no. */
function schedulingOf(features: ReadonlySet<string>, discovery: Discovery): Features["scheduling"] {
  if (features.size === 0) return "unknown";
  const claimed = features.has("calendar-auto-schedule");
  const places = discovery.scheduleInbox && discovery.scheduleOutbox;
  if (claimed && places && discovery.addresses.length > 0) return "yes";
  return claimed || discovery.scheduleInbox || discovery.scheduleOutbox ? "unknown" : "no";
}
