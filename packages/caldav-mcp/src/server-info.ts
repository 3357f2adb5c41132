import type { Budget } from "server-kit";
import type { CaldavAccount } from "./account.ts";
import type { Calendar, Discovery } from "./dav/calendars.ts";
import { probe, type Probed, type Seen } from "./dav/probes.ts";
import { type Scheduling, schedulingOf } from "./dav/scheduling.ts";

/** What was found out about a server; every word in it is ours or was checked to be one of ours. */
export type ServerInfo = {
  origin: string;
  scheduling: Scheduling;
  freeBusy: Seen;
  textSearch: Seen;
  /** Named by the server among its methods; moving something to find out is out of the question. */
  move: Seen;
  features: { known: string[]; unknown: number };
  addresses: { known: string[]; others: number };
};

/** Classes and extensions with a specification; what else a server names is only counted. */
const KNOWN_FEATURES = [
  "1",
  "2",
  "3",
  "access-control",
  "addressbook",
  "bind",
  "calendar-access",
  "calendar-auto-schedule",
  "calendar-availability",
  "calendar-default-alarms",
  "calendar-managed-attachments",
  "calendar-no-timezone",
  "calendar-proxy",
  "calendar-query-extended",
  "calendar-schedule",
  "calendarserver-sharing",
  "extended-mkcol",
  "extended-sync-collection",
  "inbox-availability",
  "resource-sharing",
  "sync-collection",
];

/** Dot-atoms and host names in plain ASCII: an address that is anything else may say anything. */
const PLAIN_ADDRESS = /^[a-z0-9_+-]+(?:[.'][a-z0-9_+-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;
const MAX_ADDRESS = 100;

/** Looks at the server by way of one of its calendars. @throws nothing of its own: a probe that fails says `unknown` */
export async function inspectServer(
  account: CaldavAccount,
  discovery: Discovery,
  call: { budget: Budget },
): Promise<ServerInfo> {
  const calendar = calendarToProbe(discovery);
  const probed: Probed =
    calendar === undefined
      ? { options: undefined, freeBusy: "unknown", textSearch: "unknown" }
      : await probe(account.client, calendar, { now: account.now() }, call);
  const { options, freeBusy, textSearch } = probed;
  return {
    origin: discovery.origin,
    scheduling: schedulingOf(discovery, options),
    freeBusy,
    textSearch,
    move: movesOf(probed),
    features: featuresOf(options?.features ?? new Set()),
    addresses: addressesOf(discovery),
  };
}

/** One that holds events and lies on the server itself. */
function calendarToProbe({ calendars }: Discovery): Calendar | undefined {
  const own = calendars.filter(({ subscribed }) => !subscribed);
  return own.find(({ components }) => components.includes("event")) ?? own[0] ?? calendars[0];
}

function movesOf({ options }: Probed): Seen {
  if (options === undefined || options.methods.size === 0) return "unknown";
  return options.methods.has("MOVE") ? "yes" : "no";
}

function featuresOf(named: ReadonlySet<string>): ServerInfo["features"] {
  const known = KNOWN_FEATURES.filter((feature) => named.has(feature));
  return { known, unknown: named.size - known.length };
}

function addressesOf({ addresses, addressesLeftOut }: Discovery): ServerInfo["addresses"] {
  const known = addresses.filter((address) => address.length <= MAX_ADDRESS && PLAIN_ADDRESS.test(address));
  return { known, others: addresses.length - known.length + addressesLeftOut };
}
